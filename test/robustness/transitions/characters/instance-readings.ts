import { type Character, keeps, type Spec, type Surroundings, TAGS } from '../character.ts';
import { type ProfileSpec, profileOf, profilesOf, type StoredProfile } from './profiles.ts';

const CREATE_ONLY = [
  'region',
  'image',
  'rootPasswordSecretRef',
  'authorizedKeys',
  'authorizedUsers',
  'stackscriptRef',
  'stackscriptDataFrom',
  'backupId',
  'swapSize',
  'interfaces',
] as const;

const ALERTS = {
  cpu: 'cpu',
  io: 'io',
  networkIn: 'network_in',
  networkOut: 'network_out',
  transferQuota: 'transfer_quota',
} as const;

/** Selects members of one record by the names of another. */
const picked = (from: object, names: object): unknown =>
  Object.entries(names).map(
    ([, name]) => (from as Readonly<Record<string, unknown>>)[name as string] ?? null,
  );

const named = (spec: object) =>
  Object.fromEntries(Object.entries(ALERTS).filter(([member]) => member in spec));

const alerts = {
  field: 'alerts',
  as: (spec: object) =>
    picked(spec, Object.fromEntries(Object.keys(named(spec)).map((one) => [one, one]))),
  of: (stored: object, spec: object) => picked(stored, named(spec)),
};

interface BackupsSpec {
  readonly schedule?: { readonly day?: string; readonly window?: string };
}
const schedule = {
  field: 'backups',
  as: ({ schedule: said = {} }: BackupsSpec) => [said.day ?? null, said.window ?? null],
  of: (
    stored: { readonly schedule: { readonly day: string | null; readonly window: string | null } },
    { schedule: said = {} }: BackupsSpec,
  ) => [
    said.day === undefined ? null : stored.schedule.day,
    said.window === undefined ? null : stored.schedule.window,
  ],
};

/** Source: compute#instances; compute#configuration-profiles. */
export const READS: Character['reads'] = {
  label: { field: 'label' },
  region: { field: 'region' },
  type: { field: 'type', moves: ['specs', 'alerts', 'disks', 'host_uuid'] },
  group: { field: 'group', of: (text: string | null) => text ?? '' },
  tags: TAGS,
  booted: { field: 'status', as: (booted: boolean) => (booted ? 'running' : 'offline') },
  privateIp: {
    field: 'ipv4',
    as: (wanted: boolean) => wanted,
    of: (addresses: readonly string[], wanted: boolean) =>
      wanted && addresses.some((one) => one.startsWith('192.168.')),
  },
  watchdogEnabled: { field: 'watchdog_enabled' },
  alerts,
  backupsEnabled: { field: 'backups', of: ({ enabled }: { readonly enabled: boolean }) => enabled },
  backups: schedule,
  configs: {
    field: 'configs',
    as: (profiles: readonly ProfileSpec[], at: Surroundings) =>
      profiles.map((one) => profileOf.spec(one, at)),
    of: (stored: readonly StoredProfile[], profiles: readonly ProfileSpec[]) =>
      profiles.map((one) =>
        profileOf.item(
          stored.find(({ label }) => label === one.label),
          one,
        ),
      ),
  },
  image: { field: 'image' },
};

export const UNREAD: Character['unread'] = {
  ...Object.fromEntries(
    CREATE_ONLY.filter((one) => !['region', 'image'].includes(one)).map((one) => [
      one,
      'used when the instance is made',
    ]),
  ),
  allowAutoDiskResize: 'says how to resize',
  bootConfig: 'no record shows which profile was booted',
};

export const WAYWARD: Character['wayward'] = {
  disks: 'a resize fits them or leaves them',
  host_uuid: 'the host differs',
  ipv4: 'addresses differ',
  ipv6: 'addresses differ',
};

/** Source: compute#create; compute#resize. */
export const troublesOf = (spec: Spec, had: Spec): readonly string[] => [
  ...(spec['type'] === 'g6-none' ? ['type'] : []),
  // A backup is restored in its own region.
  ...(spec['backupId'] !== undefined && spec['region'] !== 'eu-west' ? ['backupId'] : []),
  // The disk of the new plan is smaller than the disks of the instance. Source: compute#resize.
  ...((spec['image'] ?? spec['backupId']) !== undefined &&
  (spec['type'] as string) < (had['type'] as string)
    ? ['type']
    : []),
  ...(spec['privateIp'] === false && had['privateIp'] === true ? ['privateIp'] : []),
  ...(spec['booted'] === true && isUnbootable(spec, had) ? ['booted'] : []),
  ...(isOutOfReach(spec, had) ? ['configs'] : []),
];

/** Checks the definition's rules on transitions and combinations. */
export const isAdmitted = (after: Spec, before: Spec | null): boolean =>
  after['region'] !== undefined &&
  keeps(after, before, CREATE_ONLY) &&
  !(before?.['privateIp'] === true && after['privateIp'] === false) &&
  !(after['image'] !== undefined && after['backupId'] !== undefined) &&
  (after['image'] !== undefined ||
    (after['swapSize'] === undefined &&
      after['stackscriptRef'] === undefined &&
      after['rootPasswordSecretRef'] === undefined)) &&
  (after['stackscriptDataFrom'] === undefined || after['stackscriptRef'] !== undefined);

/** Reports a profile with full virtualisation and a filled slot from sde on. What a spec does not
 *  set stays. */
const hasLateSlots = (spec: Spec, had: Spec): boolean =>
  profilesOf(spec).some((one) => {
    const before = profilesOf(had).find(({ label }) => label === one.label);
    const devices = Object.entries({ ...before?.devices, ...one.devices });
    return (
      (one.virtMode ?? before?.virtMode) === 'fullvirt' &&
      devices.some(([slot, { kind }]) => slot >= 'sde' && kind !== 'Empty')
    );
  });

/** Reports a volume that is missing or in another region, a disk of an instance without one, and a
 *  slot that full virtualisation lacks. Source: compute#instances;
 *  compute#configuration-profiles. */
const isOutOfReach = (spec: Spec, had: Spec): boolean => {
  const text = JSON.stringify(spec['configs'] ?? []);
  if (spec['region'] !== 'eu-west' && text.includes('"volumeRef"')) return true;
  if (hasLateSlots(spec, had)) return true;
  return (
    text.includes('missing') ||
    (text.includes('$disk') && (had['type'] === undefined || spec['image'] === undefined))
  );
};

/** Reports a boot without a profile, or with an unknown one. */
const isUnbootable = (spec: Spec, had: Spec): boolean => {
  const profiles = [spec, had].flatMap(profilesOf);
  const { bootConfig } = spec;
  if (bootConfig !== undefined) return !profiles.some(({ label }) => label === bootConfig);
  const several = new Set(profiles.map(({ label }) => label)).size > 1;
  // Of several profiles one has to be named, unless it was booted before.
  if (spec['image'] !== undefined || spec['backupId'] !== undefined)
    return several && had['booted'] === false;
  return several || profiles.length === 0 || isOutOfReach(spec, had);
};
