import { OPERATION } from '../../model/operation.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Call } from '../../model/step.ts';
import { operationPatch } from '../pass/operation-status.ts';
import type { Located } from '../pass/pass.ts';
import { kubeFailed } from '../pass/trouble.ts';
import { writeStatus } from '../pass/write-status.ts';
import { readOperation } from '../term/operation.ts';
import { consentsUsed } from './consent.ts';
import { recordOf } from './requests.ts';

/** Begins an Operation: first writes its status, which fails if the Operation was withdrawn, then
 *  records under the lock of the target that its request is sent. A crash in between sends nothing.
 *  @returns the outcome that prevents the request, or null */
export async function beginOperation(
  pass: Located,
  { name, uid, approvedPlan }: NonNullable<Call['request']>,
): Promise<Outcome | null> {
  const { env, subject, copy } = pass;
  const { namespace } = subject.name;
  const object = env.cluster.get({ kind: OPERATION.kind, namespace, name });
  const operation = object === undefined ? null : readOperation(object);
  if (operation?.uid !== uid || operation.object.metadata.deletionTimestamp !== undefined)
    return kubeFailed({ code: 'Conflict', detail: `Operation/${name} was withdrawn` });
  const running = {
    phase: 'Running',
    reason: 'Running',
    message: 'the request is being sent',
    targetUid: subject.object.metadata.uid,
  } as const;
  const patch =
    operation.phase === 'Running' ? null : operationPatch(operation, running, env.clock.now());
  const begun = patch === null ? null : await writeStatus(env.cluster, operation.object, patch);
  if (begun?.ok === false)
    return kubeFailed(
      begun.failure.code === 'Gone' ? { ...begun.failure, code: 'Conflict' } : begun.failure,
    );
  const operations = recordOf(pass, operation, { state: 'Sent' });
  const consents =
    approvedPlan === undefined ? {} : { consents: consentsUsed(copy.object, subject.status) + 1 };
  const recorded = await copy.record({ operations, ...consents });
  return recorded.ok ? null : kubeFailed(recorded.failure);
}
