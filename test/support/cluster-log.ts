import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import type { MemoryCluster } from './memory-cluster.ts';

/** A change of an object, as a watch reports it. */
export interface Change {
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
  readonly version: string;
}

/** Records all changes of a cluster's objects. */
export class ClusterLog {
  readonly changes: Change[] = [];
  readonly cluster: MemoryCluster;
  readonly #first: readonly KubeObject[];
  readonly #firstVersion: string;

  constructor(cluster: MemoryCluster) {
    this.cluster = cluster;
    this.#first = cluster.everything();
    this.#firstVersion = String(
      Math.max(0, ...this.#first.map(({ metadata }) => Number(metadata.resourceVersion))),
    );
    cluster.listen((before, after) =>
      this.changes.push({
        before,
        after,
        version: after?.metadata.resourceVersion ?? this.#next(),
      }),
    );
  }

  /** Returns the version of a deletion: the API server in memory counts versions one by one. */
  #next(): string {
    return String(Number(this.changes.at(-1)?.version ?? this.#firstVersion) + 1);
  }

  /** Returns a listing after this many changes. */
  listing(after: number): { readonly objects: readonly KubeObject[]; readonly version: string } {
    const objects = new Map(this.#first.map((one) => [one.metadata.uid, one]));
    for (const change of this.changes.slice(0, after)) {
      const { uid = '' } = (change.after ?? change.before)?.metadata ?? {};
      if (change.after === undefined) objects.delete(uid);
      else objects.set(uid, change.after);
    }
    return {
      objects: [...objects.values()],
      version: this.changes[after - 1]?.version ?? this.#firstVersion,
    };
  }
}
