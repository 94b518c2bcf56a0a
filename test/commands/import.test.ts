import { describe, expect, test } from 'vitest';
import { type Document, exportOf, type Manner } from '../../src/cli/import/export.ts';
import { NOTHING_HELD } from '../../src/cli/import/held.ts';
import type { Selection } from '../../src/cli/import/selection.ts';
import { survey } from '../../src/cli/import/survey.ts';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { Secret } from '../../src/model/secret.ts';
import { isMark, markOf } from '../../src/model/tags.ts';
import { cloudOn } from '../support/cloud-on.ts';
import { World } from '../support/world.ts';
import { furnish } from './rich-account.ts';

const ALL: Selection = { kinds: KINDS, label: null, tag: null, id: null };
const OBSERVE: Manner = {
  namespace: 'default',
  class: null,
  mode: 'Observe',
  marked: false,
  held: NOTHING_HELD,
};
/** Kinds whose items carry no tags. */
const UNMARKED: readonly string[] = ['DnsRecord', 'Image', 'MySQLDatabase', 'StackScript'];
const HOURS_MS = 3_600_000;

/** Advances the clock until a promise settles. */
async function within<T>(world: World, doing: Promise<T>): Promise<T> {
  const state = { ended: false };
  const ending = doing.finally(() => {
    state.ended = true;
  });
  await world.until(() => state.ended, HOURS_MS);
  return ending;
}

const clerkOf = (world: World) => ({
  call: async (method: string, path: string, body?: object) =>
    world.outsider.call(method, path, body),
  until: (path: string, isSo: (body: Readonly<Record<string, unknown>>) => boolean) =>
    world.until(() => isSo(asRecord(world.outsider.call('GET', path).body)), 3 * HOURS_MS),
});

/** Returns the output of the command, and its messages. */
async function exported(world: World, selection: Selection, manner: Manner) {
  const cloud = cloudOn(
    world.wire,
    world.time,
    { alive: true, leads: false, fate: () => 'live' },
    world.bugs,
  );
  const opened = await within(
    world,
    cloud.open({ token: new Secret(world.service.tokens.admin), baseUrl: null }),
  );
  if (!opened.ok) throw new Error(JSON.stringify(opened));
  const wait = async (ms: number): Promise<void> =>
    new Promise((resolve) => void world.time.at(world.time.now() + ms, resolve));
  const seen = await within(
    world,
    survey({ account: opened.value, kinds: KINDS, wait }, selection),
  );
  await within(world, cloud.close());
  return { ...exportOf(seen, KINDS, manner), unread: seen.unread };
}

const nameOf = ({ kind, metadata: { name } }: Document): ObjectName => ({
  kind,
  namespace: 'default',
  name,
});

/** Returns the deviations from Ready and Synced for the current spec, without a plan and drift. */
function unrest(world: World, name: ObjectName): readonly string[] {
  const object = world.cluster.get(name);
  const status = asRecord(object?.status);
  const said = ['Ready', 'Synced'].flatMap((type) => {
    const condition = world.condition(name, type);
    return condition?.status === 'True'
      ? []
      : [`${type} ${condition?.reason}: ${condition?.message}`];
  });
  return [
    ...said,
    ...(status['observedGeneration'] === object?.metadata.generation ? [] : ['not looked at']),
    ...(status['plan'] === undefined ? [] : [JSON.stringify(status['plan'])]),
    ...(status['drift'] === undefined ? [] : [JSON.stringify(status['drift'])]),
  ].map((line) => `${name.kind}/${name.name}: ${line}`);
}

async function settled(world: World, documents: readonly Document[]): Promise<void> {
  const left = () => documents.flatMap((document) => unrest(world, nameOf(document)));
  await world
    .until(() => left().length === 0, HOURS_MS)
    .catch(() => {
      throw new Error(left().join('\n'));
    });
}

const written = (world: World): readonly string[] =>
  world.wire.sent.filter((request) => !request.startsWith('GET'));

describe.each(['recorded', 'documents'] as const)('in the dialect %s', (dialect) => {
  test('everything in an account becomes objects that ask for nothing, and only mark their items when they manage them', async () => {
    const world = new World({ kinds: KINDS, dialect });
    const { marked, clusterId } = await furnish(clerkOf(world));
    const { documents, leftOut, unread } = await exported(world, ALL, OBSERVE);
    expect(unread).toEqual([]);
    expect(new Set(documents.map(({ kind }) => kind)).size).toBe(KINDS.length);
    expect(leftOut).toHaveLength(4);
    expect(
      leftOut.filter((line) => line.includes(`it is a part of KubeCluster ${clusterId} (shop)`)),
    ).toHaveLength(3);
    expect(leftOut.join('\n')).toContain(`Volume ${marked} (theirs)`);
    expect(written(world)).toEqual([]);

    world.start();
    for (const document of documents) world.cluster.apply(nameOf(document), document.spec);
    await settled(world, documents);
    await world.time.advance(HOURS_MS);
    await settled(world, documents);
    expect(written(world)).toEqual([]);

    const marks: string[] = [];
    world.wire.witnesses.push(({ method, body }) => {
      if (method !== 'GET') marks.push(...Object.keys(asRecord(JSON.parse(body))));
      return () => undefined;
    });
    for (const document of documents)
      world.cluster.apply(nameOf(document), { ...document.spec, policy: { mode: 'Manage' } });
    await settled(world, documents);
    await world.time.advance(HOURS_MS);
    await settled(world, documents);
    const tagged = documents.filter(({ kind }) => !UNMARKED.includes(kind));
    expect(written(world)).toHaveLength(tagged.length);
    expect(marks).toEqual(tagged.map(() => 'tags'));
    expect(world.bugs).toEqual([]);
    await world.stop();
  });

  test('what a lost cluster has marked is taken over by the objects of another', async () => {
    const world = new World({ kinds: KINDS, dialect });
    await furnish(clerkOf(world));
    const manage: Manner = { ...OBSERVE, mode: 'Manage' };
    const before = await exported(world, ALL, manage);
    world.start();
    for (const document of before.documents) world.cluster.apply(nameOf(document), document.spec);
    await settled(world, before.documents);
    await world.stop();
    for (const document of before.documents) await lose(world, nameOf(document));

    const nothing = await exported(world, ALL, manage);
    expect(new Set(nothing.documents.map(({ kind }) => kind))).toEqual(new Set(UNMARKED));
    const after = await exported(world, ALL, { ...manage, marked: true });
    expect(after.documents.map(nameOf)).toEqual(
      expect.arrayContaining(before.documents.map(nameOf)),
    );
    world.start();
    for (const document of after.documents) world.cluster.apply(nameOf(document), document.spec);
    await settled(world, after.documents);
    const marks = world.outsider
      .rows<{ readonly tags: readonly string[] }>('/volumes')
      .map(({ tags }) => tags.filter(isMark));
    expect(marks).toEqual(
      after.documents
        .filter(({ kind }) => kind === 'Volume')
        .map((one) => [markOf(uidOf(world, one))]),
    );
    expect(world.bugs).toEqual([]);
    await world.stop();
  });
});

test('an account that is larger than the budget of a minute is read whole', async () => {
  const world = new World({ kinds: KINDS, limits: 'off' });
  const rules = { inbound: [], inbound_policy: 'DROP', outbound: [], outbound_policy: 'ACCEPT' };
  for (let i = 0; i < 900; i++)
    world.outsider.call('POST', '/networking/firewalls', { label: `wall-${i}`, rules });
  const begun = world.time.now();
  const { documents, unread } = await exported(
    world,
    { ...ALL, kinds: KINDS.filter(({ kind }) => kind === 'Firewall') },
    OBSERVE,
  );
  expect(unread).toEqual([]);
  expect(documents).toHaveLength(900);
  expect(world.wire.sent.length).toBeLessThan(910);
  expect(world.time.now() - begun).toBeGreaterThan(30_000);
});

const uidOf = (world: World, document: Document): string =>
  world.cluster.get(nameOf(document))?.metadata.uid ?? '';

/** Loses an object together with its cluster. */
async function lose(world: World, name: ObjectName): Promise<void> {
  const object = world.cluster.get(name);
  if (object !== undefined) await world.cluster.patch(object, { metadata: { finalizers: [] } });
  world.cluster.delete(name);
}
