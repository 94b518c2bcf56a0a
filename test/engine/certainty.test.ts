import { describe, expect, test } from 'vitest';
import { intentIn } from '../../src/engine/pass/intent.ts';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { volume } from '../../src/kinds/volume/index.ts';
import { ANNOTATION } from '../../src/model/group.ts';
import { asRecord, parseJson } from '../../src/model/parse.ts';
import { membersOf } from '../../src/model/status-layout.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const SPEC = { region: 'eu-west', size: 20, policy: { loss: 'Recreate' } };
const named = (name: string): ObjectName => ({ kind: 'Volume', namespace: 'default', name });
const isReady = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Ready')?.status === 'True';
const statusOf = (world: World, name: ObjectName) => asRecord(world.cluster.get(name)?.status);
const posts = (world: World): number =>
  world.wire.sent.filter((sent) => sent === 'POST /volumes').length;
const intentAt = (world: World, name: ObjectName): unknown =>
  intentIn(membersOf(world.cluster.get(name)?.status)['intent'])?.at;

/** Builds an installation with ready volumes. */
async function withVolumes(count: number) {
  const world = new World({ kinds: [volume] });
  world.start();
  const names = Array.from({ length: count }, (_, at) => named(`data-${at}`));
  for (const name of names) world.cluster.apply(name, SPEC);
  await world.until(() => names.every((name) => isReady(world, name)));
  await world.time.advance(2 * MINUTE_MS);
  return { world, names };
}

describe('a creating request', () => {
  test('is not sent under an intent that took too long to write: it gets a fresh one', async () => {
    const stale: unknown[] = [];
    const world: World = new World({
      kinds: [volume],
      between: ({ cloud, cluster }) => ({
        cloud,
        cluster: {
          ...cluster,
          patchStatus: async (object, status) => {
            const written = await cluster.patchStatus(object, status);
            if (stale.length > 0 || membersOf(status)['intent'] === undefined) return written;
            stale.push(intentAt(world, named('data')));
            await new Promise<void>((wake) => world.time.at(world.time.now() + 11_000, wake));
            return written;
          },
        },
      }),
    });
    world.start();
    const sentAt: (readonly [unknown, number])[] = [];
    world.wire.witnesses.push(({ method }) => {
      if (method === 'POST') sentAt.push([intentAt(world, named('data')), world.clock.now()]);
      return () => undefined;
    });
    world.cluster.apply(named('data'), SPEC);
    await world.until(() => isReady(world, named('data')));
    const [[intended, sent] = [0, 0]] = sentAt;
    expect(sentAt).toHaveLength(1);
    expect(intended).not.toBe(stale[0]);
    expect(sent - Number(intended)).toBeLessThan(10_000);
    await world.stop();
  });
});

describe('of two objects that say the same item is theirs', () => {
  test('the older one has it after every start, whatever their names, and the other one names it', async () => {
    const { world, names } = await withVolumes(1);
    const [older = named('')] = names;
    await world.stop();
    const { id, account } = statusOf(world, older);
    const younger = world.cluster.apply(named('a-copy'), SPEC);
    await world.cluster.patchStatus(younger, { id, account });
    for (let starts = 0; starts < 3; starts++) {
      world.start();
      await world.time.advance(MINUTE_MS);
      expect(isReady(world, older)).toBe(true);
      expect(world.condition(named('a-copy'), 'Stalled')).toMatchObject({
        reason: 'Conflict',
        message: `item ${String(id)} belongs to Volume default/data-0`,
      });
      await world.stop();
    }
  });

  test('that of a create that may still be out has its key', async () => {
    const world = new World({ kinds: [volume] });
    world.start();
    world.fate = (what) => (what === 'POST /volumes' ? 'before' : 'live');
    world.cluster.apply(named('first'), { ...SPEC, label: 'wanted' });
    await world.until(() => !world.alive);
    world.fate = () => 'live';
    world.kill();
    world.cluster.apply(named('a-second'), { ...SPEC, label: 'wanted' });
    world.start();
    await world.until(() => isReady(world, named('first')));
    expect(world.condition(named('a-second'), 'Synced')?.reason).toBe('Conflict');
    expect(posts(world)).toBe(1);
    await world.stop();
  });
});

describe('of many items that vanish at once', () => {
  /** Shows a wrong account consistently: one volume in complete listings, and none of the others by
   *  id. */
  const hide = (world: World): void => {
    world.service.addFault({
      kind: 'refuse',
      route: '/volumes/{volumeId}',
      method: 'GET',
      status: 404,
      reason: 'Not found',
    });
    world.wire.garble = (answer, { url }) => {
      const { data } = asRecord(parseJson(answer.text));
      if (!url.pathname.endsWith('/volumes') || !Array.isArray(data)) return answer;
      return {
        ...answer,
        text: JSON.stringify({ data: data.slice(-1), page: 1, pages: 1, results: 1 }),
      };
    };
  };
  const show = (world: World): void => {
    world.service.clearFaults();
    world.wire.garble = (answer) => answer;
  };

  test('nothing is concluded while it may be a mistake: none is created again', async () => {
    const { world, names } = await withVolumes(8);
    const before = posts(world);
    const ids = names.map((name) => statusOf(world, name)['id']);
    hide(world);
    world.cluster.annotate(named('data-0'), { [ANNOTATION.sync]: 'look' });
    await world.time.advance(MINUTE_MS);
    expect(world.gauges?.cloud.gauges().observations).toMatchObject([
      { route: '/volumes', items: 1, distrusted: 1 },
    ]);
    expect(world.wire.sent.filter((sent) => sent === `GET /volumes/${String(ids[0])}`)).not.toEqual(
      [],
    );
    show(world);
    await world.time.advance(30 * MINUTE_MS);
    expect([posts(world), names.map((name) => statusOf(world, name)['id'])]).toEqual([before, ids]);
    expect(names.filter((name) => !isReady(world, name))).toEqual([]);
    await world.stop();
  });

  test('it is believed once several complete listings agree, and then the brake holds most of them', async () => {
    const { world, names } = await withVolumes(8);
    const before = posts(world);
    for (const { id } of world.outsider.rows<{ readonly id: number }>('/volumes'))
      world.outsider.call('DELETE', `/volumes/${id}`);
    await world.time.advance(45_000);
    expect(posts(world)).toBe(before);
    await world.time.advance(8 * MINUTE_MS);
    expect(posts(world)).toBe(before + 5);
    await world.until(() => names.every((name) => isReady(world, name)));
    expect(world.outsider.rows('/volumes')).toHaveLength(8);
    await world.stop();
  });
});
