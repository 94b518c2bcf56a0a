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

/** A parsed Operation. */
export interface Operation {
  readonly object: KubeObject;
  readonly uid: string;
  readonly name: string;
  readonly spec: OperationSpec;
  readonly target: ObjectName;
  readonly phase: Phase;
  readonly status: Partial<OperationStatus>;
}

/** Parses an Operation from the store; null if its spec is invalid, which admission rejects. */
export function readOperation(object: KubeObject): Operation | null {
  const spec = parse(OperationSpec, object.spec);
  if (!spec.ok || object.kind !== OPERATION.kind) return null;
  const { uid, name, namespace } = object.metadata;
  const status: Partial<OperationStatus> = readable(OperationStatus, object.status);
  const target = { ...spec.value.target, namespace };
  const phase = PHASES.find((one) => one === status.phase) ?? 'Pending';
  return { object, uid, name, spec: spec.value, target, phase, status };
}

/** Reports whether an Operation is finished. */
export const isFinished = ({ phase }: Operation): boolean =>
  phase === 'Succeeded' || phase === 'Failed' || phase === 'Unknown';

/** Returns the reason that an Operation can never be performed; null if it can be. @param kind kind
 *  of its target */
export function objectionTo(kind: AnyKind | undefined, { spec }: Operation): Objection | null {
  const parameters = parametersOf(kind, spec);
  return parameters.ok ? null : { reason: parameters.reason, message: parameters.message };
}

/** Reports whether an Operation may be performed on this object: it has not begun on an earlier
 *  object of the same name. @param uid uid of the object */
export const isFor = ({ status: { targetUid } }: Operation, uid: string): boolean =>
  targetUid === undefined || targetUid === uid;
