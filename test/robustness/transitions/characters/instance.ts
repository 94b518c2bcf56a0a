import { type Character, each, type Facet, type Spec } from '../character.ts';
import { isAdmitted, READS, troublesOf, UNREAD, WAYWARD } from './instance-readings.ts';
import { CONFIGS } from './profile-lists.ts';
import { profilesAfter } from './profiles.ts';

const common: Readonly<Record<string, Facet>> = {
  label: each('label', 'machine-one', 'machine-two'),
  region: each('region', 'eu-west', 'us-east'),
  type: {
    ...each('type', 'g6-nanode-1', 'g6-standard-1', 'g6-standard-2', 'g6-none'),
    needed: true,
  },
  allowAutoDiskResize: each('allowAutoDiskResize', true, false),
  group: each('group', '', 'shops', 'others'),
  tags: each('tags', [], ['blue'], ['blue', 'green']),
  booted: each('booted', true, false),
  privateIp: each('privateIp', true, false),
  watchdogEnabled: each('watchdogEnabled', true, false),
  alerts: each(
    'alerts',
    {},
    { cpu: 0 },
    { cpu: 180, io: 5_000, networkIn: 5, networkOut: 5, transferQuota: 50 },
    { cpu: 90, io: 0, networkIn: 0, networkOut: 20, transferQuota: 80 },
  ),
  backups: {
    values: [
      { backupsEnabled: true },
      { backupsEnabled: false },
      { backupsEnabled: true, backups: {} },
      { backupsEnabled: true, backups: { schedule: {} } },
      { backupsEnabled: true, backups: { schedule: { day: 'Saturday', window: 'W22' } } },
      { backupsEnabled: true, backups: { schedule: { day: 'Monday' } } },
      { backupsEnabled: true, backups: { schedule: { day: 'Sunday', window: 'W0' } } },
      { backupsEnabled: true, backups: { schedule: { window: 'W4' } } },
    ],
  },
  configs: each('configs', ...CONFIGS),
  bootConfig: each('bootConfig', 'main', 'other', 'nowhere'),
};

const instanceOf = (base: Spec, facets: Readonly<Record<string, Facet>>): Character => ({
  base: { region: 'eu-west', type: 'g6-nanode-1', ...base },
  facets: { ...common, ...facets },
  reads: READS,
  unread: UNREAD,
  troubles: troublesOf,
  admits: isAdmitted,
  wayward: WAYWARD,
  partly: ['configs'],
  after: (spec, now, had) => withoutService(profilesAfter(spec, now, had)),
});

/** Drops the schedule with the backup service that uses it. Source: compute#backups. */
function withoutService(now: Spec): Spec {
  const { backups: _, ...others } = now;
  return now['backupsEnabled'] === false ? others : now;
}

const IMAGE = 'compute/debian11';

/** An instance with an image. Source: compute#create. */
export const deployed = instanceOf(
  { image: IMAGE },
  {
    image: each('image', IMAGE, 'compute/debian10'),
    keys: each(
      'authorizedKeys',
      ['ssh-ed25519 AAAA one'],
      ['ssh-ed25519 AAAA two', 'ssh-rsa AAAB three'],
    ),
    users: each('authorizedUsers', [], ['admin']),
    swapSize: each('swapSize', 256, 512),
    interfaces: each(
      'interfaces',
      [],
      [{ purpose: 'public' }],
      [{ purpose: 'public' }, { purpose: 'vlan', label: 'back', ipamAddress: '10.0.0.1/24' }],
      [{ purpose: 'vlan', label: 'front' }],
    ),
    script: {
      values: [
        { stackscriptRef: { id: { $id: 'script' } } },
        { stackscriptRef: { name: 'setup' } },
        {
          stackscriptRef: { id: { $id: 'script' } },
          stackscriptDataFrom: { name: 'answers', key: 'data' },
        },
        { stackscriptRef: { id: { $id: 'script' } }, stackscriptDataFrom: { name: 'others' } },
      ],
    },
    password: {
      values: [
        { rootPasswordSecretRef: { name: 'password', key: 'password' } },
        { rootPasswordSecretRef: { name: 'password' } },
        { rootPasswordSecretRef: { name: 'others' } },
      ],
    },
  },
);

/** An instance without an image and disks. */
export const blank = instanceOf(
  {},
  { backup: each('backupId', { $id: 'backup' }, { $id: 'backup' }) },
);
