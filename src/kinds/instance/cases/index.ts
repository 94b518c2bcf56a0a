import { CASE_MARK, CASE_NAME, type Case, type CaseTable } from '../../../model/case.ts';
import { instanceAdmission } from './admission.ts';
import { creationCases } from './creation.ts';
import { detailStages, needs, stages } from './fixtures.ts';
import { profileCases } from './profiles.ts';
import { settingCases } from './settings.ts';

const spec = { region: 'eu-west', type: 'g6-nanode-1' };
const item = {
  id: 7,
  label: CASE_NAME,
  group: '',
  status: 'offline',
  region: 'eu-west',
  type: 'g6-nanode-1',
  image: null,
  ipv4: ['198.51.100.7'],
  ipv6: '2001:db8::7/128',
  hypervisor: 'kvm',
  host_uuid: 'd8fb7150fefc6b3a71027bf6ca9e5a5ee3b53f08',
  created: '2018-01-02T03:04:05',
  updated: '2018-01-02T03:04:05',
  specs: { disk: 25_600, gpus: 0, memory: 1024, transfer: 1000, vcpus: 1 },
  alerts: { cpu: 90, io: 10_000, network_in: 10, network_out: 10, transfer_quota: 80 },
  backups: {
    available: false,
    enabled: false,
    last_successful: null,
    schedule: { day: null, window: null },
  },
  tags: [CASE_MARK],
  watchdog_enabled: true,
};

const image = 'compute/debian11';

const resized = { type: 'g6-standard-2' };
const RESIZE = 'Resize (POST /compute/instances/7/resize) type: g6-nanode-1 -> g6-standard-2';
const atRestBefore = (word: string): string =>
  `wait for the instance to be running or offline before it is resized (it is ${word})`;

const resizing: readonly Case[] = [
  {
    name: 'is resized to another plan',
    source: 'compute#resize',
    keptBy: 'plan',
    spec: resized,
    plan: [RESIZE],
    sends: [resized],
  },
  {
    name: 'is resized without touching its disks',
    source: 'compute#resize',
    keptBy: 'plan',
    spec: { ...resized, allowAutoDiskResize: false },
    plan: [RESIZE],
    sends: [{ ...resized, allow_auto_disk_resize: false }],
  },
  {
    name: 'is not resized while something else is under way',
    source: 'compute#resize',
    keptBy: 'wait',
    spec: resized,
    item: { status: 'rebooting' },
    plan: [atRestBefore('rebooting'), `${RESIZE} [after wait]`],
  },
  {
    name: 'what cannot be seen of a resize (queued work, a migration, a balance, disks too large) the service refuses, and that is waited for',
    source: 'compute#resize',
    keptBy: 'wait',
    spec: resized,
    item: { status: 'running' },
    plan: [RESIZE],
  },
  {
    name: 'a resize under way is waited for',
    source: 'compute#resize',
    keptBy: 'wait',
    spec: resized,
    item: { status: 'resizing' },
    plan: [atRestBefore('resizing'), `${RESIZE} [after wait]`],
  },
  {
    name: 'power waits for the resize',
    spec: { ...resized, booted: true },
    item: { image },
    plan: [
      RESIZE,
      'wait for the resize to end [after Resize]',
      'Boot (POST /compute/instances/7/boot) booted: false -> true [after wait]',
    ],
  },
];

const onItsWay = [
  'booting',
  'rebooting',
  'shutting_down',
  'provisioning',
  'migrating',
  'rebuilding',
  'cloning',
  'restoring',
  'resizing',
  'deleting',
];
const power: readonly Case[] = [
  {
    name: 'is booted',
    source: 'compute#power',
    keptBy: 'plan',
    spec: { booted: true },
    item: { image },
    plan: ['Boot (POST /compute/instances/7/boot) booted: false -> true'],
    sends: [{}],
  },
  {
    name: 'is shut down',
    source: 'compute#power',
    keptBy: 'plan',
    spec: { booted: false },
    item: { status: 'running' },
    plan: ['Shutdown (POST /compute/instances/7/shutdown) booted: true -> false'],
  },
  { name: 'runs as the spec asks', spec: { booted: true }, item: { status: 'running' }, plan: [] },
  { name: 'is off as the spec asks', spec: { booted: false }, plan: [] },
  {
    name: 'power that the spec does not name is not managed',
    item: { status: 'running' },
    plan: [],
  },
  {
    name: 'what a resize turned off is booted, though the spec does not name its power',
    source: 'compute#resize',
    item: { image },
    recorded: { item: { bootsAfterResize: true } },
    plan: ['Boot (POST /compute/instances/7/boot) booted: false -> true'],
    health: { ready: false, reason: 'Offline' },
  },
  {
    name: 'what a resize turned off is booted, though the spec names a profile that is missing',
    source: 'compute#power',
    keptBy: 'plan',
    spec: { bootConfig: 'missing' },
    item: { image },
    recorded: { item: { bootsAfterResize: true } },
    details: { configs: [] },
    plan: ['Boot (POST /compute/instances/7/boot) booted: false -> true'],
    sends: [{}],
    health: { ready: false, reason: 'Offline' },
  },
  {
    name: 'it is booted without its new plan, unless the resize can be sent again',
    spec: resized,
    item: { image },
    recorded: { item: { bootsAfterResize: true } },
    plan: [
      RESIZE,
      'wait for the resize to end [after Resize]',
      'Boot (POST /compute/instances/7/boot) booted: false -> true [after wait]',
    ],
    health: { ready: false, reason: 'Offline' },
  },
  {
    name: 'it is not booted where the spec wants it off',
    spec: { booted: false },
    recorded: { item: { bootsAfterResize: true } },
    plan: [],
    health: { ready: true, reason: 'Offline' },
  },
  ...[...onItsWay, 'stopped', 'a_new_word'].map(
    (status): Case => ({
      name: `power waits while the instance is ${status}`,
      source: status === 'shutting_down' ? 'compute#power' : 'compute#status',
      keptBy: 'wait',
      spec: { booted: true },
      item: { image, status },
      plan: [`wait for the instance to be running or offline (it is ${status})`],
    }),
  ),
];

const disk = (id: number) => ({
  id,
  label: `disk-${id}`,
  status: 'ready',
  filesystem: 'ext4',
  size: 1024,
  created: item.created,
  updated: item.updated,
});
const restart = { verb: 'Reboot', token: 'a' };
const toRescue = { verb: 'Rescue', token: 'a' };
const requests: readonly Case[] = [
  {
    name: 'is rebooted on request',
    source: 'compute#power',
    keptBy: 'plan',
    request: restart,
    item: { status: 'running', image },
    plan: ['Reboot (POST /compute/instances/7/reboot)'],
  },
  {
    name: 'is not rebooted while something is under way',
    source: 'compute#power',
    keptBy: 'wait',
    request: restart,
    item: { status: 'booting' },
    plan: ['wait for the instance to be running or offline before it is rebooted (it is booting)'],
  },
  {
    name: 'what is to be off is not rebooted',
    request: restart,
    spec: { booted: false },
    plan: ['refuse spec.booted: an instance that is to be off is not rebooted'],
  },
  {
    name: 'is rescued with its disks in order where no profile was looked at',
    source: 'compute#rescue',
    keptBy: 'plan',
    request: toRescue,
    details: { disks: [disk(31), disk(32)] },
    plan: ['Rescue (POST /compute/instances/7/rescue)'],
    sends: [{ devices: { sda: { disk_id: 31 }, sdb: { disk_id: 32 } } }],
  },
  {
    name: 'a rescue waits for a look at the disks',
    request: toRescue,
    unseen: true,
    plan: ['wait for a read of the disks of the instance'],
  },
  {
    name: 'is not rescued while something is under way',
    source: 'compute#busy',
    keptBy: 'wait',
    request: toRescue,
    item: { status: 'booting' },
    plan: ['wait for the instance to be running or offline before it is rescued (it is booting)'],
  },
];

const gone = 'Delete (DELETE /compute/instances/7)';
const removal: readonly Case[] = [
  {
    name: 'is deleted',
    source: 'compute#delete',
    keptBy: 'plan',
    deleting: true,
    item: { status: 'running' },
    plan: [gone],
  },
  {
    name: 'is deleted while it is created',
    source: 'compute#delete',
    keptBy: 'plan',
    deleting: true,
    item: { status: 'provisioning' },
    plan: [gone],
  },
  {
    name: 'is not deleted while it is cloned',
    source: 'compute#delete',
    keptBy: 'wait',
    deleting: true,
    item: { status: 'cloning' },
    plan: ['wait for its cloning to end before the instance is deleted', `${gone} [after wait]`],
  },
  {
    name: 'is not deleted while a backup is restored',
    source: 'compute#delete',
    keptBy: 'wait',
    deleting: true,
    item: { status: 'restoring' },
    plan: [
      'wait for the restore of its backup to end before the instance is deleted',
      `${gone} [after wait]`,
    ],
  },
  { name: 'is not deleted twice', deleting: true, item: { status: 'deleting' }, plan: [] },
  {
    name: 'what stays loses its mark and keeps its tags',
    retaining: true,
    item: { tags: ['web', CASE_MARK] },
    plan: [`Unmark (PUT /compute/instances/7) mark: ${CASE_MARK} -> null`],
    sends: [{ tags: ['web'] }],
  },
  {
    name: 'what stays without a mark is not written to',
    retaining: true,
    item: { tags: ['web'] },
    plan: [],
  },
];

const healthRow = (
  name: string,
  status: string,
  booted: boolean | undefined,
  ready: boolean,
  reason: string,
): Case => ({
  name,
  source: 'compute#status',
  keptBy: 'health',
  item: { status },
  spec: booted === undefined ? {} : { booted },
  health: { ready, reason },
});

const health: readonly Case[] = [
  healthRow('running is ready', 'running', true, true, 'Running'),
  healthRow('running is ready where power is not managed', 'running', undefined, true, 'Running'),
  healthRow('running is not ready where it is to be off', 'running', false, false, 'Running'),
  healthRow('off is ready where it is to be off', 'offline', false, true, 'Offline'),
  healthRow('off is ready where power is not managed', 'offline', undefined, true, 'Offline'),
  healthRow('off is not ready where it is to run', 'offline', true, false, 'Offline'),
  healthRow('maintenance is not ready', 'stopped', undefined, false, 'Stopped'),
  healthRow('an unknown status word is shown', 'a_new_word', true, false, 'ANewWord'),
  ...onItsWay.map((status) =>
    healthRow(
      `${status} is not ready`,
      status,
      true,
      false,
      status
        .split('_')
        .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
        .join(''),
    ),
  ),
];

/** Behaviour of an Instance, row by row. */
export const instanceCases: CaseTable = {
  spec,
  item,
  needs,
  stages,
  detailStages,
  cases: [
    ...creationCases,
    ...settingCases,
    ...profileCases,
    ...resizing,
    ...power,
    ...requests,
    ...removal,
    ...health,
    ...instanceAdmission,
  ],
};
