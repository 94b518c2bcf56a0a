import type { CallSite } from './call-sites.ts';
import type { Play } from './choice.ts';
import { type Circumstances, dieEverywhere } from './deaths.ts';
import { suffer, untroubled } from './faults.ts';
import { staged } from './play.ts';
import { seen, staleBreaches, stalenesses } from './stale.ts';
import { TROUBLES } from './troubles.ts';

/** The results of a row with repeated disturbances, each in a world of its own. */
export interface Visit {
  /** Number of disturbances. */
  readonly points: number;
  /** Disturbed places in the engine; none for disturbances outside. */
  readonly sites: readonly CallSite[];
  /** The breaches, as sentences. */
  readonly breaches: readonly string[];
}

/** Runs a row with a crash at every await. */
export async function underDeaths(
  { tried, row, dialect }: Play,
  around: Circumstances,
): Promise<Visit> {
  const { deaths, breaches } = await dieEverywhere(await staged(tried, row, dialect), around);
  return { points: deaths.length, sites: [...new Set(deaths.map(({ site }) => site))], breaches };
}

/** Runs a row under every trouble. */
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

/** Runs a row whose process sees the cluster late, in part, or in an earlier state. */
export async function underStaleness({ tried, row, dialect }: Play): Promise<Visit> {
  const base = await staged(tried, row, dialect);
  const reference = await seen(base);
  const ways = stalenesses(reference.changes);
  const breaches = reference.breaches.map((breach) => `undisturbed: ${breach}`);
  for (const way of ways) breaches.push(...(await staleBreaches(base, way, reference.remains)));
  return { points: ways.length, sites: [], breaches };
}
