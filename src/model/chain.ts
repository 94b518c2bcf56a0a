import { type Call, describe, type Step } from './step.ts';

/** Returns the name by which later steps depend on a step: the verb of a call, else its message.
 *  Steps with one name are depended on together. */
export function nameOf(step: Step): string {
  if (step.type === 'call') return step.verb;
  return step.type === 'wait' ? `wait for ${step.for}` : `refuse ${step.field}`;
}

/** Adds dependencies to a step. A call is sent when all of them are done; a wait waits for what
 *  they started. */
export const after = <S extends Step>(step: S, ...before: readonly Step[]): S =>
  before.length === 0
    ? step
    : { ...step, after: [...new Set([...(step.after ?? []), ...before.map(nameOf)])] };

/** Orders steps one after the other: each link depends on the calls before it and on the waits
 *  since. The steps of one list are independent of each other. */
export function inOrder(...links: readonly (Step | readonly Step[])[]): readonly Step[] {
  let before: readonly Step[] = [];
  return links.flatMap((link) => {
    const steps = ('type' in link ? [link] : link).map((step) => after(step, ...before));
    before = steps.some(({ type }) => type === 'call') ? steps : [...before, ...steps];
    return steps;
  });
}

/** Reports whether a step depends on one of these names. */
export const dependsOn = ({ after: names = [] }: Step, held: ReadonlySet<string>): boolean =>
  names.some((name) => held.has(name));

/** Returns the steps of a plan that may run while some calls are held: those that depend on none of
 *  them. A wait for the result of a held call is skipped. */
export function besides(steps: readonly Step[], held: readonly Call[]): readonly Step[] {
  const names = new Set<string>();
  return steps.filter((step) => {
    const goes = !(step.type === 'call' && held.includes(step)) && !dependsOn(step, names);
    if (!goes && step.type !== 'wait') names.add(nameOf(step));
    return goes;
  });
}

/** Formats a step as a line of a plan, with its dependencies. */
export function planLine(step: Step): string {
  const verbs = new Set(step.after?.map((name) => (name.startsWith('wait for ') ? 'wait' : name)));
  return verbs.size === 0 ? describe(step) : `${describe(step)} [after ${[...verbs].join(', ')}]`;
}
