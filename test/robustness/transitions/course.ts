import type { Account } from './account.ts';
import type { Spec } from './character.ts';
import { merged, type Specs } from './specs.ts';
import { apply, type Surround } from './surroundings.ts';
import { characterOf } from './universe.ts';

/** What is known of the objects on the way. */
export interface Course {
  readonly surround: Surround;
  readonly cast: readonly string[];
  /** The spec that the API server holds. */
  readonly specs: Map<string, Spec>;
  /** What the object has of all specs so far. */
  readonly had: Map<string, Spec>;
  /** What was at rest after each step: the specs, the account, and whether the step was refused as
   *  a whole. */
  readonly past: {
    readonly specs: Specs;
    readonly account: Account;
    readonly isMistake: boolean;
  }[];
  /** Members that the account does not show as asked for, of objects with drawn values. */
  readonly observed: Map<string, readonly string[]>;
  /** Fields of items that the specs do not tell, by object: of a list a part was refused. */
  readonly unsure: Map<string, ReadonlySet<string>>;
}

/** A person applies a spec. */
export const put = ({ surround, specs }: Course, who: string, spec: Spec): void => {
  apply(surround, who, spec);
  specs.set(who, spec);
};

/** Members of the spec of an object that stand against themselves: by what is known of them, or,
 *  once a value was drawn, by what the account lacks. */
export const troublesOf = ({ specs, had, observed }: Course, who: string): readonly string[] =>
  observed.get(who) ?? characterOf(who).troubles(specs.get(who) ?? {}, had.get(who) ?? {});

/** What is not in trouble is had from now on. An object without an item has nothing. */
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
