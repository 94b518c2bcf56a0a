import type { Account } from './account.ts';
import { type Course, troublesOf } from './course.ts';
import type { Specs } from './specs.ts';
import { characterOf } from './universe.ts';
import { healed, unmoved } from './unmoved.ts';

/** The state before a step. */
export interface Before {
  readonly troubled: ReadonlySet<string>;
  /** Number of sent requests. */
  readonly sent: number;
}

/** Returns the effects of a step beside the requested ones. */
export function beside(
  course: Course,
  specs: Specs,
  account: Account,
  { troubled, sent }: Before,
): readonly string[] {
  const { surround, past } = course;
  const [then, last] = [past.at(-2), past.at(-1)];
  if (last === undefined) return [];
  const isUndone =
    last.isMistake && then !== undefined && JSON.stringify(then.specs) === JSON.stringify(specs);
  return [
    ...unmoved({
      surround,
      before: last.account,
      after: account,
      old: last.specs,
      specs,
      troubles: (who) => troublesOf(course, who),
      isUnsettled: (who) => troubled.has(who),
      sent: surround.world.wire.sent.slice(sent),
    }),
    ...(isUndone ? healed(then.account, account) : []),
  ];
}

/** Reports whether every change of a step was refused. */
export function isMistake(course: Course, specs: Specs, { troubled }: Before): boolean {
  const old = course.past.at(-1)?.specs;
  if (old === undefined || troubled.size > 0) return false;
  const changed = Object.keys(specs).flatMap((who) =>
    [...new Set([...Object.keys(specs[who] ?? {}), ...Object.keys(old[who] ?? {})])]
      .filter(
        (member) => JSON.stringify(specs[who]?.[member]) !== JSON.stringify(old[who]?.[member]),
      )
      .map((member) => ({ who, member })),
  );
  const isWhole = (who: string, member: string): boolean =>
    characterOf(who).partly?.includes(member) !== true;
  return (
    changed.length > 0 &&
    changed.every(
      ({ who, member }) => isWhole(who, member) && troublesOf(course, who).includes(member),
    )
  );
}
