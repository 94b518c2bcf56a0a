import type { AnyKind } from '../../model/kind.ts';
import {
  type Objection,
  OPERATION,
  OperationSpec,
  OperationStatus,
  PHASES,
  type Phase,
  parametersOf,
} from '../../model/operation.ts';
import { parse, readable } from '../../model/parse.ts';
import type { KubeObject, ObjectName } from '../ports/cluster.ts';

/** An Operation, parsed once at the border. */
export interface Operation {
  readonly object: KubeObject;
  readonly uid: string;
  readonly name: string;
  readonly spec: OperationSpec;
  readonly target: ObjectName;
  readonly phase: Phase;
  readonly status: Partial<OperationStatus>;
}

/** An Operation as the store holds it; null where its spec cannot be read, which admission
 *  refuses. */
export function readOperation(object: KubeObject): Operation | null {
  const spec = parse(OperationSpec, object.spec);
  if (!spec.ok || object.kind !== OPERATION.kind) return null;
  const { uid, name, namespace } = object.metadata;
  const status: Partial<OperationStatus> = readable(OperationStatus, object.status);
  const target = { ...spec.value.target, namespace };
  const phase = PHASES.find((one) => one === status.phase) ?? 'Pending';
  return { object, uid, name, spec: spec.value, target, phase, status };
}

/** Whether an Operation has come to its end. */
export const isFinished = ({ phase }: Operation): boolean =>
  phase === 'Succeeded' || phase === 'Failed' || phase === 'Unknown';

/** Why an Operation can never be carried out; null: it can. @param kind that of its target */
export function objectionTo(kind: AnyKind | undefined, { spec }: Operation): Objection | null {
  const parameters = parametersOf(kind, spec);
  return parameters.ok ? null : { reason: parameters.reason, message: parameters.message };
}

/** Whether an Operation may be carried out on this object: it did not begin on an earlier one of
 *  the same name. @param uid that of the object */
export const isFor = ({ status: { targetUid } }: Operation, uid: string): boolean =>
  targetUid === undefined || targetUid === uid;
