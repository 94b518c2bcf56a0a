import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { applyPatch } from '../../src/engine/pass/merge-patch.ts';
import { manifestOf, type Population } from './population.ts';

/** An API server in memory, in a process of its own, with a population and the features that the
 *  operator uses. */

interface Stored {
  readonly object: Record<string, unknown> & { readonly metadata: Record<string, unknown> };
  readonly version: number;
  readonly text: string;
}

const places = new Map<string, Map<string, Stored>>();
const watches = new Set<{ readonly plural: string; readonly tell: (line: string) => void }>();
let version = 1;

/** Stores an object under a new version, and notifies the watches. */
function keep(plural: string, key: string, object: Stored['object']): Stored {
  version++;
  const shelf = places.get(plural) ?? new Map<string, Stored>();
  const type = shelf.has(key) ? 'MODIFIED' : 'ADDED';
  const kept = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } };
  const stored = { object: kept, version, text: JSON.stringify(kept) };
  places.set(plural, shelf.set(key, stored));
  for (const one of watches) if (one.plural === plural) one.tell(lineOf(type, stored));
  return stored;
}

const lineOf = (type: string, { text }: Stored): string => `{"type":"${type}","object":${text}}\n`;

function populate({ plural, from, to, ...rest }: Population): void {
  for (let n = from; n < to; n++) {
    const object = manifestOf({ plural, from, to, ...rest }, n);
    keep(
      plural,
      `${String(object.metadata['namespace'])}/${String(object.metadata['name'])}`,
      object,
    );
  }
}

interface Place {
  readonly plural: string;
  readonly namespace: string | null;
  readonly name: string | undefined;
  readonly query: URLSearchParams;
}

function placeOf(url: string): Place {
  const { pathname, searchParams: query } = new URL(url, 'http://localhost');
  const [root, ...rest] = pathname.split('/').slice(1);
  const segments = rest.slice(root === 'api' ? 1 : 2);
  const isIn = segments[0] === 'namespaces' && segments.length > 2;
  const [plural = '', name] = isIn ? segments.slice(2) : segments;
  return { plural, namespace: isIn ? (segments[1] ?? '') : null, name, query };
}

function page({ plural, query }: Place): string {
  const all = [...(places.get(plural)?.values() ?? [])];
  const from = Number(query.get('continue') ?? 0);
  const limit = Number(query.get('limit') ?? 0);
  const to = limit > 0 ? from + limit : all.length;
  const next = to < all.length ? { continue: String(to) } : {};
  const metadata = JSON.stringify({ resourceVersion: String(version), ...next });
  const items = all.slice(from, to).map(({ text }) => text);
  return `{"kind":"List","apiVersion":"v1","metadata":${metadata},"items":[${items.join(',')}]}`;
}

const isLocked = (patch: Record<string, unknown>, { object }: Stored): boolean => {
  const asked = (patch['metadata'] as { readonly resourceVersion?: string } | undefined)
    ?.resourceVersion;
  return asked !== undefined && asked !== object.metadata['resourceVersion'];
};

/** Answers a write. */
function write(
  { plural, namespace, name }: Place,
  body: Record<string, unknown>,
): readonly [status: number, text: string] {
  if (name === undefined) {
    const { metadata, ...rest } = body as Stored['object'];
    const key = `${namespace}/${String(metadata['name'])}`;
    return [
      201,
      keep(plural, key, {
        ...rest,
        metadata: { uid: `made-${version}`, generation: 1, namespace, ...metadata },
      }).text,
    ];
  }
  const there = places.get(plural)?.get(`${namespace}/${name}`);
  if (there === undefined) return [404, '{"details":{"name":"none"}}'];
  if (isLocked(body, there)) return [409, '{"message":"it was changed"}'];
  return [
    200,
    keep(plural, `${namespace}/${name}`, applyPatch(there.object, body) as Stored['object']).text,
  ];
}

function watch({ plural, query }: Place, response: Parameters<RequestListener>[1]): void {
  const since = Number(query.get('resourceVersion') ?? 0);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  const one = { plural, tell: (line: string) => void response.write(line) };
  for (const stored of places.get(plural)?.values() ?? [])
    if (stored.version > since) one.tell(lineOf('MODIFIED', stored));
  watches.add(one);
  response.on('close', () => watches.delete(one));
}

const KUBE_SYSTEM = JSON.stringify({ metadata: { name: 'kube-system', uid: 'bench' } });

const answer = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
  const place = placeOf(request.url ?? '');
  const end = (status: number, text: string): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  if (place.query.has('watch')) return watch(place, response);
  if (request.method === 'GET') {
    if (place.plural === 'namespaces' && place.name === 'kube-system') return end(200, KUBE_SYSTEM);
    if (place.name === undefined) return end(200, page(place));
    const there = places.get(place.plural)?.get(`${place.namespace}/${place.name}`);
    return end(there === undefined ? 404 : 200, there?.text ?? '{"details":{"name":"none"}}');
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return end(
    ...write(place, JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>),
  );
};

const [cert = '', key = ''] = process.argv.slice(2);
const server = createServer(
  { cert: readFileSync(cert), key: readFileSync(key) },
  (request, response) => void answer(request, response),
);
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `https://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
// An aborted bench ends its processes.
process.on('disconnect', () => process.exit());
process.on('message', (population: Population) => {
  populate(population);
  process.send?.({ made: population.to });
});
