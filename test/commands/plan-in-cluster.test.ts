import { describe, expect, test } from 'vitest';
import { actionOf, exitCodeOf } from '../../src/cli/plan/action.ts';
import { planLines } from '../../src/cli/plan/lines.ts';
import { NO_COLOURS } from '../../src/cli/plan/paint.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { ANNOTATION } from '../../src/model/group.ts';
import { asRecord } from '../../src/model/parse.ts';
import { describe as line } from '../../src/model/step.ts';
import { World } from '../support/world.ts';
import { type Desired, drawIn } from './plan/draw.ts';

const DATA = { kind: 'Volume', namespace: 'default', name: 'data' } as const;
const WEB = { kind: 'Instance', namespace: 'default', name: 'web' } as const;
const SPEC = { region: 'eu-west', size: 20 };
const MACHINE = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11', booted: true };

/** Builds a world with an idle volume and instance, without an operator. */
async function settled(): Promise<World> {
  const world = new World({ kinds: KINDS });
  world.cluster.apply(DATA, SPEC);
  world.cluster.apply(WEB, MACHINE);
  world.start();
  await world.until(() =>
    [DATA, WEB].every((name) => world.condition(name, 'Ready')?.status === 'True'),
  );
  await world.time.advance(20 * 60_000);
  await world.stop();
  return world;
}

const idOf = (world: World, name: typeof DATA | typeof WEB): number =>
  Number(asRecord(world.cluster.get(name)?.status)['id']);

/** Events in that world, the applied manifests, and the expected action and steps. ID is the
 *  item's. */
const rows: readonly [
  name: string,
  happens: (world: World) => void,
  desired: Desired,
  action: string,
  steps: readonly string[],
][] = [
  ['what is as it should be is left alone', () => {}, { ...DATA, spec: SPEC }, 'none', []],
  [
    'what vanished is made again where the spec says so',
    (world) => world.outsider.call('DELETE', `/volumes/${idOf(world, DATA)}`),
    { ...DATA, spec: { ...SPEC, policy: { loss: 'Recreate' } } },
    'create',
    ['Create (POST /volumes) region: eu-west, size: 20'],
  ],
  [
    'what vanished is held otherwise',
    (world) => world.outsider.call('DELETE', `/volumes/${idOf(world, DATA)}`),
    { ...DATA, spec: SPEC },
    'refuse',
    [],
  ],
  [
    'what is being deleted is waited for',
    (world) => world.cluster.delete(DATA),
    { ...DATA, spec: { ...SPEC, size: 40 } },
    'wait',
    [],
  ],
  [
    'a reference to an object of the cluster has its id',
    () => {},
    { ...DATA, spec: { ...SPEC, attachment: { mode: 'Attached', instanceRef: { name: 'web' } } } },
    'change',
    ['Attach (POST /volumes/ID/attach) attachment.instanceRef.id: WEB'],
  ],
  [
    'an item of another object of the cluster is not taken over',
    () => {},
    { ...DATA, name: 'thief', spec: { ...SPEC, import: { by: 'Label', label: 'data' } } },
    'refuse',
    [],
  ],
];

/** Fences around the item of an object, by the reason in its status. */
const FENCES: readonly (readonly [reason: string, happens: (world: World) => void])[] = [
  [
    'OtherCluster',
    (world) =>
      world.cluster.spoil(DATA, {
        ...asRecord(world.cluster.get(DATA)?.status),
        operator: { cluster: 'another' },
      }),
  ],
  [
    'TakenOver',
    (world) => {
      world.outsider.call('PUT', `/volumes/${idOf(world, DATA)}`, {
        tags: ['k8s:11111111-1111-4111-8111-111111111111'],
      });
    },
  ],
];

test.each(FENCES)(
  'the fence %s is shown as the status shows it, and is trouble',
  async (reason, happens) => {
    const world = await settled();
    happens(world);
    const desired = { ...DATA, spec: { ...SPEC, size: 40 } };
    const planned = await drawIn(world, [desired]);
    world.cluster.apply(DATA, desired.spec);
    world.start();
    await world.until(() => world.condition(DATA, 'Synced')?.status === 'False');
    const said = world.condition(DATA, 'Synced');
    expect(said?.reason).toBe(reason);
    expect(planned.map(({ forecast }) => forecast.verdict)).toMatchObject([
      { reason, message: said?.message },
    ]);
    expect([exitCodeOf(planned), planLines(planned, NO_COLOURS).join('\n')]).toEqual([
      1,
      expect.stringContaining(said?.message ?? '?'),
    ]);
    await world.stop();
  },
);

test('the fence of another namespace is shown where the cluster is not known', async () => {
  const world = await settled();
  world.cluster.spoil(DATA, {
    ...asRecord(world.cluster.get(DATA)?.status),
    operator: { namespace: 'another' },
  });
  const plan = (uid: string) =>
    drawIn(world, [{ ...DATA, spec: SPEC }], null, new Map([['default', uid]]));
  expect((await plan('here')).map(({ forecast }) => forecast.verdict.reason)).toEqual([
    'OtherCluster',
  ]);
  expect((await plan('another')).map(({ forecast }) => forecast.verdict.reason)).toEqual([
    'InSync',
  ]);
});

test('an invisible fence is reported, and no other', async () => {
  const world = await settled();
  const lines = async (uid: string | null) =>
    planLines(await drawIn(world, [{ ...DATA, spec: SPEC }], uid), NO_COLOURS).join('\n');
  expect(await lines(null)).toContain(
    'This command has no permission to read the namespaces that identify a cluster',
  );
  expect(await lines(world.cluster.uid())).not.toContain('namespaces that identify a cluster');
});

test('an object that was moved from another cluster adopts its item: what disrupts waits for consent', async () => {
  const world = await settled();
  const annotations = { [ANNOTATION.movedFrom]: 'another' };
  world.cluster.spoil(DATA, {
    ...asRecord(world.cluster.get(DATA)?.status),
    operator: { cluster: 'another' },
  });
  const planned = await drawIn(world, [{ ...DATA, spec: { ...SPEC, label: 'new' }, annotations }]);
  expect(planned.map(({ forecast }) => forecast.asking.map(line))).toEqual([
    [expect.stringContaining('Relabel')],
  ]);
  expect(planLines(planned, NO_COLOURS).join('\n')).toContain(
    'the item is adopted in its current state',
  );
});

describe('a plan that requires consent', () => {
  const WITHOUT = { ...MACHINE, backupsEnabled: false };
  /** Builds an instance with backups. */
  async function backedUp(): Promise<World> {
    const world = await settled();
    world.cluster.apply(WEB, { ...MACHINE, backupsEnabled: true });
    world.start();
    await world.until(
      () =>
        world.condition(WEB, 'Synced')?.observedGeneration === 2 &&
        world.condition(WEB, 'Ready')?.status === 'True',
    );
    await world.stop();
    return world;
  }
  const planOf = async (world: World, spec: Desired['spec']) => {
    const [planned] = await drawIn(world, [{ ...WEB, spec }]);
    if (planned === undefined) throw new Error('nothing was planned');
    const { hash, approval } = planned.forecast;
    return { hash: hash ?? '', approval, text: planLines([planned], NO_COLOURS).join('\n') };
  };
  const approving = (approvedPlan: string) => ({ ...WITHOUT, policy: { approvedPlan } });

  test('has a hash that approves it in the manifest, and no other plan', async () => {
    const world = await backedUp();
    const { hash, approval, text } = await planOf(world, WITHOUT);
    expect(approval).toBeNull();
    expect(text).toContain(`waits for consent: spec.policy.approvedPlan: ${hash}\n`);
    expect(text).toContain(
      `or: kubectl annotate --overwrite -n default instance/web ${ANNOTATION.consent}=${hash}\n`,
    );
    expect(await planOf(world, approving(hash))).toEqual({
      hash,
      approval: 'Approved',
      text: expect.stringContaining(`approved: ${hash}\n`),
    });
    const other = await planOf(world, approving('ab12'));
    expect(other).toMatchObject({ hash, approval: 'OtherPlan' });
    expect(other.text).toContain('spec.policy.approvedPlan has no effect: it names another plan\n');
    const held: unknown[] = [];
    world.cluster.listen((_, after) => held.push(asRecord(after?.status)['plan']));
    world.cluster.apply(WEB, approving(hash));
    world.start();
    await world.until(() => world.wire.sent.some((sent) => sent.endsWith('/backups/cancel')));
    expect(held.filter((plan) => plan !== undefined)).toEqual([]);
    await world.stop();
  });
});

test.for(rows)('%s', async ([, happens, desired, action, steps]) => {
  const world = await settled();
  const ids = { ID: idOf(world, desired.kind === 'Instance' ? WEB : DATA), WEB: idOf(world, WEB) };
  happens(world);
  const writes = world.cluster.writes.length;
  const [planned] = await drawIn(world, [desired]);
  if (planned === undefined) throw new Error('nothing was planned');
  const named = (text: string): string =>
    Object.entries(ids).reduce((so, [name, id]) => so.replaceAll(String(id), name), text);
  expect(actionOf(planned.forecast)).toBe(action);
  expect(planned.forecast.steps.map(line).map(named)).toEqual(steps);
  expect(world.cluster.writes.length).toBe(writes);
  expect(world.bugs).toEqual([]);
});
