import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { everyPlay, someOf, titleOf } from '../robustness/matrix/choice.ts';
import { again, change, staged, wait } from '../robustness/matrix/play.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const WEB = { kind: 'Instance', namespace: 'default', name: 'web-1' };
const machine = (type: string, policy: object = {}) => ({
  region: 'eu-west',
  type,
  image: 'compute/debian11',
  policy,
});
const machines = '/compute/instances';

interface Row {
  readonly id: number;
  readonly type: string;
  readonly status: string;
}

const rowsIn = (world: World): readonly Row[] => world.outsider.rows<Row>(machines);

const stateOf = (world: World): string =>
  rowsIn(world)
    .map(({ type, status }) => `${type} ${status}`)
    .join();

/** Builds a running instance without `booted` in the spec, shortly after its plan was changed. */
async function resizing(policy: object = {}): Promise<World> {
  const world = new World({ kinds: KINDS, limits: 'off', pollMs: 120_000 });
  world.start();
  world.cluster.apply(WEB, machine('g6-nanode-1', policy));
  await world.time.advance(10 * MINUTE_MS);
  world.cluster.apply(WEB, machine('g6-standard-1', policy));
  return world;
}

const DEATHS = [0.2, 0.5, 1, 2, 4, 8, 15, 30, 60, 90, 120, 180, 240, 300, 420];

describe('what a step of ours switched off runs again', { timeout: 60_000 }, () => {
  test.each(DEATHS)(
    'after a resize during which the process died, %d s after the change',
    async (seconds) => {
      const world = await resizing();
      await world.time.advance(seconds * 1_000);
      world.kill();
      await world.time.advance(5 * MINUTE_MS);
      world.start();
      await world.time.advance(30 * MINUTE_MS);
      expect([stateOf(world), world.condition(WEB, 'Ready')?.status]).toEqual([
        'g6-standard-1 running',
        'True',
      ]);
      await world.stop();
    },
  );

  test.each([
    ['requires consent since', {}, 'consent'],
    ['is refused since', { drift: 'Correct' }, 'There is no room.'],
  ])(
    'after a resize that ended offline with the old plan, and that %s',
    async (_name, policy, message) => {
      const world = await resizing(policy);
      await world.until(() => stateOf(world) !== 'g6-nanode-1 running', 5 * MINUTE_MS);
      await world.until(() => stateOf(world).startsWith('g6-standard-1'));
      // A failed move ends as it began: offline, with the old plan.
      world.service.addFault({
        kind: 'refuse',
        method: 'POST',
        route: '/compute/instances/{computeId}/resize',
        status: 400,
        reason: 'There is no room.',
      });
      world.wire.garble = (answer, { method, url }) =>
        method === 'GET' && /instances(\/\d+)?$/.test(url.pathname)
          ? { ...answer, text: answer.text.replaceAll('g6-standard-1', 'g6-nanode-1') }
          : answer;
      await world.time.advance(30 * MINUTE_MS);
      expect(stateOf(world)).toBe('g6-standard-1 running');
      expect(world.condition(WEB, 'Synced')?.message).toContain(message);
      await world.stop();
    },
  );

  const plays = someOf(
    everyPlay().filter(
      ({ tried, row, dialect }) =>
        tried.kind.kind === 'Instance' &&
        dialect === 'recorded' &&
        row.item !== null &&
        row.deleting !== true &&
        row.spec?.['booted'] !== false,
    ),
    0.1,
  );

  test.each(plays.map((play) => [titleOf(play), play] as const))(
    '%s',
    async (_title, { tried, row, dialect }) => {
      const stand = again(await staged(tried, row, dialect), {});
      const ran = rowsIn(stand.world)
        .filter(({ status }) => status === 'running')
        .map(({ id }) => id);
      stand.world.start();
      change(stand);
      await wait(stand, 30 * MINUTE_MS);
      await stand.world.time.advance(10 * MINUTE_MS);
      const off = rowsIn(stand.world).filter(
        ({ id, status }) => ran.includes(id) && status !== 'running',
      );
      expect(off).toEqual([]);
      await stand.world.stop();
    },
  );
});
