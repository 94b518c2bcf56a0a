import { asRecord } from '../../model/parse.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { type Asker, otherOperator, servedBy, signature } from '../term/operator-identity.ts';
import { applyPatch, type Members } from './merge-patch.ts';

/** Reports whether the status names this operator. */
export const isSigned = (asker: Asker, object: KubeObject): boolean =>
  servedBy(asker, object)?.name === asker.self.name;

/** Adds this operator to a status write: another operator that reads the status, or loses the race
 *  for it, leaves the object alone. */
export function signed(asker: Asker, object: KubeObject, status: Members): Members {
  if (otherOperator(asker, object) !== null) return status;
  const { operator } = asRecord(applyPatch(asRecord(object.status), status));
  if (asRecord(operator)['name'] === asker.self.name) return status;
  return {
    ...status,
    operator: { class: null, ...asRecord(status['operator']), ...signature(asker.self) },
  };
}

/** Reports whether another operator took over the object since this copy. */
export const isOvertaken = (asker: Asker, copy: KubeObject, fresh: KubeObject): boolean =>
  otherOperator(asker, copy) === null && otherOperator(asker, fresh) !== null;
