import type { Account } from './account.ts';
import type { Spec } from './character.ts';
import { merged, type Specs } from './specs.ts';
import { apply, type Surround } from './surroundings.ts';
import { characterOf, NAMED } from './universe.ts';

/** The state of the objects during a sequence. */
export interface Course {
  readonly surround: Surround;
  readonly cast: readonly string[];
  /** The spec in the API server. */
  readonly specs: Map<string, Spec>;
  /** The state of the object after all specs so far. */
  readonly had: Map<string, Spec>;
  /** The idle state after each step: the specs, the account, and whether the whole step was
   *  refused. */
  readonly past: {
    readonly specs: Specs;
    readonly account: Account;
    readonly isMistake: boolean;
  }[];
  /** Differences of the account from the specs, for objects with generated values. */
  readonly observed: Map<string, readonly string[]>;
  /** Undetermined fields of items, by object: a part of a list was refused. */
  readonly unsure: Map<string, ReadonlySet<string>>;
}

/** Applies a spec as a user. */
export const put = ({ surround, specs }: Course, who: string, spec: Spec): void => {
  apply(surround, who, spec);
  specs.set(who, spec);
};

/** Returns the impossible members of an object's spec, and the unset members that keep it from
 *  being ready: by its character, or, after a generated value, by the account. */
export function troublesOf(course: Course, who: string): readonly string[] {
  const { specs, had, observed } = course;
  const spec = specs.get(who) ?? {};
  if (waitsForOther(course, who)) return Object.keys(spec);
  const known = characterOf(who).troubles(spec, had.get(who) ?? {});
  const seen = observed.get(who);
  if (seen === undefined) return known;
  return [...seen, ...known.filter((member) => spec[member] === undefined)];
}

/** Reports whether an object names another one of the cast that cannot be created. */
function waitsForOther(course: Course, who: string): boolean {
  return (NAMED[who] ?? []).some(
    (other) =>
      course.specs.has(other) && !course.had.has(other) && troublesOf(course, other).length > 0,
  );
}

/** Records the possible members as the new state. An object without an item has none. */
export function remember(course: Course, hasItem: (who: string) => boolean): void {
  for (const [who, spec] of course.specs) {
    if (!hasItem(who)) continue;
    const { after, partly = [] } = characterOf(who);
    const [had, troubles] = [course.had.get(who) ?? {}, troublesOf(course, who)];
    const good = Object.fromEntries(
      Object.entries(spec).filter(([member]) => !troubles.includes(member)),
    );
    const now = merged(who, had, good);
    course.had.set(who, after === undefined ? now : after(spec, now, had));
    const unclear = fieldsOf(
      who,
      partly.filter((member) => troubles.includes(member)),
    );
    const known = fieldsOf(who, Object.keys(good));
    course.unsure.set(
      who,
      new Set([
        ...[...(course.unsure.get(who) ?? [])].filter((field) => !known.includes(field)),
        ...unclear,
      ]),
    );
  }
}

const fieldsOf = (who: string, members: readonly string[]): readonly string[] =>
  members.flatMap((member) => characterOf(who).reads[member]?.field ?? []);
