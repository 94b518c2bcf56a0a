import { planLine } from '../../model/chain.ts';
import { canonicalText } from '../../model/fingerprint.ts';
import type { Plan } from '../../model/plan.ts';
import type { Status } from '../../model/status-layout.ts';
import type { Change, Step } from '../../model/step.ts';
import { shortened } from '../pass/truncation.ts';

/** Limits of the status, in characters: an oversized object, including its id, cannot be
 *  written. */
const MOST_STEPS = 50;
const LONGEST_VALUE = 2_048;
const LONGEST_PLAN = 49_152;
const MOST_DIFFERENCES = 50;
const LONGEST_DRIFT = 16_384;
const LONGEST_IDS = 65_536;
const LONGEST_STRAYED = 32_768;

type Shown = NonNullable<Status['plan']>;

/** Formats a plan for the status: its first steps with truncated values, and the number of further
 *  steps. The hash covers the whole plan. */
export function shownPlan(plan: Plan): Shown {
  const lines = plan.steps.slice(0, MOST_STEPS).map(shownStep);
  const room = { left: LONGEST_PLAN };
  const steps = lines.map((line) => fitting(line, room)).filter((line) => line !== null);
  const more = plan.steps.length - steps.length;
  return { hash: plan.hash, steps, ...(more === 0 ? {} : { more }) };
}

/** Formats differences for the status, with the time at which each was first seen. */
export function shownDrift(
  drift: readonly Change[],
  status: Status,
  at: string,
): NonNullable<Status['drift']> {
  const room = { left: LONGEST_DRIFT };
  const rows = drift.slice(0, MOST_DIFFERENCES).map(({ field, from, to, whole }) => {
    const [desired, observed] = [shownValue(to), shownValue(from)];
    const isSame = (one: NonNullable<Status['drift']>[number]): boolean =>
      one.field === field &&
      (whole === undefined || (one.desired === desired && one.observed === observed));
    return { field, desired, observed, firstSeenAt: status.drift?.find(isSame)?.firstSeenAt ?? at };
  });
  return rows.filter((row) => takes(row, room));
}

/** Limits the resolved references in the status: a selector may match thousands of objects with
 *  long names. Short lists come first. An omitted member counts as unresolved while its object
 *  provides no value: nothing is removed meanwhile. */
export function shownIds(ids: NonNullable<Status['ids']>): NonNullable<Status['ids']> {
  const room = { left: LONGEST_IDS };
  const lists = Object.entries(ids)
    .toSorted(([, a], [, b]) => a.length - b.length)
    .map(([path, led]) => [path, led.filter((one) => takes(one, room))] as const);
  return Object.fromEntries(lists);
}

/** Limits the strays in the status. */
export function shownStrays(
  strays: readonly NonNullable<Status['strayed']>[number][],
): NonNullable<Status['strayed']> {
  const room = { left: LONGEST_STRAYED };
  return strays.filter((one) => takes(one, room));
}

const shownStep = (step: Step): Shown['steps'][number] =>
  step.type === 'call'
    ? {
        verb: step.verb,
        effect: step.effect,
        ...(step.loses === undefined ? {} : { loses: shortened(step.loses) }),
        summary: shortened(planLine(step)),
        changes: step.changes.map(({ field, from, to }) => ({
          field,
          from: shownValue(from),
          to: shownValue(to),
        })),
      }
    : { verb: step.type, effect: 'none', summary: shortened(planLine(step)) };

/** Returns the step, without its values where there is no room for them; null: no room at all. */
function fitting(
  step: Shown['steps'][number],
  room: { left: number },
): Shown['steps'][number] | null {
  if (takes(step, room)) return step;
  const { changes: _, ...line } = step;
  if (takes(line, room)) return line;
  room.left = 0;
  return null;
}

function takes(value: object, room: { left: number }): boolean {
  const size = canonicalText(value).length;
  if (size > room.left) return false;
  room.left -= size;
  return true;
}

/** Formats a value: a text as it is, others as JSON; truncates long ones. */
const shownValue = (value: unknown): string =>
  shortened(typeof value === 'string' ? value : canonicalText(value), LONGEST_VALUE);
