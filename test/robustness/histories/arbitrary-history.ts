import fc from 'fast-check';
import { WAYS } from '../../support/approving.ts';
import { type Deed, type History, SELECTORS } from './deed.ts';
import { UNREFERENCED } from './neighbours.ts';
import { REACHES } from './reaches.ts';
import { ODDITIES, RIGHTS } from './strangers.ts';
import { CLUSTER_FAULTS, COLLECTIONS, POLICIES, SERVICE_FAULTS, UNIVERSE } from './universe.ts';

const DAY_MS = 24 * 60 * 60_000;

const who = fc.constantFrom(...Object.keys(UNIVERSE));
const some = (table: readonly unknown[]) => fc.nat(table.length - 1);
/** Prefers the policy with the most actions. */
const policy = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: some(POLICIES) },
);
const forMs = fc.nat(600_000);
/** Usually one change of a status, sometimes two in one write. */
const damages = fc.array(fc.nat(30), { minLength: 1, maxLength: 2 });
const way = fc.constantFrom(...WAYS);
const becomes = <T extends Deed['do']>(what: T) => fc.constant(what);

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: becomes('apply'), who, spec: fc.nat(3), policy }) },
  {
    weight: 2,
    arbitrary: fc.oneof(fc.record({ do: becomes('consent'), who, way }), {
      weight: 2,
      arbitrary: fc.record({ do: fc.constantFrom('delete', 'recreate'), who }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: becomes('meddle'), who, how: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: becomes('rotate'),
      to: fc.constantFrom('another token', 'a wrong token'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: becomes('fail service'), how: some(SERVICE_FAULTS) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: becomes('show stale'),
      of: some(COLLECTIONS),
      byId: fc.boolean(),
      forMs: fc.nat(600_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: becomes('fail cluster'),
      how: some(CLUSTER_FAULTS),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: becomes('die'),
      at: fc.nat(40),
      side: fc.constantFrom('before', 'after'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: becomes('stop') }) },
  { weight: 2, arbitrary: fc.record({ do: becomes('rights'), how: some(RIGHTS) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: becomes('spoil status'), who, how: damages, which: fc.nat(30) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: becomes('forge'), who, ahead: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: becomes('move') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: becomes('set clock'),
      aheadMs: fc.constantFrom(-DAY_MS, -90_000, 0, 90_000, DAY_MS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: becomes('edit secret'),
      how: fc.constantFrom('unlabel', 'replace'),
      goneMs: fc.nat(60_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: becomes('odd rows'),
      how: fc.integer({ min: -1, max: ODDITIES.length - 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: becomes('rename'),
      who: fc.constantFrom(...UNREFERENCED),
      to: fc.constantFrom('another name', 'another name', 'another namespace'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: becomes('reach'), who, how: some(REACHES) }) },
  { weight: 1, arbitrary: fc.record({ do: becomes('restore'), who, status: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: becomes('copy cluster'), status: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: becomes('prune copy'), who }) },
  { weight: 2, arbitrary: fc.record({ do: becomes('snapshot') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: becomes('put back'), how: fc.constantFrom('killed', 'stopped') }),
  },
  { weight: 2, arbitrary: fc.record({ do: becomes('label'), on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: becomes('relapse'),
      times: fc.integer({ min: 1, max: 4 }),
      everyMs: fc.integer({ min: 60_000, max: 600_000 }),
      way,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: becomes('linger'),
      by: fc.constantFrom(...SELECTORS),
      afterMs: fc.integer({ min: 65_000, max: 300_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: becomes('narrow'),
      calls: fc.integer({ min: 1, max: 6 }),
      windowMs: fc.constantFrom(10_000, 60_000),
      forMs,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: becomes('slow cluster'),
      ms: fc.integer({ min: 500, max: 25_000 }),
      forMs,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: becomes('slow service'),
      method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'DELETE'),
      ms: fc.integer({ min: 500, max: 25_000 }),
      forMs,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: becomes('gorge'), how: fc.nat(6) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: becomes('hand over'),
      asleepMs: fc.integer({ min: 0, max: 200_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: becomes('reboot') }) },
);

const thenMs = fc.oneof(fc.nat(3_000), fc.nat(120_000));

/** Draws histories of one to sixteen actions. */
export const histories: fc.Arbitrary<History> = fc.array(fc.record({ deed, thenMs }), {
  minLength: 1,
  maxLength: 16,
  size: 'max',
});
