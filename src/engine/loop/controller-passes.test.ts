import { describe, expect, test } from 'vitest';
import { put, type Scene, stage } from '../../../test/support/stage.ts';
import { ELAPSED, NOW } from '../../../test/support/stage-service.ts';
import { ok, type Result } from '../../model/failure.ts';
import { writtenIn } from '../pass/last-written.ts';
import type { Account } from '../ports/cloud.ts';
import type { PassRecord } from '../ports/telemetry.ts';
import { Controller } from './controller.ts';
import { MOST_CHARACTERS } from './room.ts';

const KEY = 'Gadget/team/web';
const MINUTE = 60_000;
const SIGNED = { operator: { name: 'system/cloudinfra-operator' } };

const HERE: Scene = {
  status: { ...SIGNED, id: 7, account: 'A', observedGeneration: 1 },
  items: [{ id: 7 }],
};

/** Builds a controller over the objects of a stage, with a manual clock. Passes wait for their
 *  account until `end`. */
function rig(scene: Scene = {}, workers = 2) {
  let after = 0;
  let setFor: number | undefined;
  let ring = (): void => undefined;
  const waiting: (() => void)[] = [];
  const records: PassRecord[] = [];
  const clock = { now: () => NOW + after, elapsed: () => ELAPSED + after };
  const telemetry = { pass: (record: PassRecord) => void records.push(record) };
  const world = stage({ ...scene, env: { clock, telemetry } });
  const open = () =>
    new Promise<Result<Account>>((resolve) => waiting.push(() => resolve(ok(world.pass.account))));
  const settings = { ...world.env.settings, workers };
  const env = { ...world.env, settings, cloud: { open, onChange: () => undefined } };
  const controller = new Controller(env, world.pass.subject.kind, (onRing) => {
    ring = onRing;
    return { set: (at) => (setFor = at) };
  });
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    ...world,
    controller,
    records,
    /** Advances the clock. */
    pass: (ms: number) => {
      after += ms;
    },
    /** Returns the time of the alarm since the start; undefined: none is set. */
    rings: () => (setFor === undefined ? undefined : setFor - ELAPSED),
    ring: () => ring(),
    turn,
    /** Lets the waiting passes finish. */
    end: async () => {
      for (const go of waiting.splice(0)) go();
      await turn();
    },
  };
}
const named = (name: string) => ({ kind: 'Gadget', namespace: 'team', name });

describe('the activity of a controller', () => {
  test('reports due passes, running passes, and the longest duration', async () => {
    const { controller, cluster, pass, ring, turn, end } = rig();
    for (const name of ['a', 'b', 'c']) put(cluster, named(name), {});
    controller.start();
    controller.queue.add('Gadget/team/a', 'user');
    await turn();
    pass(200);
    controller.queue.add('Gadget/team/b', 'user');
    ring();
    await turn();
    pass(300);
    controller.queue.add('Gadget/team/c', 'user');
    ring();
    await turn();
    expect(controller.activity).toEqual({
      due: 1,
      active: 2,
      overdueMs: null,
      longestPassMs: 500,
    });
    await end();
    ring();
    await turn();
    await end();
    expect(controller.activity).toMatchObject({ active: 0, longestPassMs: 0 });
  });

  test('has few of the largest objects under way at once, and none of those that wait is overdue', async () => {
    const { controller, cluster, pass, ring, turn, end } = rig({}, 200);
    const names = Array.from({ length: 40 }, (_, n) => `large-${n}`);
    for (const name of names) put(cluster, named(name), {});
    cluster.sizeOf = () => MOST_CHARACTERS / 4;
    controller.start();
    for (const name of names) controller.queue.add(`Gadget/team/${name}`, 'user');
    const active: number[] = [];
    for (let n = 0; n < 10; n++) {
      ring();
      pass(1_000);
      await turn();
      active.push(controller.activity.active);
      expect(controller.activity.overdueMs).toBeNull();
      await end();
    }
    expect(active).toEqual(Array(10).fill(4));
    expect(controller.activity).toMatchObject({ due: 0, active: 0 });
  });

  test('has an object under way that is larger than all may be together', async () => {
    const { controller, cluster, turn } = rig({}, 200);
    for (const name of ['a', 'b']) put(cluster, named(name), {});
    cluster.sizeOf = () => 2 * MOST_CHARACTERS;
    controller.start();
    for (const name of ['a', 'b']) controller.queue.add(`Gadget/team/${name}`, 'user');
    await turn();
    expect(controller.activity).toMatchObject({ due: 1, active: 1 });
  });

  test('reports how long a startable pass is overdue', () => {
    const { controller, pass } = rig();
    const overdue = () => controller.activity.overdueMs;
    controller.queue.add(KEY, 'user', 100);
    expect(overdue()).toBeNull();
    controller.start();
    expect(overdue()).toBeNull();
    pass(100);
    expect(overdue()).toBe(0);
    pass(50);
    expect(overdue()).toBe(50);
    controller.queue.forget(KEY);
    expect([overdue(), controller.activity.due]).toEqual([null, 0]);
  });
});

test('the memory of an object is the same until it is forgotten', () => {
  const { controller } = rig();
  const memory = controller.queue.memory(KEY);
  memory.attempts = 5;
  expect(controller.queue.memory(KEY)).toBe(memory);
  expect(controller.queue.memory('Gadget/team/other').attempts).toBe(0);
  controller.queue.forget(KEY);
  expect(controller.queue.memory(KEY).attempts).toBe(0);
});

describe('a status that another writer changed', () => {
  test('asks for a pass where it is not what was written', () => {
    const { controller, cluster, pass } = rig({ status: SIGNED });
    const before = cluster.get(named('web')) ?? pass(0);
    if (before === undefined) throw new Error('no object');
    controller.queue.restoreSpoilt(KEY, before);
    expect(controller.activity.due).toBe(0);
    const memory = controller.queue.memory(KEY);
    cluster.spoil(named('web'), { id: 9 });
    const after = cluster.get(named('web')) ?? before;
    controller.queue.restoreSpoilt(KEY, after);
    expect(controller.activity.due).toBe(0);
    memory.lastWritten = writtenIn(after);
    controller.queue.restoreSpoilt(KEY, after);
    expect(controller.activity.due).toBe(0);
    memory.lastWritten = writtenIn(before);
    controller.queue.restoreSpoilt(KEY, after);
    expect(controller.activity.due).toBe(1);
  });

  test('while a pass is under way asks for one when that has ended', async () => {
    const { controller, cluster, turn, end, records } = rig(HERE);
    controller.start();
    for (const passes of [0, 1]) {
      controller.queue.add(KEY, 'user');
      await turn();
      if (passes === 0) await end();
    }
    const lastWritten = cluster.get(named('web'))?.status;
    cluster.spoil(named('web'), { ...SIGNED, id: 9 });
    const object = cluster.get(named('web'));
    if (object === undefined) throw new Error('no object');
    controller.queue.restoreSpoilt(KEY, object);
    expect(controller.activity.due).toBe(0);
    expect([records.length, controller.activity.active]).toEqual([1, 1]);
    await end();
    expect([records.length, controller.activity.active]).toEqual([2, 1]);
    await end();
    expect(cluster.get(named('web'))?.status).toEqual(lastWritten);
  });
});

describe('behind a pass', () => {
  const detailed: Scene = {
    ...HERE,
    kind: {
      details: () => ({ disks: { path: '/disks', schema: null as never, paged: false } }),
    },
  };
  test.each<[string, Scene, number]>([
    ['an object at rest is looked at in half an hour', HERE, 30 * MINUTE],
    ['one with details is looked at in ten minutes', detailed, 10 * MINUTE],
  ])('%s', async (_, scene, inMs) => {
    const { controller, turn, end, rings, records } = rig(scene);
    controller.queue.add(KEY, 'user');
    controller.start();
    await turn();
    expect(rings()).toBeUndefined();
    await end();
    expect(records).toMatchObject([{ name: 'web', outcome: 'settled' }]);
    expect([rings(), controller.activity]).toEqual([
      inMs,
      { due: 0, active: 0, overdueMs: null, longestPassMs: 0 },
    ]);
  });

  test('what is known of an object that went meanwhile is forgotten', async () => {
    for (const goes of [true, false]) {
      const { controller, cluster, claims, turn, end } = rig(HERE);
      const uid = cluster.get(named('web'))?.metadata.uid ?? '';
      controller.start();
      controller.queue.add(KEY, 'user');
      await turn();
      if (goes) cluster.forget(named('web'));
      await end();
      expect(claims.claimantOf(uid) === null).toBe(goes);
    }
  });

  test('the next begins where a worker is free, and none once it was stopped', async () => {
    const { controller, cluster, turn, end, records } = rig({}, 1);
    for (const name of ['a', 'b', 'c']) put(cluster, named(name), {});
    for (const name of ['a', 'b', 'c']) controller.queue.add(`Gadget/team/${name}`, 'user');
    controller.start();
    await turn();
    expect(controller.activity).toMatchObject({ active: 1, due: 2 });
    await end();
    await turn();
    expect(records.map(({ name }) => name)).toEqual(['a']);
    expect(controller.activity).toMatchObject({ active: 1, due: 1 });
    const stopped = controller.stop();
    await end();
    await stopped;
    expect(records.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(controller.activity).toMatchObject({ active: 0, due: 1, overdueMs: null });
  });
});
