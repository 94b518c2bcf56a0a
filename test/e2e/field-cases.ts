import { userTags } from '../../src/model/tags.ts';
import type { Service } from './service.ts';

export type Spec = Readonly<Record<string, unknown>>;
/** A record of the account. */
export type Item = Spec & { readonly id: number };

/** What rows can refer to: two instances that run, the only profile of the first, and volumes that no instance has. */
export interface Given {
  readonly hosts: readonly [Item, Item];
  readonly profile: Item;
  readonly spares: readonly [Item, Item, Item];
}

/** Where a row looks: the service, what is given, and the row's own item. */
export interface Scene {
  readonly service: Service;
  readonly given: Given;
  readonly item: Item;
}
type Seen = (scene: Scene) => unknown;

/** A field that may change: the spec before and after, and what the account then shows. A row speaks for the fields below its own, too. */
export interface FieldRow {
  readonly kind: string;
  readonly field: string;
  readonly was: Spec;
  readonly now: Spec | ((scene: Scene) => Promise<Spec> | Spec);
  /** What is looked at in the account, and what that has to be: a value, or a function of the scene. */
  readonly look: Seen;
  readonly shows: unknown;
}

const WEB: Spec = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };
const DATA: Spec = { region: 'eu-west', size: 20 };

/** Names of the objects that are given. */
export const HOSTS = ['host-a', 'host-b'] as const;
export const SPARES = ['spare-a', 'spare-b', 'spare-c'] as const;
export const GIVEN: readonly (readonly [kind: string, name: string, spec: Spec])[] = [
  ...HOSTS.map((name) => ['Instance', name, WEB] as const),
  ...SPARES.map((name) => ['Volume', name, DATA] as const),
];

export const inside = ({ service, item }: Pick<Scene, 'service' | 'item'>, what: string): Promise<readonly Item[]> =>
  service.rows<Item>(`/compute/instances/${item.id}/${what}`);
const profileOf = async (scene: Pick<Scene, 'service' | 'item'>, label: string): Promise<Spec> =>
  (await inside(scene, 'configs')).find((row) => row['label'] === label) ?? {};
const member = (record: unknown, name: string): unknown => (record as Spec | undefined)?.[name];

const row = (field: string, was: Spec, now: FieldRow['now'], look: Seen, shows: unknown): FieldRow => {
  const late: FieldRow['now'] = typeof now === 'function' ? async (scene) => ({ ...WEB, ...(await now(scene)) }) : { ...WEB, ...now };
  return { kind: 'Instance', field, was: { ...WEB, ...was }, now: late, look, shows };
};
/** A field whose name and value are those of the record. */
const plain = (field: string, was: unknown, now: unknown): FieldRow =>
  row(field, { [field]: was }, { [field]: now }, ({ item }) => item[field], now);
const alert = (field: string, stored: string): FieldRow =>
  row(`alerts.${field}`, { alerts: { [field]: 1 } }, { alerts: { [field]: 55 } }, ({ item }) => member(item['alerts'], stored), 55);
const scheduled = (field: string, was: string, now: string): FieldRow => {
  const spec = (value: string): Spec => ({ backupsEnabled: true, backups: { schedule: { [field]: value } } });
  return row(`backups.schedule.${field}`, spec(was), spec(now), ({ item }) => member(member(item['backups'], 'schedule'), field), now);
};

/** A member of a profile. @param stored its name in the account */
const inProfile = (field: string, stored: string, was: unknown, now: unknown, shows: unknown = now): FieldRow => {
  const spec = (value: unknown): Spec => ({ configs: [{ label: 'main', [field]: value }] });
  return row(`configs[].${field}`, spec(was), spec(now), async (scene) => (await profileOf(scene, 'main'))[stored], shows);
};
const helper = (field: string, stored: string): FieldRow => {
  const spec = (value: boolean): Spec => ({ configs: [{ label: 'main', helpers: { [field]: value } }] });
  const look: Seen = async (scene) => member((await profileOf(scene, 'main'))['helpers'], stored);
  return row(`configs[].helpers.${field}`, spec(true), spec(false), look, false);
};
/** What is in a slot of a profile. */
const inSlot = (content: string, was: Spec, now: Seen, holds: Seen): FieldRow => {
  const spec = (slot: Spec): Spec => ({ configs: [{ label: 'main', devices: { sdc: slot } }] });
  const look: Seen = async (scene) => member((await profileOf(scene, 'main'))['devices'], 'sdc');
  return row(`configs[].devices.*.${content}`, spec(was), async (scene) => spec({ [content]: await now(scene) }), look, holds);
};

const firstDisk = async (scene: Scene): Promise<number | undefined> => (await inside(scene, 'disks'))[0]?.id;
const vlan = (label: string) => [{ purpose: 'public' }, { purpose: 'vlan', label, ipamAddress: '10.0.0.1/24' }];
const profiles = (bootConfig: string, booted: boolean): Spec => ({
  configs: [{ label: 'first' }, { label: 'second' }],
  bootConfig,
  booted,
});

/** The label of the profile that was booted last; the service tells nobody. */
const bootedProfile: Seen = async (scene) => {
  const { tables } = (await scene.service.world()) as { readonly tables: { readonly instances: readonly Item[] } };
  const booted = tables.instances.find(({ id }) => id === scene.item.id)?.['bootedConfig'];
  return (await inside(scene, 'configs')).find(({ id }) => id === booted)?.['label'];
};

const instanceRows: readonly FieldRow[] = [
  plain('label', 'web-old', 'web-new'),
  plain('group', 'blue', 'green'),
  row('tags', { tags: ['old', 'both'] }, { tags: ['both', 'new'] }, ({ item }) => userTags(item['tags'] as string[]), ['both', 'new']),
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
  row('watchdogEnabled', { watchdogEnabled: true }, { watchdogEnabled: false }, ({ item }) => item['watchdog_enabled'], false),
  alert('cpu', 'cpu'),
  alert('io', 'io'),
  alert('networkIn', 'network_in'),
  alert('networkOut', 'network_out'),
  alert('transferQuota', 'transfer_quota'),
  row('backupsEnabled', { backupsEnabled: false }, { backupsEnabled: true }, ({ item }) => member(item['backups'], 'enabled'), true),
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
    async (scene) => ((await profileOf(scene, 'main'))['interfaces'] as readonly Spec[]).map(({ label }) => label ?? ''),
    ['', 'two'],
  ),
  helper('devtmpfsAutomount', 'devtmpfs_automount'),
  helper('distro', 'distro'),
  helper('modulesDep', 'modules_dep'),
  helper('network', 'network'),
  helper('updatedbDisabled', 'updatedb_disabled'),
  inSlot('diskId', { empty: true }, firstDisk, async (scene) => ({ disk_id: await firstDisk(scene), volume_id: null })),
  inSlot(
    'volumeId',
    { empty: true },
    ({ given }) => given.spares[0].id,
    ({ given }) => ({ disk_id: null, volume_id: given.spares[0].id }),
  ),
  inSlot(
    'volumeRef',
    { empty: true },
    () => ({ name: SPARES[1] }),
    ({ given }) => ({ disk_id: null, volume_id: given.spares[1].id }),
  ),
  inSlot(
    'empty',
    { volumeRef: { name: SPARES[2] } },
    () => true,
    () => null,
  ),
];

const data = (field: string, was: Spec, now: FieldRow['now'], look: Seen, shows: unknown): FieldRow => {
  const late: FieldRow['now'] = typeof now === 'function' ? async (scene) => ({ ...DATA, ...(await now(scene)) }) : { ...DATA, ...now };
  return { kind: 'Volume', field, was: { ...DATA, ...was }, now: late, look, shows };
};
const ref = (name: string): Spec => ({ instanceRef: { name } });
/** Which of the given instances has the volume, and whether its profile names it. */
const whereabouts: Seen = async ({ service, given, item }) => {
  const host = given.hosts.findIndex(({ id }) => id === item['compute_id']);
  const found = given.hosts[host];
  const devices =
    found === undefined
      ? []
      : (await inside({ service, item: found }, 'configs')).flatMap(({ devices: all }) => Object.values(all as Spec));
  return { on: HOSTS[host] ?? null, inProfile: devices.some((slot) => member(slot, 'volume_id') === item.id) };
};

const volumeRows: readonly FieldRow[] = [
  data('label', { label: 'data-old' }, { label: 'data-new' }, ({ item }) => item['label'], 'data-new'),
  data('size', {}, { size: 30 }, ({ item }) => item['size'], 30),
  data('tags', { tags: ['old', 'both'] }, { tags: ['both', 'new'] }, ({ item }) => userTags(item['tags'] as string[]), ['both', 'new']),
  data('instanceRef', {}, ref(HOSTS[0]), whereabouts, { on: HOSTS[0], inProfile: true }),
  data('instanceId', {}, ({ given }) => ({ instanceId: given.hosts[1].id }), whereabouts, { on: HOSTS[1], inProfile: true }),
  data('detached', ref(HOSTS[0]), { detached: true }, whereabouts, { on: null, inProfile: false }),
  data('configId', {}, ({ given }) => ({ ...ref(HOSTS[0]), configId: given.profile.id }), whereabouts, { on: HOSTS[0], inProfile: true }),
  data('persistAcrossBoots', {}, { ...ref(HOSTS[1]), persistAcrossBoots: false }, whereabouts, { on: HOSTS[1], inProfile: false }),
];

/** Every field that may change, a row each. */
export const FIELD_ROWS: readonly FieldRow[] = [...instanceRows, ...volumeRows];

/** Another value for every field that may not, by kind. */
export const FROZEN: Readonly<Record<string, Spec>> = {
  Instance: {
    region: 'us-east',
    image: 'compute/alpine3.15',
    rootPasswordSecretRef: { name: 'other' },
    authorizedKeys: ['ssh-ed25519 AAAA other'],
    authorizedUsers: ['other'],
    stackscriptId: 10_079,
    stackscriptDataFrom: { name: 'other' },
    backupId: 1,
    swapSize: 256,
    interfaces: [{ purpose: 'public' }],
  },
  Volume: { region: 'us-east', cloneFrom: { volumeId: 1 } },
};

/** Kinds whose rows are still to be written. */
export const OWED: readonly string[] = ['DnsRecord', 'Domain', 'Firewall', 'KubeCluster', 'MySQLDatabase'];
