import type { KubeFailure, KubeObject } from '../../src/engine/ports/cluster.ts';
import { fail, ok, type Result } from '../../src/model/failure.ts';
import { same } from '../../src/model/fingerprint.ts';
import { formatKey } from '../../src/model/object-key.ts';
import { MemoryObjects } from './memory-objects.ts';

/** Objects of a cluster in memory whose reads and writes a test can disturb. */
export class DisturbedObjects extends MemoryObjects {
  /** Every write that changed something, for tests that count. */
  readonly writes: string[] = [];
  /** Called before every write; a returned failure is the answer, and `after` reports whether the
   *  write still took effect. */
  interfere: (write: string) => { readonly failure: KubeFailure; readonly after: boolean } | null =
    () => null;
  /** Called before every read that bypasses the store; a returned failure is the answer. */
  hide: (read: string) => KubeFailure | null = () => null;

  protected unlessHidden<T>(read: string, value: T): Result<T, KubeFailure> {
    const failure = this.hide(read);
    return failure === null ? ok(value) : fail(failure);
  }

  protected write(
    verb: string,
    object: KubeObject,
    change: (there: KubeObject) => Result<KubeObject, KubeFailure>,
  ): Result<KubeObject, KubeFailure> {
    const id = formatKey({
      kind: object.kind,
      namespace: object.metadata.namespace,
      name: object.metadata.name,
    });
    const there = this.get({
      kind: object.kind,
      namespace: object.metadata.namespace,
      name: object.metadata.name,
    });
    if (there === undefined || there.metadata.uid !== object.metadata.uid)
      return fail({ code: 'Gone', detail: `${id} is not there` });
    if (there.metadata.resourceVersion !== object.metadata.resourceVersion)
      return fail({ code: 'Conflict', detail: `${id} was written since` });
    const changed = change(there);
    if (!changed.ok || same(changed.value, there)) return changed.ok ? ok(there) : changed;
    return this.interfered(`${verb} ${id}`, () => ok(this.put(there, changed.value)));
  }

  /** Executes a write with possible interference: the answer is then a failure, whether or not the
   *  write took effect. */
  protected interfered<T>(
    write: string,
    act: () => Result<T, KubeFailure>,
  ): Result<T, KubeFailure> {
    const trouble = this.interfere(write);
    if (trouble !== null && !trouble.after) return fail(trouble.failure);
    this.writes.push(write);
    const done = act();
    return trouble === null ? done : fail(trouble.failure);
  }
}
