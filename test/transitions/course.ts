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
  /** What was at rest after each step: the specs, the account, and whether the step was refused as a whole. */
  readonly past: { readonly specs: Specs; readonly account: Account; readonly isMistake: boolean }[];
  /** Objects of which the specs do not tell what they have: some member was refused together with others. */
  readonly unsure: Set<string>;
}

/** A person applies a spec. */
export const put = ({ surround, specs }: Course, who: string, spec: Spec): void => {
  apply(surround, who, spec);
  specs.set(who, spec);
};

/** Members of the spec of an object that stand against themselves. */
export const troublesOf = ({ specs, had }: Course, who: string): readonly string[] =>
  characterOf(who).troubles(specs.get(who) ?? {}, had.get(who) ?? {});

/** What is not in trouble is had from now on. */
export function remember(course: Course): void {
  for (const [who, spec] of course.specs) {
    const troubles = troublesOf(course, who);
    if (troubles.length > 0) course.unsure.add(who);
    const good = Object.fromEntries(Object.entries(spec).filter(([member]) => !troubles.includes(member)));
    course.had.set(who, merged(who, course.had.get(who) ?? {}, good));
  }
}
