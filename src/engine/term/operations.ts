import { formatKey } from '../../model/object-key.ts';
import { OPERATION } from '../../model/operation.ts';
import type { Cluster, KubeObject, ObjectName } from '../ports/cluster.ts';
import { isFinished, type Operation, readOperation } from './operation.ts';

/** Index of Operations by target. The store contains the objects themselves. */
export class Operations {
  readonly #byTarget = new Map<string, Map<string, ObjectName>>();

  /** Records a created, changed or deleted Operation (`after` undefined). Its target never
   *  changes. */
  note(before: KubeObject | undefined, after: KubeObject | undefined): void {
    if (before !== undefined && before.metadata.uid !== after?.metadata.uid) this.#forget(before);
    const operation = after === undefined ? null : readOperation(after);
    if (operation === null) return;
    const target = formatKey(operation.target);
    const known = this.#byTarget.get(target) ?? new Map<string, ObjectName>();
    const { namespace } = operation.target;
    this.#byTarget.set(
      target,
      known.set(operation.name, { kind: OPERATION.kind, namespace, name: operation.name }),
    );
  }

  /** Returns the unfinished Operations on an object, oldest first. */
  on(target: ObjectName, cluster: Pick<Cluster, 'get'>): readonly Operation[] {
    const open = [...(this.#byTarget.get(formatKey(target))?.values() ?? [])].flatMap((name) => {
      const object = cluster.get(name);
      const operation = object === undefined ? null : readOperation(object);
      return operation === null || isFinished(operation) ? [] : [operation];
    });
    return open.toSorted((a, b) => order(a) - order(b) || (a.name < b.name ? -1 : 1));
  }

  #forget(object: KubeObject): void {
    const operation = readOperation(object);
    if (operation === null) return;
    const target = formatKey(operation.target);
    const known = this.#byTarget.get(target);
    known?.delete(operation.name);
    if (known?.size === 0) this.#byTarget.delete(target);
  }
}

const order = ({ object }: Operation): number => Date.parse(object.metadata.creationTimestamp);
