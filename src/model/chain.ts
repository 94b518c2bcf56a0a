import { type Call, describe, type Step } from './step.ts';

/** The name by which later steps depend on a step: the verb of a call, else its sentence. Steps of
 *  one name are depended on together. */
export function nameOf(step: Step): string {
  if (step.type === 'call') return step.verb;
  return step.type === 'wait' ? `wait for ${step.for}` : `refuse ${step.field}`;
}

/** The step, which depends on these and on what it depended on before. A call is sent when all of
 *  them are done; a wait waits for what they began. */
export const after = <S extends Step>(step: S, ...before: readonly Step[]): S =>
  before.length === 0
    ? step
    : { ...step, after: [...new Set([...(step.after ?? []), ...before.map(nameOf)])] };

/** Steps one behind the other: each link depends on the calls in front of it and on the waits
 *  since. The steps of a list stand beside each other. */
export function inOrder(...links: readonly (Step | readonly Step[])[]): readonly Step[] {
  let before: readonly Step[] = [];
  return links.flatMap((link) => {
    const steps = ('type' in link ? [link] : link).map((step) => after(step, ...before));
    before = steps.some(({ type }) => type === 'call') ? steps : [...before, ...steps];
    return steps;
  });
}

/** Whether a step depends on one of these names. */
export const dependsOn = ({ after: names = [] }: Step, held: ReadonlySet<string>): boolean =>
  names.some((name) => held.has(name));

/** The steps of a plan that may go on while some calls are held: all that depend on none of these.
 *  A wait for what a held call would begin waits for nothing. */
export function besides(steps: readonly Step[], held: readonly Call[]): readonly Step[] {
  const names = new Set<string>();
  return steps.filter((step) => {
    const goes = !(step.type === 'call' && held.includes(step)) && !dependsOn(step, names);
    if (!goes && step.type !== 'wait') names.add(nameOf(step));
    return goes;
  });
}

/** A step as a line of a plan: what it is, and what it depends on. */
export function planLine(step: Step): string {
  const verbs = new Set(step.after?.map((name) => (name.startsWith('wait for ') ? 'wait' : name)));
  return verbs.size === 0 ? describe(step) : `${describe(step)} [after ${[...verbs].join(', ')}]`;
}
