import { setTimeout as after } from 'node:timers/promises';
import { switches } from './switches.ts';
import type { Rehearsal } from './turns.ts';

export type Verdict =
  | { readonly type: 'killed'; readonly by: string }
  /** Killed, but the test now also fails without the mutant: this one or an earlier one damaged
   *  shared state. */
  | { readonly type: 'spoilt'; readonly by: string }
  | { readonly type: 'late' }
  | { readonly type: 'unnoticed'; readonly tests: number; readonly ms: number };

/** A loop that executes a mutant this many times more often than without it does not end. */
const MORE_OFTEN = 100;
/** A test that takes this many times longer than without it, plus the slack, does not end. */
const SLOWER = 10;
const SLACK_MS = 2000;

async function outcomeOf({ run, ms }: Rehearsal): Promise<'passes' | 'fails' | 'late'> {
  const bell = new AbortController();
  const late = after(ms * SLOWER + SLACK_MS, 'late' as const, { signal: bell.signal }).catch(
    () => 'late' as const,
  );
  const played = Promise.resolve()
    .then(run)
    .then(
      () => 'passes' as const,
      () => 'fails' as const,
    );
  return Promise.race([played, late]).finally(() => bell.abort());
}

/** Runs tests with one mutant until one fails, or until the time limit. A late test is still
 *  running. */
export async function tryMutant(
  mutant: string,
  rehearsals: readonly Rehearsal[],
  patienceMs: number,
): Promise<Verdict> {
  let tests = 0;
  const from = performance.now();
  for (; tests < rehearsals.length && performance.now() - from < patienceMs; tests++) {
    const rehearsal = rehearsals[tests] as Rehearsal;
    Object.assign(switches, {
      activeMutant: mutant,
      hitCount: 0,
      hitLimit: (rehearsal.hits[mutant] ?? 0) * MORE_OFTEN,
    });
    const outcome = await outcomeOf(rehearsal);
    switches.activeMutant = undefined;
    if (outcome === 'fails')
      return {
        type: (await outcomeOf(rehearsal)) === 'passes' ? 'killed' : 'spoilt',
        by: rehearsal.test.name,
      };
    if (outcome === 'late') return { type: 'late' };
  }
  return { type: 'unnoticed', tests, ms: Math.round(performance.now() - from) };
}

/** Returns the first test that now fails without a mutant. */
export async function firstBroken(rehearsals: readonly Rehearsal[]): Promise<string | undefined> {
  for (const rehearsal of rehearsals)
    if ((await outcomeOf(rehearsal)) !== 'passes') return rehearsal.test.name;
  return undefined;
}
