import type { Account, Cloud } from '../../../src/engine/ports/cloud.ts';
import type { Cluster } from '../../../src/engine/ports/cluster.ts';
import { asRecord } from '../../../src/model/parse.ts';
import type { Ports } from '../../support/world-options.ts';
import { type CallSite, callSiteNow } from './call-sites.ts';

/** Replaces a call of a port: performs it, or something else. */
export type Between = <T>(site: CallSite, what: string, act: () => Promise<T>) => Promise<T>;

/** Wraps every call of the ports. `what`: the request, or the method and the kind. */
export function withBetween({ cloud, cluster }: Ports, between: Between): Ports {
  const at = <T>(method: string, what: string, act: () => Promise<T>): Promise<T> =>
    between(callSiteNow(method), what, act);
  return { cloud: cloudWith(cloud, at), cluster: clusterWith(cluster, at) };
}

/** Methods that the store answers at once; all others reach the API server. */
const AT_ONCE: ReadonlySet<string> = new Set<keyof Cluster>([
  'uid',
  'home',
  'get',
  'list',
  'all',
  'sizeOf',
  'namespaceTerminating',
  'emit',
]);

type Method = (...values: readonly unknown[]) => Promise<unknown>;

const clusterWith = (cluster: Cluster, at: Between): Cluster => {
  // The methods differ in their parameters; here each is called with those it was given.
  const methods = Object.entries(cluster as unknown as Readonly<Record<string, Method>>);
  const calls = methods.map(([name, method]) => [
    name,
    AT_ONCE.has(name)
      ? method
      : (...values: readonly unknown[]) =>
          at(name, wordsFor(name, values[0]), () => method(...values)),
  ]);
  return Object.fromEntries(calls) as Cluster;
};

/** Formats `patch Volume`, or the method alone where the object has no kind. */
function wordsFor(method: string, first: unknown): string {
  const { kind } = asRecord(first);
  return typeof kind === 'string' ? `${method} ${kind}` : method;
}

const cloudWith = (cloud: Cloud, at: Between): Cloud => ({
  open: async (credential) => {
    const opened = await at('open', 'open', () => cloud.open(credential));
    return opened.ok ? { ...opened, value: accountWith(opened.value, at) } : opened;
  },
  onChange: (listener) => cloud.onChange(listener),
});

const accountWith = (account: Account, at: Between): Account => ({
  caller: account.caller,
  now: () => account.now(),
  identity: (since) => at('identity', 'identity', () => account.identity(since)),
  catalogue: (path, ageMs, cause) =>
    at('catalogue', `catalogue ${path}`, () => account.catalogue(path, ageMs, cause)),
  wasDeleted: (action, collection, id) => account.wasDeleted(action, collection, id),
  list: (read, since, cause) =>
    at('list', `list ${read.path}`, () => account.list(read, since, cause)),
  item: (read, id, since, cause) =>
    at('item', `item ${read.path}`, () => account.item(read, id, since, cause)),
  read: (read, cause) => at('read', `read ${read.path}`, () => account.read(read, cause)),
  room: (write, cause) => at('room', `room ${write.path}`, () => account.room(write, cause)),
  write: (write, cause, room) =>
    at('write', `${write.method} ${write.path}`, () => account.write(write, cause, room)),
});
