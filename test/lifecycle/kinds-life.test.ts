import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { World } from '../support/world.ts';

const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };
const APP: ObjectName = { kind: 'Instance', namespace: 'default', name: 'app' };
const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const COPY: ObjectName = { kind: 'Volume', namespace: 'default', name: 'copy' };

const place = { region: 'eu-west', type: 'g6-nanode-1' };
const deployed = { ...place, image: 'compute/debian11' };
const volume = { region: 'eu-west', size: 20 };

interface Chapter {
  readonly name: string;
  /** Objects that are applied together, and have to become Ready. */
  readonly apply: readonly (readonly [ObjectName, object])[];
  readonly shows: (world: World) => void;
}

interface Row {
  readonly [field: string]: unknown;
}

const isReady = (world: World, name: ObjectName): boolean => {
  const object = world.cluster.get(name);
  const status = object?.status as { readonly observedGeneration?: number } | undefined;
  return (
    world.condition(name, 'Ready')?.status === 'True' &&
    status?.observedGeneration === object?.metadata.generation
  );
};
const row = (world: World, path: string, label: string): Row | undefined =>
  world.outsider.rows<Row>(path).find((one) => one['label'] === label);
const instance = (world: World, label = 'web') => row(world, '/compute/instances', label);
const profiles = (world: World, label: string) =>
  world.outsider.rows<Row>(`/compute/instances/${Number(instance(world, label)?.['id'])}/configs`);
const statusOf = (world: World, name: ObjectName) => world.cluster.get(name)?.status as Row;

const chapters: readonly Chapter[] = [
  {
    name: 'is deployed and boots',
    apply: [[WEB, { ...deployed, booted: true }]],
    shows: (world) =>
      expect(instance(world)).toMatchObject({ status: 'running', image: 'compute/debian11' }),
  },
  {
    name: 'takes every setting',
    apply: [
      [
        WEB,
        {
          ...deployed,
          booted: true,
          label: 'web-1',
          group: 'g',
          tags: ['blue'],
          watchdogEnabled: false,
          alerts: { cpu: 50, transferQuota: 20 },
          backupsEnabled: true,
          backups: { schedule: { day: 'Sunday', window: 'W4' } },
          privateIp: true,
        },
      ],
    ],
    shows: (world) => {
      expect(instance(world, 'web-1')).toMatchObject({
        group: 'g',
        watchdog_enabled: false,
        alerts: { cpu: 50, io: 10_000, transfer_quota: 20 },
        backups: { enabled: true, schedule: { day: 'Sunday', window: 'W4' } },
        ipv4: [expect.any(String), expect.stringMatching(/^192\.168\./)],
      });
      expect(statusOf(world, WEB)).toMatchObject({
        backups: { enabled: true, day: 'Sunday' },
        disks: [{ status: 'ready' }, { filesystem: 'swap' }],
      });
    },
  },
  {
    name: 'is resized and runs again',
    apply: [[WEB, { ...deployed, booted: true, label: 'web-1', type: 'g6-standard-2' }]],
    shows: (world) =>
      expect(instance(world, 'web-1')).toMatchObject({ type: 'g6-standard-2', status: 'running' }),
  },
  {
    name: 'is shut down',
    apply: [[WEB, { ...deployed, label: 'web-1', type: 'g6-standard-2', booted: false }]],
    shows: (world) => expect(instance(world, 'web-1')).toMatchObject({ status: 'offline' }),
  },
  {
    name: 'gets profiles, one with a volume that is made for it',
    apply: [
      [
        WEB,
        {
          ...deployed,
          label: 'web-1',
          type: 'g6-standard-2',
          booted: true,
          bootConfig: 'main',
          configs: [
            {
              label: 'main',
              kernel: 'compute/grub2',
              helpers: { network: false },
              devices: { sdc: { kind: 'Volume', volumeRef: { name: 'data' } } },
            },
          ],
        },
      ],
      [DATA, volume],
    ],
    shows: (world) => {
      const main = profiles(world, 'web-1').find((one) => one['label'] === 'main');
      expect(main).toMatchObject({
        kernel: 'compute/grub2',
        helpers: { network: false, distro: true },
      });
      expect(main?.['devices']).toMatchObject({
        sdc: { volume_id: row(world, '/volumes', 'data')?.['id'] },
      });
      expect(instance(world, 'web-1')).toMatchObject({ status: 'running' });
    },
  },
  {
    name: 'its profile changes',
    apply: [
      [
        WEB,
        {
          ...deployed,
          label: 'web-1',
          type: 'g6-standard-2',
          booted: true,
          bootConfig: 'main',
          configs: [
            {
              label: 'main',
              kernel: 'compute/latest-64bit',
              devices: {},
              comments: 'c',
              memoryLimit: 512,
              rootDevice: '/dev/sdb',
              runLevel: 'single',
              interfaces: [{ purpose: 'public' }, { purpose: 'vlan', label: 'back' }],
            },
          ],
        },
      ],
    ],
    shows: (world) => {
      const main = profiles(world, 'web-1').find((one) => one['label'] === 'main');
      expect(main).toMatchObject({
        kernel: 'compute/latest-64bit',
        comments: 'c',
        memory_limit: 512,
        root_device: '/dev/sdb',
        run_level: 'single',
      });
      expect(main?.['interfaces']).toMatchObject([
        { purpose: 'public' },
        { purpose: 'vlan', label: 'back' },
      ]);
      expect(
        Object.values(main?.['devices'] as Row)
          .flatMap((slot) => (slot === null ? [] : [(slot as Row)['volume_id']]))
          .filter(Boolean),
      ).toEqual([]);
    },
  },
];

describe.each(['recorded', 'documents'] as const)('in the dialect %s', (dialect) => {
  test('an instance goes through its life', async () => {
    const world = new World({ kinds: KINDS, dialect, pollMs: 120_000 });
    world.start();
    for (const chapter of chapters) {
      for (const [name, spec] of chapter.apply) world.cluster.apply(name, spec);
      await world
        .until(() => chapter.apply.every(([name]) => isReady(world, name)))
        .catch((error: unknown) => {
          throw new Error(
            `${chapter.name}: ${String(error)}\n${JSON.stringify(
              chapter.apply.map(([n]) => statusOf(world, n)),
              null,
              1,
            ).slice(0, 3000)}`,
          );
        });
      chapter.shows(world);
    }
    world.cluster.delete(WEB);
    await world.until(() => world.cluster.get(WEB) === undefined);
    expect(world.outsider.rows('/compute/instances')).toEqual([]);
    expect(world.bugs).toEqual([]);
    expect(world.service.calls().unknownFields).toBe(0);
    await world.stop();
  });

  test('a volume is attached, moved, grown, detached and copied', async () => {
    const world = new World({ kinds: KINDS, dialect, pollMs: 120_000 });
    world.start();
    world.cluster.apply(WEB, deployed);
    world.cluster.apply(APP, deployed);
    world.cluster.apply(DATA, {
      ...volume,
      attachment: { mode: 'Attached', instanceRef: { name: 'web' } },
    });
    const at = () => row(world, '/volumes', 'data')?.['compute_label'];
    const reaches = async (spec: object, label: string | null) => {
      world.cluster.apply(DATA, spec);
      await world
        .until(() => isReady(world, DATA))
        .catch((error: unknown) => {
          throw new Error(`${JSON.stringify(spec)}: ${String(error)}`);
        });
      expect(at()).toBe(label);
    };
    await reaches(
      { ...volume, attachment: { mode: 'Attached', instanceRef: { name: 'web' } } },
      'web',
    );
    await reaches(
      {
        ...volume,
        size: 40,
        tags: ['blue'],
        attachment: { mode: 'Attached', instanceRef: { name: 'app' } },
      },
      'app',
    );
    expect(row(world, '/volumes', 'data')).toMatchObject({ size: 40 });
    const sentBack = world.time.now();
    await reaches(
      { ...volume, size: 40, attachment: { mode: 'Attached', instanceRef: { name: 'web' } } },
      'web',
    );
    // The effect of the previous detachment showed long ago: the next one does not wait for it.
    expect(world.time.now() - sentBack).toBeLessThan(20_000);
    await reaches({ ...volume, size: 40 }, 'web');
    await reaches({ ...volume, size: 40, attachment: { mode: 'Detached' } }, null);
    world.cluster.apply(COPY, {
      cloneFrom: { volumeRef: { name: 'data' } },
      size: 50,
      tags: ['copy'],
    });
    await world.until(() => isReady(world, COPY));
    expect(row(world, '/volumes', 'copy')).toMatchObject({
      size: 50,
      region: 'eu-west',
      tags: ['copy', expect.stringMatching(/^k8s:/)],
    });
    expect(world.bugs).toEqual([]);
    expect(world.service.calls().unknownFields).toBe(0);
    await world.stop();
  });
});
