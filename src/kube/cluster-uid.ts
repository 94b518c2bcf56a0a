import type { KubeClient } from './api/client.ts';
import { isRecord } from './api/merge.ts';
import type { KubeObserver } from './observer.ts';
import { NAMESPACES } from './resources.ts';
import type { Time } from './time.ts';

/** The identity of this cluster. */
export interface ClusterUid {
  /** Returns the uid of the namespace kube-system; null while it is unknown, and where it may not
   *  be read. */
  uid(): string | null;
  /** Resolves after the API server's answer, with the namespace or with a refusal. Never
   *  rejects. */
  readonly known: Promise<void>;
  stop(): void;
}

/** The object whose uid identifies a cluster. */
export const CLUSTER = { resource: NAMESPACES, namespace: null, name: 'kube-system' } as const;

const RETRY_MS = 2_000;

/** The identity without a read: permissions in some namespaces do not include kube-system. */
export const UNKNOWN_CLUSTER: ClusterUid = {
  uid: () => null,
  known: Promise.resolve(),
  stop: () => {},
};

/** Reads the identity of the cluster once, and retries while the API server does not answer. */
export function readClusterUid(
  client: KubeClient,
  time: Time,
  observer: Pick<KubeObserver, 'placeUnknown'>,
): ClusterUid {
  const stopped = new AbortController();
  let uid: string | null = null;
  const read = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const answer = await client.get(CLUSTER);
      if (answer.ok) uid = uidIn(answer.value);
      if (answer.ok) return;
      if (answer.failure.code !== 'Unreachable')
        return observer.placeUnknown(CLUSTER.name, answer.failure.detail);
      await time.sleep(RETRY_MS, stopped.signal);
    }
  };
  return { uid: () => uid, known: read(), stop: () => stopped.abort() };
}

/** Parses the uid of an object; null where it has none. */
export function uidIn(namespace: unknown): string | null {
  const { metadata } = isRecord(namespace) ? namespace : {};
  const uid = isRecord(metadata) ? metadata['uid'] : undefined;
  return typeof uid === 'string' ? uid : null;
}
