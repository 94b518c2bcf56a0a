import type { KubeClient } from './api/client.ts';
import { isRecord } from './api/merge.ts';
import { NAMESPACES } from './resources.ts';
import type { Time } from './time.ts';

/** Which namespaces are being deleted, as far as we may know. */
export interface Namespaces {
  /** What was known last; false while unknown. Asking makes an old answer new in the background. */
  isTerminating(namespace: string): boolean;
  /** Resolves when the answer is at most ten seconds old, or cannot be had. Never rejects. */
  look(namespace: string): Promise<void>;
  /** A refused write said so. */
  learnTerminating(namespace: string): void;
}

interface Known {
  readonly terminating: boolean;
  readonly until: number;
}

const FRESH_MS = 10_000;
/** A right that is missing is rarely granted while we run. */
const DENIED_MS = 600_000;

/** Namespaces are read one by one, so that the right to get one's own namespace is enough; without
 *  it nothing is known. */
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

/** One that is gone counts too: nothing can be created in it. */
function isEnding(namespace: unknown): boolean {
  if (!isRecord(namespace)) return true;
  const { metadata, status } = namespace;
  return (
    (isRecord(metadata) && metadata['deletionTimestamp'] !== undefined) ||
    (isRecord(status) && status['phase'] === 'Terminating')
  );
}
