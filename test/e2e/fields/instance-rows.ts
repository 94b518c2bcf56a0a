import { userTags } from '../../../src/model/tags.ts';
import { SPARES, WEB } from './given.ts';
import {
  type FieldRow,
  type Item,
  inside,
  member,
  rowsOf,
  type Scene,
  type Seen,
  type Spec,
} from './scene.ts';

const profileOf = async (scene: Pick<Scene, 'service' | 'item'>, label: string): Promise<Spec> =>
  (await inside(scene, 'configs')).find((row) => row['label'] === label) ?? {};
const row = rowsOf('Instance', WEB);
/** Builds a row for a field with the name and value of the record. */
const plain = (field: string, was: unknown, now: unknown): FieldRow =>
  row(field, { [field]: was }, { [field]: now }, ({ item }) => item[field], now);
const alert = (field: string, stored: string): FieldRow =>
  row(
    `alerts.${field}`,
    { alerts: { [field]: 1 } },
    { alerts: { [field]: 55 } },
    ({ item }) => member(item['alerts'], stored),
    55,
  );
const scheduled = (field: string, was: string, now: string): FieldRow => {
  const spec = (value: string): Spec => ({
    backupsEnabled: true,
    backups: { schedule: { [field]: value } },
  });
  return row(
    `backups.schedule.${field}`,
    spec(was),
    spec(now),
    ({ item }) => member(member(item['backups'], 'schedule'), field),
    now,
  );
};

/** Builds a row for a member of a profile. @param stored its name in the account */
const inProfile = (
  field: string,
  stored: string,
  was: unknown,
  now: unknown,
  shows: unknown = now,
): FieldRow => {
  const spec = (value: unknown): Spec => ({ configs: [{ label: 'main', [field]: value }] });
  return row(
    `configs[].${field}`,
    spec(was),
    spec(now),
    async (scene) => (await profileOf(scene, 'main'))[stored],
    shows,
  );
};
const helper = (field: string, stored: string): FieldRow => {
  const spec = (value: boolean): Spec => ({
    configs: [{ label: 'main', helpers: { [field]: value } }],
  });
  const look: Seen = async (scene) => member((await profileOf(scene, 'main'))['helpers'], stored);
  return row(`configs[].helpers.${field}`, spec(true), spec(false), look, false);
};
/** Builds a row for the content of a profile's slot. */
const inSlot = (content: string, was: Spec, now: Seen, holds: Seen): FieldRow => {
  const spec = (slot: Spec): Spec => ({ configs: [{ label: 'main', devices: { sdc: slot } }] });
  const look: Seen = async (scene) => member((await profileOf(scene, 'main'))['devices'], 'sdc');
  return row(
    `configs[].devices.*.${content}`,
    spec(was),
    async (scene) => spec((await now(scene)) as Spec),
    look,
    holds,
  );
};

const firstDisk = async (scene: Scene): Promise<number | undefined> =>
  (await inside(scene, 'disks'))[0]?.id;
const vlan = (label: string) => [
  { purpose: 'public' },
  { purpose: 'vlan', label, ipamAddress: '10.0.0.1/24' },
];
const profiles = (bootConfig: string, booted: boolean): Spec => ({
  configs: [{ label: 'first' }, { label: 'second' }],
  bootConfig,
  booted,
});

/** Reads the label of the last booted profile, which no endpoint shows. */
const bootedProfile: Seen = async (scene) => {
  const { tables } = (await scene.service.world()) as {
    readonly tables: { readonly instances: readonly Item[] };
  };
  const booted = tables.instances.find(({ id }) => id === scene.item.id)?.['bootedConfig'];
  return (await inside(scene, 'configs')).find(({ id }) => id === booted)?.['label'];
};

export const instanceRows: readonly FieldRow[] = [
  plain('label', 'web-old', 'web-new'),
  plain('group', 'blue', 'green'),
  row(
    'tags',
    { tags: ['old', 'both'] },
    { tags: ['both', 'new'] },
    ({ item }) => userTags(item['tags'] as string[]),
    ['both', 'new'],
  ),
  plain('type', 'g6-nanode-1', 'g6-standard-1'),
  row(
    'allowAutoDiskResize',
    {},
    { type: 'g6-standard-2', allowAutoDiskResize: false },
    async (scene) => (await inside(scene, 'disks')).map(({ size }) => size),
    [25_088, 512],
  ),
  row('booted', { booted: true }, { booted: false }, ({ item }) => item['status'], 'offline'),
  row('bootConfig', profiles('first', false), profiles('second', true), bootedProfile, 'second'),
  row('privateIp', {}, { privateIp: true }, ({ item }) => (item['ipv4'] as string[]).length, 2),
  row(
    'watchdogEnabled',
    { watchdogEnabled: true },
    { watchdogEnabled: false },
    ({ item }) => item['watchdog_enabled'],
    false,
  ),
  alert('cpu', 'cpu'),
  alert('io', 'io'),
  alert('networkIn', 'network_in'),
  alert('networkOut', 'network_out'),
  alert('transferQuota', 'transfer_quota'),
  row(
    'backupsEnabled',
    { backupsEnabled: false },
    { backupsEnabled: true },
    ({ item }) => member(item['backups'], 'enabled'),
    true,
  ),
  scheduled('day', 'Monday', 'Friday'),
  scheduled('window', 'W2', 'W20'),
  row(
    'configs[].label',
    { configs: [{ label: 'one' }] },
    { configs: [{ label: 'one' }, { label: 'two' }] },
    async (scene) => (await inside(scene, 'configs')).map(({ label }) => label).slice(-2),
    ['one', 'two'],
  ),
  inProfile('comments', 'comments', 'before', 'after'),
  inProfile('kernel', 'kernel', 'compute/latest-64bit', 'compute/grub2'),
  inProfile('memoryLimit', 'memory_limit', 512, 768),
  inProfile('rootDevice', 'root_device', '/dev/sda', '/dev/sdb'),
  inProfile('runLevel', 'run_level', 'default', 'single'),
  inProfile('virtMode', 'virt_mode', 'paravirt', 'fullvirt'),
  row(
    'configs[].interfaces',
    { configs: [{ label: 'main', interfaces: vlan('one') }] },
    { configs: [{ label: 'main', interfaces: vlan('two') }] },
    async (scene) =>
      ((await profileOf(scene, 'main'))['interfaces'] as readonly Spec[]).map(
        ({ label }) => label ?? '',
      ),
    ['', 'two'],
  ),
  helper('devtmpfsAutomount', 'devtmpfs_automount'),
  helper('distro', 'distro'),
  helper('modulesDep', 'modules_dep'),
  helper('network', 'network'),
  helper('updatedbDisabled', 'updatedb_disabled'),
  inSlot(
    'diskId',
    { kind: 'Empty' },
    async (scene) => ({ kind: 'Disk', diskId: await firstDisk(scene) }),
    async (scene) => ({ disk_id: await firstDisk(scene), volume_id: null }),
  ),
  inSlot(
    'volumeRef.id',
    { kind: 'Empty' },
    ({ given }) => ({ kind: 'Volume', volumeRef: { id: given.item(SPARES[0]).id } }),
    ({ given }) => ({ disk_id: null, volume_id: given.item(SPARES[0]).id }),
  ),
  inSlot(
    'volumeRef.name',
    { kind: 'Empty' },
    () => ({ kind: 'Volume', volumeRef: { name: SPARES[1] } }),
    ({ given }) => ({ disk_id: null, volume_id: given.item(SPARES[1]).id }),
  ),
  inSlot(
    'kind',
    { kind: 'Volume', volumeRef: { name: SPARES[2] } },
    () => ({ kind: 'Empty' }),
    () => null,
  ),
];
