import { fc, test } from '@fast-check/vitest';
import { describe, expect, test as plain } from 'vitest';
import { REGISTRY, type Registered } from '../../src/kinds/rows.ts';
import { holdings } from '../conformance/holdings.ts';
import { stagingOf } from '../conformance/staging.ts';
import { apply, newStand, POLICY, provide, real, type Stand } from '../conformance/stand.ts';
import { clean, everyText, garbles } from '../support/garble.ts';
import { safe } from '../support/invariants.ts';
import { arbitraryOf } from '../support/kinds/arbitrary.ts';
import { largestOf } from '../support/kinds/largest.ts';
import { keepLedger } from '../support/ledger.ts';
import { inSoak } from '../support/soak.ts';

const MINUTE_MS = 60_000;
const RUNS = { numRuns: inSoak(10, 200) };
/** Some thousand characters per field. */
const LONGEST_LINE = 32_000;
const ROW = { name: 'whatever comes' };

/** Builds an installation whose account contains all possible referents of an object of the
 *  kind. */
async function prepared(registered: Registered): Promise<Stand> {
  const stand = newStand(registered, ROW, 'recorded', false);
  await provide(stand, stagingOf(stand.table, ROW).needs);
  stand.world.start();
  return stand;
}

/** Checks that no pass ended with a bug, and that there was no unexpected exception. */
function nothingBroke({ world }: Stand): void {
  const broken = world.passes.filter((pass) => pass.error !== undefined);
  expect([broken.map(({ detail, error }) => [detail, (error as Error).stack]), world.bugs]).toEqual(
    [[], []],
  );
}

/** Checks that the object reports its state. */
function toldHowItIs({ world, name }: Stand): void {
  for (const type of ['Ready', 'Synced']) {
    expect(world.condition(name, type)).toMatchObject({
      reason: expect.stringMatching(/^[A-Z]\w*$/),
      message: expect.stringMatching(/\S/),
    });
  }
}

/** Line ends, terminal control, reversed order, a lone surrogate, and letters of many scripts. */
const ODD = '\u0000\r\n\u001b[2J\u009b\u202e\ud800 žluť 数据 👩‍👧';
const STEERING = /[\p{Cc}\u202a-\u202e]/u;

const kinds = REGISTRY.map((registered) => [registered.kind.kind, registered] as const);

describe.each(kinds)('%s', (_, registered) => {
  const { kind, cases } = registered;
  /** Half of them refer to existing items, so that more happens than a wait. */
  const specs = fc.record({
    whatever: arbitraryOf(kind.spec) as fc.Arbitrary<object>,
    points: fc.boolean(),
  });

  test.prop([fc.array(specs, { minLength: 1, maxLength: 3 })], RUNS)(
    'gets a true status, whatever its spec contains',
    async (given) => {
      const stand = await prepared(registered);
      for (const { whatever, points } of given) {
        apply(stand, { ...whatever, ...(points ? pointers(stand) : {}) }, POLICY);
        await stand.world.time.advance(2 * MINUTE_MS);
        nothingBroke(stand);
        toldHowItIs(stand);
      }
      stand.world.cluster.delete(stand.name);
      await stand.world.time.advance(10 * MINUTE_MS);
      nothingBroke(stand);
      await stand.world.stop();
    },
  );

  plain.for(['Manage', 'Preview'])(
    'gets a readable status, however large its spec is: %s',
    async (mode) => {
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
    },
  );

  const pointers = (stand: Stand): object => {
    const fields = new Set((cases.needs ?? []).flatMap((need) => need.fields));
    return Object.fromEntries(
      Object.entries(real(stand, cases.spec) as object).filter(([field]) => fields.has(field)),
    );
  };

  plain(
    'survives odd characters in every text of every answer, repeats none of them, and leaves nothing behind',
    async () => {
      const stand = await prepared(registered);
      const { world, name } = stand;
      const ledger = keepLedger(world, [kind]);
      // The identity of the token has to be known before any other request.
      world.wire.garble = (answer, { url }) =>
        /[/](profile|account)$/.test(url.pathname) ? answer : everyText(ODD).of(answer);
      apply(stand, cases.spec, POLICY);
      await world.time.advance(20 * MINUTE_MS);
      nothingBroke(stand);
      toldHowItIs(stand);
      const said = [
        ...world.passes.flatMap(({ detail, steps }) => [detail, ...steps]),
        ...world.cluster.events.map(({ message }) => message),
      ];
      expect(said.filter((text) => STEERING.test(text))).toEqual([]);
      world.wire.garble = clean.of;
      await world.until(
        () => world.condition(name, 'Ready')?.status === 'True',
        3 * 60 * MINUTE_MS,
      );
      world.cluster.delete(name);
      await world.until(() => world.cluster.get(name) === undefined, 3 * 60 * MINUTE_MS);
      expect([safe(world, ledger, [kind]), holdings(stand).ids]).toEqual([[], []]);
      await world.stop();
    },
  );

  test.prop([fc.array(fc.tuple(garbles, fc.nat(5)), { minLength: 1, maxLength: 30 })], RUNS)(
    'outlives whatever the service answers, is there once when it answers well again, and leaves nothing behind',
    async (spoiled) => {
      const stand = await prepared(registered);
      const { world, name } = stand;
      const ledger = keepLedger(world, [kind]);
      const turns = spoiled.flatMap(([garble, well]) => [
        garble,
        ...Array.from({ length: well }, () => clean),
      ]);
      world.wire.garble = (answer) => (turns.shift() ?? clean).of(answer);
      apply(stand, cases.spec, POLICY);
      await world.time.advance(5 * MINUTE_MS);
      nothingBroke(stand);
      toldHowItIs(stand);
      world.wire.garble = clean.of;
      await world.until(
        () => world.condition(name, 'Ready')?.status === 'True',
        3 * 60 * MINUTE_MS,
      );
      world.cluster.delete(name);
      await world.until(() => world.cluster.get(name) === undefined, 3 * 60 * MINUTE_MS);
      expect([safe(world, ledger, [kind]), holdings(stand).ids]).toEqual([[], []]);
      await world.stop();
    },
  );
});

describe('thousands of rules', () => {
  const [registered] = REGISTRY.filter((one) => one.kind.kind === 'Firewall');
  if (registered === undefined) throw new Error('no firewalls');
  const rules = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      action: 'ACCEPT',
      protocol: 'TCP',
      ports: String(1 + (at % 65_535)),
      addresses: { ipv4: ['198.51.100.0/24'] },
    }));
  const closed = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT', inbound: [], outbound: [] };

  plain(
    'in a manifest that came past admission are refused in a line, and nothing is sent',
    async () => {
      const stand = await prepared(registered);
      apply(stand, { rules: { ...closed, inbound: rules(5_000) } }, POLICY);
      await stand.world.time.advance(MINUTE_MS);
      nothingBroke(stand);
      const { reason, message = '' } = stand.world.condition(stand.name, 'Synced') ?? {};
      expect(reason).toBe('Refused');
      expect(message.length).toBeLessThan(1_000);
      expect(stand.world.wire.sent.filter((sent) => !sent.startsWith('GET '))).toEqual([]);
      await stand.world.stop();
    },
  );

  plain.for(['Correct', 'Report'])(
    'in an answer are corrected or reported, in readable lines: %s',
    async (drift) => {
      const stand = await prepared(registered);
      const { world, name } = stand;
      apply(stand, { rules: closed }, { ...POLICY, drift });
      await world.until(() => world.condition(name, 'Ready')?.status === 'True');
      const many = JSON.stringify({ inbound: rules(3_000) }).slice(1, -1);
      world.wire.garble = (answer) => ({
        ...answer,
        text: answer.text.replaceAll('"inbound":[]', many),
      });
      await world.time.advance(10 * MINUTE_MS);
      nothingBroke(stand);
      toldHowItIs(stand);
      expect(world.condition(name, 'Synced')?.status).toBe('False');
      expect(
        world.passes
          .flatMap(({ detail, steps }) => [detail, ...steps])
          .filter((line) => line.length > LONGEST_LINE),
      ).toEqual([]);
      world.wire.garble = clean.of;
      await world.until(() => world.condition(name, 'Synced')?.status === 'True');
      await world.stop();
    },
  );
});
