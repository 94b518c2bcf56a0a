import { ENDLESS, type Turns } from '../engine/ports/turns.ts';
import { ok, type Result } from '../model/failure.ts';
import { type Access, openAccess } from './access/access.ts';
import type { ConfigFailure } from './access/kubeconfig.ts';
import { createClient, type KubeClient } from './api/client.ts';
import type { ApiFailure } from './api/failures.ts';
import { HttpTransport } from './api/http.ts';
import type { Transport } from './api/transport.ts';
import type { Election } from './lease/election.ts';
import { type Elector, newIdentity, startElector } from './lease/lease.ts';
import { type Presence, startPresence } from './lease/presence.ts';
import { type LeaseHolder, listUnelected } from './lease/unelected.ts';
import type { KubeObserver } from './observer.ts';
import { systemTime, type Time } from './time.ts';
import { startWatching, type Watched, type Watching } from './watching.ts';

export interface ConnectOptions {
  /** One path, or several as in KUBECONFIG; null: the pod's service account where there is one,
   *  else `~/.kube/config`. */
  readonly kubeconfig: string | null;
  readonly observer: KubeObserver;
  /** Yields the event loop while many objects arrive. Absent: never yields. */
  readonly turns?: Turns;
}

/** The connection to one API server. It survives outages of the API server. */
export interface Connection {
  /** Host and port of the API server. */
  readonly host: string;
  /** Starts to watch these kinds; once. */
  watch(watched: Watched): Watching;
  /** Joins a leader election, once; from then on, only the leader may write. */
  elect(election: Election): Elector;
  /** Publishes a Lease without an election, once; the process may write at any time. */
  announce(presence: Presence): Elector;
  /** Returns the Leases of processes without an election, in all namespaces. */
  unelected(): Promise<Result<readonly LeaseHolder[], ApiFailure>>;
  /** Reports whether this process may write now, to Kubernetes and to the service: always, unless
   *  it takes part in an election and does not lead. */
  mayWrite(): boolean;
  /** Ends the watches, sends the last events, releases the Lease and closes the connections. The
   *  engine must have stopped before. */
  stop(): Promise<void>;
}

const TIMEOUT_MS = 30_000;
/** Timeout of a lease request: a hanging renewal must leave time for another one before the lease
 *  expires. */
const LEASE_TIMEOUT_MS = 4_000;
const CONNECTIONS = 16;

/** Reads the kubeconfig and the credentials, and prepares the connections. Fails with one sentence
 *  when these are missing or wrong; sends nothing to the API server. */
export async function connect(
  { kubeconfig, observer, turns = ENDLESS }: ConnectOptions,
  time: Time = systemTime,
): Promise<Result<Connection, ConfigFailure>> {
  const access = await openAccess(kubeconfig, time);
  return access.ok ? ok(connectionOf(access.value, { observer, turns, time })) : access;
}

interface Around {
  readonly observer: KubeObserver;
  readonly turns: Turns;
  readonly time: Time;
}

const openTransports = (access: Access, observer: KubeObserver) => ({
  requests: new HttpTransport({
    access,
    observer,
    connections: CONNECTIONS,
    timeoutMs: TIMEOUT_MS,
  }),
  watches: new HttpTransport({ access, observer, connections: null, timeoutMs: TIMEOUT_MS }),
  lease: new HttpTransport({
    access,
    observer,
    connections: 1,
    timeoutMs: LEASE_TIMEOUT_MS,
    deadlineMs: LEASE_TIMEOUT_MS,
  }),
});

function connectionOf(access: Access, { observer, turns, time }: Around): Connection {
  const transports = openTransports(access, observer);
  let elector: Elector | null = null;
  let seen: Elector | null = null;
  let watching: Watching | null = null;
  const mayWrite = (): boolean => elector === null || elector.mayWrite();
  const client = createClient(divided(transports.requests, transports.watches), mayWrite);
  const candidate = () => ({
    client: unfenced(transports.lease),
    time,
    observer,
    identity: newIdentity(),
  });
  return {
    host: access.host,
    mayWrite,
    watch: (watched) => {
      watching = startWatching({ client, time, observer, turns }, watched);
      return watching;
    },
    elect: (election) => {
      elector = startElector({ ...election, ...candidate() });
      return elector;
    },
    announce: (presence) => {
      seen = startPresence(presence, candidate());
      return seen;
    },
    unelected: () => listUnelected(client),
    stop: async () => {
      await watching?.stop();
      await elector?.stop();
      await seen?.stop();
      await Promise.all(Object.values(transports).map((transport) => transport.close()));
    },
  };
}

/** Separates requests and watches, so that watches do not use up the connections of requests. */
const divided = (requests: Transport, watches: Transport): Transport => ({
  send: (request) => requests.send(request),
  stream: (request) => watches.stream(request),
  close: async () => {},
});

const unfenced = (transport: Transport): KubeClient => createClient(transport, () => true, 'once');
