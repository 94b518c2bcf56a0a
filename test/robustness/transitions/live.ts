import type { AnyKind } from '../../../src/model/kind.ts';
import { readAccount } from './account.ts';
import { isAdmitted } from './admitted.ts';
import { agree } from './agree.ts';
import { type Before, beside, isMistake } from './beside.ts';
import { type Course, put, remember, troublesOf } from './course.ts';
import { declared, lackingIn, pathOf } from './oracles.ts';
import { quiet, repeats } from './quiet.ts';
import { boundMs, rest } from './rest.ts';
import { sameEnd } from './same-end.ts';
import { drawnUpTo, type Sequence } from './sequence.ts';
import { type Specs, specsOf } from './specs.ts';
import { nameOf, newSurround } from './surroundings.ts';
import { characterOf } from './universe.ts';

/** Runs a sequence. @param kinds of the operator; absent: all. @returns the breaches at the first
 *  step with any; empty: none */
export async function live(
  sequence: Sequence,
  kinds?: readonly AnyKind[],
): Promise<readonly string[]> {
  const surround = await newSurround(kinds);
  agree(surround);
  const course: Course = {
    surround,
    cast: sequence.cast,
    specs: new Map(),
    had: new Map(),
    unsure: new Map(),
    observed: new Map(),
    past: [],
  };
  try {
    for (const [i, specs] of specsOf(sequence).entries()) {
      const breaches = await step(course, specs, drawnUpTo(sequence, i));
      if (breaches.length > 0) return breaches.map((breach) => `after step ${i + 1}: ${breach}`);
    }
    return [...(await end(course)), ...(await stubborn(course))].map(
      (breach) => `in the end: ${breach}`,
    );
  } finally {
    surround.world.kill();
  }
}

async function step(
  course: Course,
  specs: Specs,
  drawn: readonly string[],
): Promise<readonly string[]> {
  const { surround, cast } = course;
  const before: Before = {
    troubled: new Set(
      cast.filter((who) => course.specs.has(who) && troublesOf(course, who).length > 0),
    ),
    sent: surround.world.wire.sent.length,
  };
  for (const who of cast) put(course, who, specs[who] ?? {});
  const ended = await rest(surround, cast);
  if (!ended)
    return [`not at rest within ${boundMs(cast) / 60_000} minutes: ${surround.world.lastPasses()}`];
  const account = readAccount(surround.world);
  for (const who of drawn)
    course.observed.set(who, lackingIn(surround, account, who, course.specs.get(who) ?? {}));
  const isTroubled = cast.some((who) => troublesOf(course, who).length > 0);
  const breaches = [
    ...[...course.specs].flatMap(([who, spec]) =>
      declared(surround, account, who, spec, troublesOf(course, who)),
    ),
    ...beside(course, specs, account, before),
  ];
  if (breaches.length > 0) return breaches;
  const late = await quiet(surround, account, isTroubled);
  course.past.push({
    specs,
    account: readAccount(surround.world),
    isMistake: isMistake(course, specs, before),
  });
  remember(course, (who) => account.has(pathOf(surround, who)));
  return late;
}

/** Checks permanently refused members. */
async function stubborn(course: Course): Promise<readonly string[]> {
  const troubled = course.cast.filter((who) => troublesOf(course, who).length > 0);
  return troubled.length === 0 ? [] : repeats(course.surround, troubled.length);
}

/** Reports whether two objects request one label: the second one could not be created. */
const areTwins = ({ cast, had, specs }: Course): boolean => {
  const keys = cast.map((who) => {
    const { label } = had.get(who) ?? specs.get(who) ?? {};
    return JSON.stringify([nameOf(who).kind, label ?? nameOf(who).name]);
  });
  return new Set(keys).size < keys.length;
};

/** Compares with a direct creation of the final state. An object without an item is created from
 *  its current spec. */
async function end(course: Course): Promise<readonly string[]> {
  const { surround, cast, had, specs, unsure } = course;
  const isPlain = (who: string): boolean => {
    const { admits, troubles } = characterOf(who);
    const spec = had.get(who);
    return spec === undefined || (admits(spec, null) && troubles(spec, {}).length === 0);
  };
  if (!cast.every(isPlain) || areTwins(course)) return [];
  const ends = cast.map((who) => ({
    who,
    spec: had.get(who) ?? specs.get(who) ?? {},
    isMade: had.has(who),
    isPlain: troublesOf(course, who).length === 0,
    unsure: unsure.get(who) ?? new Set<string>(),
  }));
  // A union of several specs need not be one that admission takes.
  return ends.every(({ who, spec }) => isAdmitted(who, spec, null)) ? sameEnd(surround, ends) : [];
}
