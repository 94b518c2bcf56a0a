import type { KubeClient } from './api/client.ts';
import { isRecord } from './api/merge.ts';
import { NAMESPACES } from './resources.ts';
import type { Time } from './time.ts';

/** Namespaces that are being deleted, as far as this operator may read them. */
export interface Namespaces {
  /** Returns the last known state; false while unknown. Refreshes an old answer in the
   *  background. */
  isTerminating(namespace: string): boolean;
  /** Resolves when the answer is at most ten seconds old, or unavailable. Never rejects. */
  look(namespace: string): Promise<void>;
  /** Records a refused write that reported it. */
  learnTerminating(namespace: string): void;
}

interface Known {
  readonly terminating: boolean;
  readonly until: number;
}

const FRESH_MS = 10_000;
/** Retry interval after a denied read: no watch reports when the permission is granted. */
const DENIED_MS = 60_000;

/** Reads namespaces one by one, so that permission to get its own namespace suffices; without it
 *  nothing is known. */
export function createNamespaces(client: KubeClient, time: Time): Namespaces {
  const known = new Map<string, Known>();
  const looking = new Map<string, Promise<void>>();

  const remember = (namespace: string, terminating: boolean, freshMs: number): void => {
    known.set(namespace, { terminating, until: time.elapsed() + freshMs });
  };
  const read = async (name: string): Promise<void> => {
    const answer = await client.get({ resource: NAMESPACES, namespace: null, name });
    looking.delete(name);
    if (answer.ok) remember(name, isEnding(answer.value), FRESH_MS);
    else if (answer.failure.code === 'Denied')
      remember(name, known.get(name)?.terminating ?? false, DENIED_MS);
  };
  const look: Namespaces['look'] = async (namespace) => {
    if ((known.get(namespace)?.until ?? 0) > time.elapsed()) return;
    const reading = looking.get(namespace) ?? read(namespace);
    looking.set(namespace, reading);
    await reading;
  };
  return {
    look,
    isTerminating: (namespace) => {
      void look(namespace);
      return known.get(namespace)?.terminating ?? false;
    },
    learnTerminating: (namespace) => remember(namespace, true, FRESH_MS),
  };
}

/** Reports whether a namespace is terminating or gone: nothing can be created in either. */
function isEnding(namespace: unknown): boolean {
  if (!isRecord(namespace)) return true;
  const { metadata, status } = namespace;
  return (
    (isRecord(metadata) && metadata['deletionTimestamp'] !== undefined) ||
    (isRecord(status) && status['phase'] === 'Terminating')
  );
}
