import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { isAdmitted } from './transitions/admitted.ts';
import { AS_IT_WAS } from './transitions/as-it-was.ts';
import { coverageOf } from './transitions/coverage.ts';
import { FOUND } from './transitions/found.ts';
import { live } from './transitions/live.ts';
import { search } from './transitions/search.ts';
import { sequencesOf } from './transitions/sequence.ts';
import { specsOf } from './transitions/specs.ts';
import { CASTS, CHARACTERS } from './transitions/universe.ts';

/** Number of sequences; every run has the same ones. `npm run transitions` runs any number of
 *  others. */
const RUNS = 12;

test('whatever specs an object has one after the other, the account becomes as declared, as if the last one had been the first', {
  timeout: 300_000,
}, async () => {
  const { runs, failure } = await search({ runs: RUNS, seed: 20_261_122 });
  expect(failure?.text ?? 'nothing is wrong').toBe('nothing is wrong');
  expect(runs).toBe(RUNS);
});

test.each(FOUND)('a sequence that went wrong once goes well: %s', async (_, sequence) => {
  expect(await live(sequence)).toEqual([]);
});

test.each(Object.entries(AS_IT_WAS))(
  'the oracles see it on the code as it was: %s',
  async (what, { kinds, sees }) => {
    const [, sequence] = FOUND.find(([name]) => name === what) ?? [];
    const breaches = sequence === undefined ? [] : await live(sequence, kinds);
    expect(breaches.join('\n')).toMatch(sees);
  },
);

const played = KINDS.filter(({ kind }) =>
  Object.keys(CHARACTERS).some((who) => who.startsWith(`${kind}/`)),
);

/** Members that a spec always has once there is an item, by rules of the definitions. */
const NEEDED =
  /^DnsRecord\.(weight|port|service|tag)$|^Domain\.(soaEmail)$|^Firewall\.rules\.(inboundPolicy|outboundPolicy)$|^Instance\.(type|configs\[\]\.label)$|^KubeCluster\.(k8sVersion|pools\[\]\.(name|type))$|^StackScript\.(script|images)$/;

/** Number of sequences for the coverage: more for the kind with the most members. */
const COUNTED = 1_500;
const COUNTED_OF: Readonly<Record<string, number>> = { Instance: 4_000, Firewall: 3_000 };

test.each(played.map((kind) => [kind.kind, kind] as const))(
  'sequences set, change and take out every member of the spec of %s',
  (_, kind) => {
    const casts = CASTS.filter((cast) => cast.some((who) => who.startsWith(`${kind.kind}/`)));
    const table = coverageOf(
      fc.sample(sequencesOf(casts, fc.constant(false)), {
        numRuns: COUNTED_OF[kind.kind] ?? COUNTED,
        seed: 1,
      }),
      [kind],
    );
    const fixed = (name: string): boolean =>
      kind.immutable.some((one) => new RegExp(`^${kind.kind}\\.${one}\\b`).test(name));
    const missing = [...table].flatMap(([name, { set, changed, unset }]) => [
      ...(set === 0 ? [`${name} is never set`] : []),
      ...(changed === 0 && !fixed(name) ? [`${name} is never changed`] : []),
      ...(unset === 0 && !fixed(name) && !NEEDED.test(name) ? [`${name} is never taken out`] : []),
    ]);
    expect(missing).toEqual([]);
  },
);

/** Number of sequences with generated values for the coverage of values. */
const DRAWN = 60;

test.each(Object.keys(CHARACTERS).map((who) => [who] as const))(
  'values are drawn from the schema for %s, and admission accepts one in a few',
  (who) => {
    const sample = { numRuns: DRAWN, seed: 1 };
    const asked = fc.sample(sequencesOf([[who]], fc.constant(true)), sample).flatMap((one) => {
      const [first = []] = one.steps;
      return (first === 'undo' ? [] : first).flatMap((edit) =>
        'member' in edit ? [{ edit, steps: [[edit]] }] : [],
      );
    });
    const taken = asked.filter(({ edit, steps }) => {
      const [spec] = specsOf({ cast: [who], steps });
      return JSON.stringify(spec?.[who]?.[edit.member]) === JSON.stringify(edit.to);
    });
    expect(asked.length).toBeGreaterThan(DRAWN / 4);
    expect(taken.length / asked.length).toBeGreaterThan(1 / 5);
  },
);

test('every member of a spec has a way to be read back, or a reason why not', () => {
  const unknown = Object.entries(CHARACTERS).flatMap(([who, { reads, unread }]) => {
    const kind = KINDS.find((one) => who.startsWith(`${one.kind}/`));
    return Object.keys(kind?.spec.shape ?? {})
      .filter((member) => !(member in reads) && !(member in unread))
      .map((member) => `${who}: ${member}`);
  });
  expect(unknown).toEqual([]);
});

test('the API server admits every spec of a sequence of known values', () => {
  const sequences = fc.sample(sequencesOf([...CASTS], fc.constant(false)), {
    numRuns: 600,
    seed: 5,
  });
  const rejected = sequences.flatMap((sequence) =>
    specsOf(sequence).flatMap((specs, at, all) =>
      Object.entries(specs).flatMap(([who, spec]) =>
        isAdmitted(who, spec, all[at - 1]?.[who] ?? null) ? [] : [[who, spec]],
      ),
    ),
  );
  expect(rejected).toEqual([]);
});
