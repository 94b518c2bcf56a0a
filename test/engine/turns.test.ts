import { expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import type { Turns } from '../../src/engine/ports/turns.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { World } from '../support/world.ts';

const COUNT = 60;
/** Limit of passes that end in one turn: one that continued, and others that end by themselves. */
const MOST = 3;
const RULES = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' };
const names = Array.from(
  { length: COUNT },
  (_, n): ObjectName => ({ kind: 'Firewall', namespace: 'default', name: `firewall-${n}` }),
);

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Turns that always yield. */
function strictTurns(): Turns {
  let last = Promise.resolve();
  const rest = (): Promise<void> => {
    last = last.then(nextTurn);
    return last;
  };
  return { isOver: () => true, rest };
}

/** Returns the most passes that end in one turn of the event loop during an action. */
async function mostEnded(world: World, during: () => Promise<void>): Promise<number> {
  let [before, most] = [world.passes.length, 0];
  const state = { isDone: false };
  const count = async (): Promise<void> => {
    while (!state.isDone) {
      await nextTurn();
      most = Math.max(most, world.passes.length - before);
      before = world.passes.length;
    }
  };
  const counted = count();
  await during();
  state.isDone = true;
  await counted;
  return most;
}

const areReady = (world: World): boolean =>
  names.every((name) => world.condition(name, 'Ready')?.status === 'True');

test('passes that waited for one listing go on one a turn: when many objects come at once, and when a process finds them at rest', async () => {
  const world = new World({ kinds: KINDS, limits: 'off', turns: strictTurns() });
  world.start();
  for (const name of names) world.cluster.apply(name, { rules: RULES });
  const arriving = await mostEnded(world, () => world.until(() => areReady(world)));
  await world.stop();
  const before = world.passes.length;
  const resting = await mostEnded(world, async () => {
    world.start();
    await world.until(() => world.passes.length >= before + COUNT);
  });
  expect([arriving, resting].map((passes) => Math.max(passes, MOST))).toEqual([MOST, MOST]);
  await world.stop();
});
