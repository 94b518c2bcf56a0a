import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { Config } from '../../api/configs.ts';
import type { Instance } from '../../api/instances.ts';
import { CASE_MARK, CASE_NAME } from '../../model/case.ts';
import { calls } from '../../model/plan.ts';
import type { Write } from '../../model/request.ts';
import type { Call } from '../../model/step.ts';
import { instanceCases } from './cases/index.ts';
import { instance } from './index.ts';
import type { ProfileSpec, SlotSpec } from './parts/profiles/spec.ts';
import type { InstanceSpec } from './spec.ts';
import type { Recorded } from './types.ts';

/** An instance and its profiles in a simulated service without delays. */
interface World {
  readonly item: Instance;
  readonly configs: readonly Config[];
}

const example = instance.item.parse(instanceCases.item);
const freshProfile: Config = {
  id: 0,
  label: '',
  comments: '',
  devices: {
    sda: null,
    sdb: null,
    sdc: null,
    sdd: null,
    sde: null,
    sdf: null,
    sdg: null,
    sdh: null,
  },
  helpers: {
    devtmpfs_automount: true,
    distro: true,
    modules_dep: true,
    network: true,
    updatedb_disabled: true,
  },
  interfaces: [],
  kernel: 'compute/latest-64bit',
  memory_limit: 0,
  root_device: '/dev/sda',
  run_level: 'default',
  virt_mode: 'paravirt',
};

const ACTIONS: Readonly<
  Record<string, (item: Instance, body: Readonly<Record<string, unknown>>) => Instance>
> = {
  boot: (item) => ({ ...item, status: 'running' }),
  shutdown: (item) => ({ ...item, status: 'offline' }),
  resize: (item, { type }) => ({ ...item, type: String(type), status: 'offline' }),
  ips: (item) => ({ ...item, ipv4: [...item.ipv4, '192.168.143.197'] }),
  enable: (item) => ({
    ...item,
    backups: { ...item.backups, enabled: true, schedule: { day: null, window: 'Scheduling' } },
  }),
  cancel: (item) => ({
    ...item,
    backups: { ...item.backups, enabled: false, schedule: { day: null, window: null } },
  }),
  '7': (item, { backups, ...body }) => ({
    ...item,
    ...body,
    backups: { ...item.backups, ...(backups as object) },
  }),
};

function obeyed(world: World, { method, path, body = {} }: Write): World {
  const profile = /\/configs(?:\/(\d+))?$/.exec(path);
  if (profile === null)
    return {
      ...world,
      item: ACTIONS[path.split('/').at(-1) ?? '']?.(world.item, body) ?? world.item,
    };
  if (method === 'POST')
    return {
      ...world,
      configs: [...world.configs, { ...freshProfile, ...body, id: world.configs.length + 100 }],
    };
  return {
    ...world,
    configs: world.configs.map((config) =>
      config.id === Number(profile[1]) ? { ...config, ...body } : config,
    ),
  };
}

interface Pass {
  readonly sent: readonly Call[];
  readonly world: World;
}

/** Runs passes until nothing is left to do, each up to its first wait. */
function passes(spec: InstanceSpec, world: World, recorded: Recorded, left = 8): readonly Pass[] {
  const desired = { spec, name: CASE_NAME, mark: CASE_MARK, secrets: {} };
  const details = { configs: world.configs };
  const steps = instance.update(desired, { item: world.item, details }, recorded);
  if (steps.length === 0 || left === 0) return [];
  const stop = steps.findIndex(({ type }) => type !== 'call');
  const sent = calls(stop < 0 ? steps : steps.slice(0, stop));
  const next = sent.reduce((now, { write }) => obeyed(now, write), world);
  const told = instance.report(
    { item: next.item, details: { configs: next.configs } },
    recorded,
    desired,
  );
  return [
    { sent, world: next },
    ...passes(spec, next, { configs: told.configs ?? [], parts: told.parts ?? [] }, left - 1),
  ];
}

const contents = fc.constantFrom<SlotSpec[]>(
  { kind: 'Disk', diskId: 31 },
  { kind: 'Volume', volumeRef: { id: 12 } },
  { kind: 'Empty' },
);
const profiles = fc
  .record(
    {
      kernel: fc.constantFrom('compute/grub2', 'compute/latest-64bit'),
      comments: fc.constantFrom('', 'c'),
      memoryLimit: fc.constantFrom(0, 512, 1024),
      devices: fc.record({ sda: contents, sdb: contents, sdh: contents }, { requiredKeys: [] }),
      helpers: fc.record({ network: fc.boolean(), distro: fc.boolean() }, { requiredKeys: [] }),
      interfaces: fc.constantFrom<NonNullable<ProfileSpec['interfaces']>[]>(
        [],
        [{ purpose: 'public' }],
        [{ purpose: 'vlan', label: 'back' }],
      ),
      runLevel: fc.constantFrom('default' as const, 'single' as const),
    },
    { requiredKeys: [] },
  )
  .map((fields) => ({ label: 'main', ...fields }));
const specs: fc.Arbitrary<InstanceSpec> = fc.record(
  {
    label: fc.constantFrom('web-1', CASE_NAME),
    group: fc.constantFrom('', 'web'),
    type: fc.constantFrom('g6-nanode-1', 'g6-standard-2'),
    tags: fc.subarray(['web', 'old']),
    booted: fc.boolean(),
    privateIp: fc.boolean(),
    watchdogEnabled: fc.boolean(),
    alerts: fc.record(
      { cpu: fc.constantFrom(0, 90), networkIn: fc.constantFrom(10, 20) },
      { requiredKeys: [] },
    ),
    backupsEnabled: fc.boolean(),
    backups: fc.record({
      schedule: fc.record(
        { day: fc.constant('Sunday' as const), window: fc.constant('W2' as const) },
        { requiredKeys: [] },
      ),
    }),
    configs: fc.array(profiles, { minLength: 1, maxLength: 1 }),
  },
  { requiredKeys: [] },
);
const worlds: fc.Arbitrary<World> = fc
  .record({
    item: fc.record({
      label: fc.constantFrom('web-1', 'other'),
      status: fc.constantFrom('running', 'offline'),
      type: fc.constantFrom('g6-nanode-1', 'g6-standard-2'),
      tags: fc.subarray(['old', CASE_MARK, 'k8s:another']),
      image: fc.constant('compute/debian11'),
    }),
    configs: fc.constantFrom<readonly Config[]>(
      [],
      [{ ...freshProfile, id: 3, label: 'main' }],
      [{ ...freshProfile, id: 4, label: 'other' }],
    ),
  })
  .map(({ item, configs }) => ({ item: { ...example, ...item }, configs }));

test.prop([specs, worlds])(
  'reaches the spec in four passes and then does nothing',
  (spec, world) => {
    const done = passes(spec, world, {});
    expect(done.length).toBeLessThanOrEqual(4);
    const end = done.at(-1)?.world ?? world;
    if (spec.booted !== undefined)
      expect(end.item.status).toBe(spec.booted ? 'running' : 'offline');
    expect(
      instance.health(
        { spec, name: CASE_NAME, mark: null, secrets: {} },
        { item: end.item, details: {} },
        {},
      ).ready,
    ).toBe(true);
  },
);

test.prop([specs, worlds])(
  'leaves profiles and device slots alone that the spec does not name',
  (spec, world) => {
    const other = {
      ...freshProfile,
      id: 9,
      label: 'foreign',
      devices: { ...freshProfile.devices, sdc: { disk_id: null, volume_id: 99 } },
    };
    const shared = world.configs.map((config) => ({ ...config, devices: other.devices }));
    const end =
      passes(spec, { ...world, configs: [...shared, other] }, {}).at(-1)?.world.configs ?? [];
    expect(end.filter(({ id }) => id === 9)).toEqual(end.length === 0 ? [] : [other]);
    for (const config of end.filter(({ id }) => id < 9))
      expect(config.devices.sdc).toMatchObject({ volume_id: 99 });
  },
);

test.prop([specs, worlds])('what destroys comes after all that does not', (spec, world) => {
  const item = { ...world.item, backups: { ...world.item.backups, enabled: true } };
  const steps = calls(
    instance.update(
      { spec, name: CASE_NAME, mark: CASE_MARK, secrets: {} },
      { item, details: {} },
      {},
    ),
  );
  expect(steps.findIndex(({ effect }) => effect === 'destroys')).toBeOneOf([-1, steps.length - 1]);
});

test('keeps in status what was not looked at, and forgets stored backups when the service is off', () => {
  const desired = { spec: {}, name: CASE_NAME, mark: null, secrets: {} };
  const on = { ...example, backups: { ...example.backups, enabled: true } };
  expect(instance.report({ item: on, details: {} }, {}, desired)).not.toHaveProperty(
    'storedBackups',
  );
  expect(instance.report({ item: on, details: {} }, {}, desired)).not.toHaveProperty('disks');
  expect(instance.report({ item: example, details: {} }, {}, desired)).toMatchObject({
    storedBackups: null,
  });
  expect(
    instance.report({ item: example, details: { disks: null, configs: null } }, {}, desired),
  ).toMatchObject({
    disks: null,
    configs: null,
  });
});

test('remembers which slots the spec filled until they are free', () => {
  const spec: InstanceSpec = {
    configs: [{ label: 'main', devices: { sda: { kind: 'Disk', diskId: 31 } } }],
  };
  const [first] = passes(spec, { item: example, configs: [] }, {});
  const desired = { name: CASE_NAME, mark: CASE_MARK, secrets: {} };
  const details = { configs: first?.world.configs ?? [] };
  const told = instance.report({ item: example, details }, {}, { ...desired, spec });
  expect(told).toMatchObject({
    configs: [{ label: 'main', id: 100 }],
    parts: [{ label: 'main', devices: [{ slot: 'sda', diskId: 31 }] }],
  });
  const without: InstanceSpec = { configs: [{ label: 'main', devices: {} }] };
  expect(
    instance.report(
      { item: example, details },
      { configs: told.configs ?? [], parts: told.parts ?? [] },
      { ...desired, spec: without },
    ).parts,
  ).toEqual(told.parts);
});
