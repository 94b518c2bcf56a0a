import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import type { MemoryCluster } from './memory-cluster.ts';

/** A change of an object, as a watch tells it. */
export interface Change {
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
  readonly version: string;
}

/** Everything that became of the objects of a cluster since the log began. */
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

  /** The version under which an object goes: the API server in memory counts them one by one. */
  #next(): string {
    return String(Number(this.changes.at(-1)?.version ?? this.#firstVersion) + 1);
  }

  /** What a listing shows that was made after so many changes. */
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
