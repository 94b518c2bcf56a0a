import type { Home } from '../engine/ports/cluster.ts';
import type { KubeClient } from './api/client.ts';
import { uidIn } from './cluster-uid.ts';
import type { KubeObserver } from './observer.ts';
import { NAMESPACES } from './resources.ts';
import type { Time } from './time.ts';

/** The uids of the namespaces that an operator is limited to. */
export interface Homes {
  /** Null while the uid is unknown, and where the namespace may not be read. */
  of(namespace: string): Home | null;
  /** Handles a new object: its namespace may have been replaced by another one of the same name. */
  look(namespace: string): void;
  /** Resolves after the API server's answer for each namespace. Never rejects. */
  readonly known: Promise<unknown>;
  stop(): void;
}

interface Means {
  readonly client: KubeClient;
  readonly time: Time;
  readonly observer: Pick<KubeObserver, 'placeUnknown'>;
}

const RETRY_MS = 2_000;

/** The state of one namespace. */
interface Known {
  uid: string | null;
  /** Number of requests, and their number when the last answered read began. */
  asked: number;
  answered: number;
  reading: Promise<void> | null;
  isReported: boolean;
}

/** Reads the namespaces, and each once more after a new object in it. @param namespaces null: the
 *  operator is not limited, and nothing is read */
export function createHomes(
  { client, time, observer }: Means,
  namespaces: readonly string[] | null,
): Homes {
  const stopped = new AbortController();
  const homes = new Map<string, Known>();
  const read = async (name: string, home: Known): Promise<void> => {
    while (home.answered < home.asked && !stopped.signal.aborted) {
      const { asked } = home;
      const answer = await client.get({ resource: NAMESPACES, namespace: null, name });
      if (answer.ok) home.uid = uidIn(answer.value);
      if (answer.ok || answer.failure.code !== 'Unreachable') home.answered = asked;
      else await time.sleep(RETRY_MS, stopped.signal);
      if (answer.ok || answer.failure.code === 'Unreachable' || home.isReported) continue;
      home.isReported = true;
      observer.placeUnknown(name, answer.failure.detail);
    }
    home.reading = null;
  };
  const look = (name: string): void => {
    const home = homes.get(name);
    if (home === undefined) return;
    home.asked++;
    home.reading ??= read(name, home);
  };
  for (const name of namespaces ?? [])
    homes.set(name, { uid: null, asked: 0, answered: 0, reading: null, isReported: false });
  for (const name of homes.keys()) look(name);
  return {
    of: (namespace) => {
      const home = homes.get(namespace);
      return home === undefined || home.uid === null
        ? null
        : { uid: home.uid, isSure: home.answered === home.asked };
    },
    look,
    known: Promise.all([...homes.values()].map(async ({ reading }) => await reading)),
    stop: () => stopped.abort(),
  };
}
