import type { CallSite } from './call-sites.ts';
import type { Play } from './choice.ts';
import { type Circumstances, dieEverywhere } from './deaths.ts';
import { suffer, untroubled } from './faults.ts';
import { staged } from './play.ts';
import { seen, staleBreaches, stalenesses } from './stale.ts';
import { TROUBLES } from './troubles.ts';

/** What came of a row that was disturbed again and again, each time in a world of its own. */
export interface Visit {
  /** How many times. */
  readonly points: number;
  /** Where in the engine it was disturbed; none where the outside was. */
  readonly sites: readonly CallSite[];
  /** What was wrong, a sentence each. */
  readonly breaches: readonly string[];
}

/** A row in which the process dies at every await. */
export async function underDeaths(
  { tried, row, dialect }: Play,
  around: Circumstances,
): Promise<Visit> {
  const { deaths, breaches } = await dieEverywhere(await staged(tried, row, dialect), around);
  return { points: deaths.length, sites: [...new Set(deaths.map(({ site }) => site))], breaches };
}

/** A row under every trouble. */
export async function underTroubles({ tried, row, dialect }: Play): Promise<Visit> {
  const base = await staged(tried, row, dialect);
  const expected = await untroubled(base);
  const breaches = expected.breaches.map((breach) => `untroubled: ${breach}`);
  for (const trouble of TROUBLES) {
    const found = await suffer(base, trouble, expected.remains);
    breaches.push(...found.map((breach) => `${trouble.name}: ${breach}`));
  }
  return { points: TROUBLES.length, sites: [], breaches };
}

/** A row whose process sees the cluster late, in part, or as it was before. */
export async function underStaleness({ tried, row, dialect }: Play): Promise<Visit> {
  const base = await staged(tried, row, dialect);
  const reference = await seen(base);
  const ways = stalenesses(reference.changes);
  const breaches = reference.breaches.map((breach) => `undisturbed: ${breach}`);
  for (const way of ways) breaches.push(...(await staleBreaches(base, way, reference.remains)));
  return { points: ways.length, sites: [], breaches };
}
