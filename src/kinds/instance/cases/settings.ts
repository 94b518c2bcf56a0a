import { CASE_MARK, type Case } from '../../../model/case.ts';

const put = (verb: string): string => `${verb} (PUT /compute/instances/7)`;
const on = (schedule: object) => ({
  backups: { available: true, enabled: true, last_successful: null, schedule },
});
const picked = on({ day: 'Saturday', window: 'W22' });

const naming: readonly Case[] = [
  { name: 'matching fields are left alone', plan: [] },
  {
    name: 'a label that the spec does not name is not managed',
    item: { label: 'other' },
    plan: [],
  },
  {
    name: 'is relabelled',
    source: 'compute#update',
    keptBy: 'plan',
    spec: { label: 'web-1' },
    plan: [`${put('Relabel')} label: example -> web-1`],
    sends: [{ label: 'web-1' }],
  },
  {
    name: 'its group is changed',
    source: 'compute#update',
    keptBy: 'plan',
    spec: { group: 'web' },
    plan: [`${put('SetGroup')} group:  -> web`],
  },
  {
    name: 'no group and an empty one are the same',
    source: 'compute#instances',
    keptBy: 'canonical',
    spec: { group: '' },
    item: { group: null },
    plan: [],
  },
  {
    name: 'its tags are replaced, its mark stays',
    source: 'compute#update',
    keptBy: 'plan',
    spec: { tags: ['web'] },
    item: { tags: ['old', CASE_MARK] },
    plan: [`${put('Tag')} tags: ["old"] -> ["web"]`],
    sends: [{ tags: [CASE_MARK, 'web'] }],
  },
  {
    name: 'tags are a set',
    source: 'tags#assign',
    keptBy: 'canonical',
    spec: { tags: ['web', 'app'] },
    item: { tags: ['app', CASE_MARK, 'web'] },
    plan: [],
  },
  {
    name: 'a lost mark is restored, and other tags are kept',
    item: { tags: ['old'] },
    plan: [`${put('Tag')} mark: ${CASE_MARK}`],
    sends: [{ tags: [CASE_MARK, 'old'] }],
  },
  {
    name: 'a credential that may not tag is reported after all other steps',
    source: 'compute#update',
    keptBy: 'refuse',
    mayTag: false,
    spec: { tags: ['web'], label: 'web-1' },
    plan: [
      `${put('Relabel')} label: example -> web-1`,
      'refuse spec.tags: the user of this credential cannot write tags: use a credential of an unrestricted user, or remove the tags',
    ],
  },
  {
    name: 'its watchdog is turned off',
    source: 'compute#update',
    keptBy: 'plan',
    spec: { watchdogEnabled: false },
    plan: [`${put('SetWatchdog')} watchdogEnabled: true -> false`],
    sends: [{ watchdog_enabled: false }],
  },
  {
    name: 'another region is refused, after all else was done',
    source: 'compute#update',
    keptBy: 'refuse',
    spec: { watchdogEnabled: false },
    item: { region: 'us-east' },
    plan: [
      `${put('SetWatchdog')} watchdogEnabled: true -> false`,
      'refuse spec.region: an instance cannot change region (is in us-east)',
    ],
  },
  {
    name: 'the image is not compared: a rebuild outside changes it',
    source: 'compute#rebuild',
    keptBy: 'canonical',
    spec: { image: 'compute/debian11' },
    item: { image: 'compute/alpine3.15' },
    plan: [],
  },
  {
    name: 'each setting is sent in its own request, so that drift is distinguished from a change of the spec',
    spec: { label: 'web-1', group: 'web' },
    plan: [`${put('Relabel')} label: example -> web-1`, `${put('SetGroup')} group:  -> web`],
  },
];

const alerts: readonly Case[] = [
  {
    name: 'only the thresholds that are named are compared, and all are sent',
    source: 'compute#update',
    keptBy: 'canonical',
    spec: { alerts: { cpu: 180, networkIn: 20 } },
    plan: [`${put('SetAlerts')} alerts.cpu: 90 -> 180, alerts.networkIn: 10 -> 20`],
    sends: [
      { alerts: { cpu: 180, io: 10_000, network_in: 20, network_out: 10, transfer_quota: 80 } },
    ],
  },
  { name: 'matching thresholds are left alone', spec: { alerts: { cpu: 90 } }, plan: [] },
  {
    name: 'every threshold can be changed',
    source: 'compute#update',
    keptBy: 'plan',
    spec: { alerts: { cpu: 0, io: 1, networkIn: 2, networkOut: 3, transferQuota: 4 } },
    plan: [
      `${put('SetAlerts')} alerts.cpu: 90 -> 0, alerts.io: 10000 -> 1, alerts.networkIn: 10 -> 2, alerts.networkOut: 10 -> 3, alerts.transferQuota: 80 -> 4`,
    ],
    sends: [{ alerts: { cpu: 0, io: 1, network_in: 2, network_out: 3, transfer_quota: 4 } }],
  },
];

const backups: readonly Case[] = [
  {
    name: 'the backup service is turned on',
    source: 'compute#backups',
    keptBy: 'plan',
    spec: { backupsEnabled: true },
    plan: [
      'EnableBackups (POST /compute/instances/7/backups/enable) backupsEnabled: false -> true',
    ],
  },
  {
    name: 'the backup service is turned off last of all: it requires consent',
    source: 'compute#backups',
    keptBy: 'plan',
    spec: { backupsEnabled: false, booted: true },
    item: { ...picked, image: 'compute/debian11' },
    plan: [
      'Boot (POST /compute/instances/7/boot) booted: false -> true',
      'CancelBackups (POST /compute/instances/7/backups/cancel) backupsEnabled: true -> false',
    ],
  },
  {
    name: 'a schedule is sent whole',
    source: 'compute#backups',
    keptBy: 'plan',
    spec: { backupsEnabled: true, backups: { schedule: { window: 'W2' } } },
    item: picked,
    plan: [`${put('ScheduleBackups')} backups.schedule.window: W22 -> W2`],
    sends: [{ backups: { schedule: { day: 'Saturday', window: 'W2' } } }],
  },
  {
    name: 'a schedule does not count while the backup service is off',
    source: 'compute#backups',
    keptBy: 'canonical',
    spec: { backupsEnabled: true, backups: { schedule: { day: 'Sunday', window: 'W2' } } },
    plan: [
      'EnableBackups (POST /compute/instances/7/backups/enable) backupsEnabled: false -> true',
    ],
  },
  {
    name: 'a schedule is sent before the service has picked one',
    source: 'compute#backups',
    keptBy: 'plan',
    spec: { backupsEnabled: true, backups: { schedule: { day: 'Sunday' } } },
    item: on({ day: 'Scheduling', window: null }),
    plan: [`${put('ScheduleBackups')} backups.schedule.day: Scheduling -> Sunday`],
    sends: [{ backups: { schedule: { day: 'Sunday' } } }],
  },
];

const addresses: readonly Case[] = [
  {
    name: 'gets a private address',
    source: 'addresses#allocate',
    keptBy: 'plan',
    spec: { privateIp: true },
    plan: ['AllocatePrivateIp (POST /compute/instances/7/ips) privateIp: false -> true'],
    sends: [{ type: 'ipv4', public: false }],
  },
  {
    name: 'has its private address',
    source: 'addresses#allocate',
    keptBy: 'canonical',
    spec: { privateIp: true },
    item: { ipv4: ['198.51.100.7', '192.168.143.197'] },
    plan: [],
  },
  {
    name: 'an address outside the private network is ignored',
    source: 'addresses#addresses',
    keptBy: 'canonical',
    spec: { privateIp: true },
    item: { ipv4: ['192.168.127.1'] },
    plan: ['AllocatePrivateIp (POST /compute/instances/7/ips) privateIp: false -> true'],
  },
  {
    name: 'a private address that the spec does not request is kept',
    spec: { privateIp: false },
    item: { ipv4: ['198.51.100.7', '192.168.143.197'] },
    plan: [],
  },
];

/** Settings that a PUT or an individual action changes. */
export const settingCases: readonly Case[] = [...naming, ...alerts, ...backups, ...addresses];
