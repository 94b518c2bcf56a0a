import { fc, test } from '@fast-check/vitest';
import { describe, expect, test as plain } from 'vitest';
import { REGISTRY, type Registered } from '../src/kinds/index.ts';
import { stagingOf } from './conformance/staging.ts';
import { apply, holdings, newStand, POLICY, provide, real, type Stand } from './conformance/stand.ts';
import { clean, garbles } from './harness/garble.ts';
import { safe } from './harness/invariants.ts';
import { keepLedger } from './harness/ledger.ts';
import { arbitraryOf } from './kinds/arbitrary.ts';
import { largestOf } from './kinds/largest.ts';

const MINUTE_MS = 60_000;
const RUNS = { numRuns: 40 };
/** Some thousand characters a field. */
const LONGEST_LINE = 32_000;
const ROW = { name: 'whatever comes' };

/** An installation in whose account is all that an object of the kind may refer to. */
async function prepared(registered: Registered): Promise<Stand> {
  const stand = newStand(registered, ROW, 'recorded');
  await provide(stand, stagingOf(stand.table, ROW).needs);
  stand.world.start();
  return stand;
}

/** No pass ended by a bug, and nothing was thrown where nobody would hear of it. */
function nothingBroke({ world }: Stand): void {
  const broken = world.passes.filter((pass) => pass.error !== undefined);
  expect([broken.map(({ detail, error }) => [detail, (error as Error).stack]), world.bugs]).toEqual([[], []]);
}

/** The object says of itself how it is, in words. */
function toldHowItIs({ world, name }: Stand): void {
  for (const type of ['Ready', 'Synced']) {
    expect(world.condition(name, type)).toMatchObject({
      reason: expect.stringMatching(/^[A-Z]\w*$/),
      message: expect.stringMatching(/\S/),
    });
  }
}

const kinds = REGISTRY.map((registered) => [registered.kind.kind, registered] as const);

describe.each(kinds)('%s', (_, registered) => {
  const { kind, cases } = registered;
  /** Half of them point at what is there, so that more is done with them than to wait. */
  const specs = fc.record({ whatever: arbitraryOf(kind.spec) as fc.Arbitrary<object>, points: fc.boolean() });

  test.prop([fc.array(specs, { minLength: 1, maxLength: 3 })], RUNS)('is told how it is, whatever its spec says', async (wishes) => {
    const stand = await prepared(registered);
    for (const { whatever, points } of wishes) {
      apply(stand, { ...whatever, ...(points ? pointers(stand) : {}) }, POLICY);
      await stand.world.time.advance(2 * MINUTE_MS);
      nothingBroke(stand);
      toldHowItIs(stand);
    }
    stand.world.cluster.delete(stand.name);
    await stand.world.time.advance(10 * MINUTE_MS);
    nothingBroke(stand);
    await stand.world.stop();
  });

  plain.for(['Manage', 'Preview'])('is told how it is in lines that can be read, however large its spec is: %s', async (mode) => {
    const stand = await prepared(registered);
    const largest = Object.entries(largestOf(kind.spec) as object);
    const waitsForNobody = largest.filter(([field]) => !/(Refs?|Selector|From)$/.test(field));
    for (const members of [[], waitsForNobody, largest]) {
      apply(stand, { ...cases.spec, ...Object.fromEntries(members) }, { ...POLICY, mode });
      await stand.world.time.advance(2 * MINUTE_MS);
    }
    nothingBroke(stand);
    toldHowItIs(stand);
    const lines = stand.world.passes.flatMap(({ detail, steps }) => [detail, ...steps]);
    expect(lines.filter((line) => line.length > LONGEST_LINE)).toEqual([]);
    await stand.world.stop();
  });

  const pointers = (stand: Stand): object => {
    const fields = new Set((cases.needs ?? []).flatMap((need) => need.fields));
    return Object.fromEntries(Object.entries(real(stand, cases.spec) as object).filter(([field]) => fields.has(field)));
  };

  test.prop([fc.array(fc.tuple(garbles, fc.nat(5)), { minLength: 1, maxLength: 30 })], RUNS)(
    'outlives whatever the service answers, is there once when it answers well again, and leaves nothing behind',
    async (spoiled) => {
      const stand = await prepared(registered);
      const { world, name } = stand;
      const ledger = keepLedger(world, [kind]);
      const turns = spoiled.flatMap(([garble, well]) => [garble, ...Array.from({ length: well }, () => clean)]);
      world.wire.garble = (answer) => (turns.shift() ?? clean).of(answer);
      apply(stand, cases.spec, POLICY);
      await world.time.advance(5 * MINUTE_MS);
      nothingBroke(stand);
      toldHowItIs(stand);
      world.wire.garble = clean.of;
      await world.until(() => world.condition(name, 'Ready')?.status === 'True', 3 * 60 * MINUTE_MS);
      world.cluster.delete(name);
      await world.until(() => world.cluster.get(name) === undefined, 3 * 60 * MINUTE_MS);
      expect([safe(world, ledger, [kind]), holdings(stand).ids]).toEqual([[], []]);
      await world.stop();
    },
  );
});
