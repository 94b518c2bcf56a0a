import type { Failure } from '../../model/failure.ts';
import type { Call, Change } from '../../model/step.ts';
import type { Located } from '../pass/pass.ts';
import { parseSubject } from '../pass/subject.ts';

/** Adds advice to the refusal of a taken name where another object of the namespace requests the
 *  name that this item gives up: two objects that swap names wait for each other. The operator
 *  chooses no temporary name: it would show in the account, and a new name may cost something. */
export function advisedOnSwap(pass: Located, step: Call, failure: Failure): Failure {
  if (failure.code !== 'Guarded') return failure;
  const had: unknown = takenIn(pass, step, failure)?.from;
  const other = typeof had === 'string' ? askingFor(pass, had) : undefined;
  if (typeof had !== 'string' || other === undefined) return failure;
  const advice = `${other} requests ${had}, which this item has: if objects swap their names, set a third name on one of them first`;
  return { ...failure, detail: `${failure.detail}; ${advice}` };
}

/** Returns the change of a step to a name that another item has; undefined where the service
 *  refused it for another reason. */
export function takenIn(
  { subject: { kind }, desired }: Located,
  step: Call,
  failure: Failure,
): Change | undefined {
  if (failure.code !== 'Guarded') return undefined;
  const wanted = kind.key(desired);
  return step.changes.find(({ field, to }) => field === failure.field && to === wanted);
}

/** Returns the title of another object of the kind and namespace that requests this name. */
function askingFor(
  { env, subject: { kind, name, object } }: Located,
  key: string,
): string | undefined {
  const others = env.cluster
    .list(name.kind, name.namespace)
    .filter(({ metadata }) => metadata.uid !== object.metadata.uid);
  return others
    .map((one) => parseSubject(kind, one))
    .find(
      ({ own, name: { name: called } }) =>
        own.ok && kind.key({ spec: own.spec, name: called, mark: null, secrets: {} }) === key,
    )?.title;
}
