import type { KubeObject, ObjectName } from '../../src/engine/ports/cluster.ts';
import { OPERATION } from '../../src/model/operation.ts';
import { asRecord } from '../../src/model/parse.ts';

/** The place where Operations are created. */
interface Place {
  apply(name: ObjectName, spec: object): KubeObject;
}

/** Returns the name of an Operation in the namespace of its target. */
export const operationNamed = ({ namespace }: ObjectName, name: string): ObjectName => ({
  kind: OPERATION.kind,
  namespace,
  name,
});

/** Creates an Operation on an object. @returns its name */
export function operate(
  cluster: Place,
  target: ObjectName,
  verb: string,
  name: string,
  parameters?: object,
  extra: object = {},
): ObjectName {
  const operation = operationNamed(target, name);
  const { kind, name: of } = target;
  cluster.apply(operation, {
    target: { kind, name: of },
    verb,
    ...(parameters === undefined ? {} : { parameters }),
    ...extra,
  });
  return operation;
}

/** Returns the status of an Operation; empty if there is none. */
export const operationStatusOf = (
  cluster: { get(name: ObjectName): KubeObject | undefined },
  operation: ObjectName,
): Readonly<Record<string, unknown>> => asRecord(cluster.get(operation)?.status);

/** Returns the phase of an Operation; empty if it has none. */
export function phaseOf(
  cluster: { get(name: ObjectName): KubeObject | undefined },
  operation: ObjectName,
): string {
  const { phase } = operationStatusOf(cluster, operation);
  return typeof phase === 'string' ? phase : '';
}
