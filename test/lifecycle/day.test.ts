import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import type { Condition } from '../../src/model/common-status.ts';
import { asRecord } from '../../src/model/parse.ts';
import {
  applySpec,
  breachesOf,
  characterOf,
  meddle,
  newStage,
  type Stage,
} from '../robustness/histories/stage.ts';
import { UNIVERSE } from '../robustness/histories/universe.ts';
import { collectGarbage } from '../support/garbage.ts';
import { isReady } from '../support/invariants.ts';
import { inSoak } from '../support/soak.ts';

const HOUR_MS = 3_600_000;
const DAYS = inSoak(1, 7);
const CHARACTERS = Object.keys(UNIVERSE);
/** Spec members for the outside changes below: an absent member is not managed. */
const NAMED: Readonly<Record<string, object>> = {
  'Volume/data': { label: 'data' },
  'Instance/web': { label: 'web' },
  'MySQLDatabase/shop': { label: 'shop' },
  'KubeCluster/work': { label: 'work' },
};

const objects = ({ world }: Stage): readonly KubeObject[] =>
  KINDS.flatMap((kind) => world.cluster.all(kind.kind));
const titleOf = ({ kind, metadata }: KubeObject): string => `${kind}/${metadata.name}`;

/** Builds an installation with at least one object of every kind, idle for an hour. */
async function atRest(): Promise<Stage> {
  const stage = newStage('admin');
  for (const who of CHARACTERS) {
    stage.applied.set(who, { ...characterOf(who).specs[0], ...NAMED[who] });
    applySpec(stage, who);
  }
  await stage.world.until(() => objects(stage).every(isReady), 3 * HOUR_MS);
  await stage.world.time.advance(HOUR_MS);
  return stage;
}

const conditionsOf = (object: KubeObject | undefined): readonly Condition[] =>
  (object?.status as { readonly conditions?: readonly Condition[] } | undefined)?.conditions ?? [];

/** Counts transitions of conditions from now on: `Volume/data Ready` twice. */
function countTurns({ world }: Stage): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  world.cluster.listen((before, after) => {
    for (const { type, status } of conditionsOf(after)) {
      const last = conditionsOf(before).find((one) => one.type === type);
      const what = `${titleOf(after ?? expect.unreachable())} ${type}`;
      if (last !== undefined && last.status !== status)
        counts.set(what, (counts.get(what) ?? 0) + 1);
    }
  });
  return counts;
}

/** Records every status of an item that its object shows from now on. */
function statesWritten({ world }: Stage): readonly string[] {
  const states: string[] = [];
  world.cluster.listen((_, after) => {
    if (after !== undefined)
      states.push(`${titleOf(after)} ${String(asRecord(after.status)['state'])}`);
  });
  return states;
}

/** Drops the harness's records. */
function forgetCounts({ world }: Stage): void {
  for (const kept of [world.wire.sent, world.passes, world.cluster.writes]) kept.splice(0);
}

/** Returns the live heap without the records in MB. */
function heapMb(stage: Stage): number {
  forgetCounts(stage);
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Limits of requests per minute: hints every 5 s, listings every 30 s, details in a slow
 *  rotation. */
const OFTEN: Readonly<Record<string, number>> = {
  'GET /account/events': 12.1,
  'GET /profile': 0.3,
};
const allowed = (call: string): number => OFTEN[call] ?? (LISTINGS.has(call) ? 2.2 : 0.2);
const LISTINGS: ReadonlySet<string> = new Set(
  Object.values(UNIVERSE).map(({ path }) => `GET ${path.replace('{}', '{id}')}`),
);

/** Limits of transitions per undone change: away and back; during an operation of the service, two
 *  reads may contradict each other. */
const MOST_TURNS: Readonly<Record<string, number>> = { Ready: 2, Synced: 4 };

describe(`${DAYS} days`, { timeout: 600_000 }, () => {
  test('at rest: changes by the service are reported, nothing else is written, and memory does not grow', async () => {
    const stage = await atRest();
    const { world } = stage;
    forgetCounts(stage);
    const [turns, states, told] = [
      countTurns(stage),
      statesWritten(stage),
      world.cluster.events.length,
    ];
    await world.time.advance(DAYS * 24 * HOUR_MS);
    const calls = Map.groupBy(world.wire.sent, (call) => call.replaceAll(/\d{3,}/g, '{id}'));
    const tooMany = [...calls]
      .filter(([call, all]) => all.length / (DAYS * 24 * 60) > allowed(call))
      .map(([call, all]) => [call, all.length]);
    // A database is backed up every night.
    expect(states).toEqual(['MySQLDatabase/shop backing_up', 'MySQLDatabase/shop active']);
    expect(world.cluster.writes).toHaveLength(states.length);
    expect([[...turns], tooMany]).toEqual([[], []]);
    expect(world.cluster.events).toHaveLength(told);
    expect([...calls.keys()].filter((call) => !call.startsWith('GET '))).toEqual([]);
    // The first day fills permanent caches; later hours add nothing.
    const heap = heapMb(stage);
    await world.time.advance(inSoak(6, 24) * HOUR_MS);
    expect(heapMb(stage) - heap).toBeLessThan(1);
    expect(breachesOf(stage)).toEqual([]);
    await world.stop();
  });

  const hours = inSoak(12, DAYS * 24);

  test('with a user who undoes something every hour: all is corrected within the hour, and a condition changes and returns each time', async () => {
    const stage = await atRest();
    const { world } = stage;
    const turns = countTurns(stage);
    const undone = new Map<string, number>();
    for (let hour = 0; hour < hours; hour++) {
      const who = CHARACTERS[hour % CHARACTERS.length] ?? '';
      // The first change of each item, its deletion, is skipped.
      const round = Math.floor(hour / CHARACTERS.length);
      expect(meddle(stage, who, 1 + (round % (characterOf(who).meddling.length - 1)))).toBe(200);
      undone.set(who, (undone.get(who) ?? 0) + 1);
      await world.time.advance(HOUR_MS);
      expect(
        objects(stage)
          .filter((one) => !isReady(one))
          .map(titleOf),
      ).toEqual([]);
    }
    const corrections = world.passes.filter(({ driftCorrected }) => driftCorrected > 0);
    expect(corrections).toHaveLength(hours);
    const flapping = [...turns].filter(([what, count]) => {
      const [who = '', condition = ''] = what.split(' ');
      return count > (MOST_TURNS[condition] ?? 0) * (undone.get(who) ?? 0);
    });
    expect(flapping).toEqual([]);
    expect(breachesOf(stage)).toEqual([]);
    await world.stop();
  });
});
