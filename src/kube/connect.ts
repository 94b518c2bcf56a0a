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
  /** Asked while many objects come at once: never over if absent. */
  readonly turns?: Turns;
}

/** Everything between the operator and one API server. Nothing here ends because the API server is
 *  away. */
export interface Connection {
  /** Host and port of the API server. */
  readonly host: string;
  /** Begins to keep these kinds at hand; once. */
  watch(watched: Watched): Watching;
  /** Takes part in a leader election, once; from now on nothing is written unless this process
   *  leads. */
  elect(election: Election): Elector;
  /** Makes this process seen by others without an election, once; it writes whenever it likes. */
  announce(presence: Presence): Elector;
  /** The Leases of processes that take part in no election, wherever they are. */
  unelected(): Promise<Result<readonly LeaseHolder[], ApiFailure>>;
  /** Whether this process may write now, here and to the service: always, unless it takes part in
   *  an election and does not lead. */
  mayWrite(): boolean;
  /** Ends the watches, sends the last events, lets the Lease go and closes the connections. The
   *  engine must have stopped before. */
  stop(): Promise<void>;
}

const TIMEOUT_MS = 30_000;
/** A renewal that hangs must leave time for another before leadership ends. */
const LEASE_TIMEOUT_MS = 4_000;
const CONNECTIONS = 16;

/** Reads the kubeconfig and the credentials, and prepares the connections. Fails with one sentence
 *  when these are missing or wrong; whether the API server answers is not asked. */
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

/** Requests and watches apart, so that watches never take the connections of requests. */
const divided = (requests: Transport, watches: Transport): Transport => ({
  send: (request) => requests.send(request),
  stream: (request) => watches.stream(request),
  close: async () => {},
});

const unfenced = (transport: Transport): KubeClient => createClient(transport, () => true, 'once');
