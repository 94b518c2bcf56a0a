import { describe, expect, test } from 'vitest';
import type { KubeObject, ObjectName } from '../../src/engine/ports/cluster.ts';
import type { Self } from '../../src/engine/term/operator-identity.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { CLASS_LABEL, FINALIZER } from '../../src/model/group.ts';
import { asRecord } from '../../src/model/parse.ts';
import { Secret } from '../../src/model/secret.ts';
import { membersOf } from '../../src/model/status-layout.ts';
import { CREDENTIAL } from '../support/memory-secrets.ts';
import { World } from '../support/world.ts';

const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const SPEC = { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } };
const MINUTE_MS = 60_000;

const operator = (namespace: string, of: string | null): Self => ({
  name: `${namespace}/cloudinfra-operator${of === null ? '' : `.${of}`}`,
  class: of,
});
const ONE = operator('one', null);
const TWO = operator('two', null);
const GOLD = operator('two', 'gold');

/** Two operators of the same namespaces, the second with a token of another account. */
class Pair {
  readonly first: World;
  readonly second: World;

  constructor(second: Self, token: 'admin' | 'other' = 'other') {
    this.first = new World({ kinds: KINDS, limits: 'off', self: ONE });
    this.second = new World({ kinds: KINDS, limits: 'off', self: second, over: this.first, token });
  }

  start(): void {
    this.first.start();
    this.second.start();
  }

  apply(of: string | null, name = DATA, spec: object = SPEC): void {
    this.first.cluster.apply(name, spec, { labels: of === null ? {} : { [CLASS_LABEL]: of } });
  }

  get object(): KubeObject | undefined {
    return this.first.cluster.get(DATA);
  }

  get status(): Readonly<Record<string, unknown>> {
    return asRecord(this.object?.status);
  }

  /** Returns the number of items in the first account and in the second. */
  get items(): readonly [number, number] {
    return [
      this.first.outsider.rows('/volumes').length,
      this.first.neighbour.rows('/volumes').length,
    ];
  }

  synced = (name = DATA) => this.first.condition(name, 'Synced');
  ready = (name = DATA): boolean => this.first.condition(name, 'Ready')?.status === 'True';

  /** Returns the number of writes of each operator to an account. */
  get wrote(): readonly [number, number] {
    return [writesOf(this.first), writesOf(this.second)];
  }

  async stop(): Promise<void> {
    expect([...this.first.bugs, ...this.second.bugs]).toEqual([]);
    this.first.kill();
    this.second.kill();
  }
}

const writesOf = (world: World): number =>
  world.wire.sent.filter((request) => !request.startsWith('GET')).length;

test('each operator serves the objects of its class in its account, and writes nothing about the others', async () => {
  const pair = new Pair(GOLD);
  const logs = { ...DATA, name: 'logs' };
  pair.start();
  pair.apply(null);
  pair.apply('gold', logs);
  await pair.first.until(() => pair.ready() && pair.ready(logs));
  expect(pair.items).toEqual([1, 1]);
  expect(pair.status['operator']).toMatchObject({ name: ONE.name });
  expect(asRecord(pair.first.cluster.get(logs)?.status)['operator']).toMatchObject(GOLD);
  expect(new Set(pair.first.passes.map(({ name }) => name))).toEqual(new Set(['data']));
  expect(new Set(pair.second.passes.map(({ name }) => name))).toEqual(new Set(['logs']));
  await pair.stop();
});

test.each([undefined, '', 'silver'])(
  'an object of the class %j is not touched by an operator of another one',
  async (of) => {
    const pair = new Pair(GOLD);
    pair.second.start();
    pair.first.cluster.apply(DATA, SPEC, { labels: of === undefined ? {} : { [CLASS_LABEL]: of } });
    await pair.second.time.advance(60 * MINUTE_MS);
    pair.first.cluster.apply(DATA, SPEC, { finalizers: [FINALIZER] });
    pair.first.cluster.delete(DATA);
    await pair.second.time.advance(60 * MINUTE_MS);
    expect([
      pair.first.cluster.writes,
      pair.first.cluster.events,
      pair.object?.metadata.finalizers,
    ]).toEqual([[], [], [FINALIZER]]);
    await pair.stop();
  },
);

describe('of two operators without a class and with different accounts', () => {
  test('one creates each item, and the other one reports another operator', async () => {
    const pair = new Pair(TWO);
    let left = 5;
    pair.first.wire.mishap = (words) =>
      words === 'POST /volumes' && left-- > 0 ? 'unanswered' : 'none';
    pair.start();
    const names = Array.from({ length: 10 }, (_, i) => ({ ...DATA, name: `v${i}` }));
    for (const name of names) pair.apply(null, name);
    await pair.first.until(() => names.every((name) => pair.ready(name)));
    expect(pair.items[0] + pair.items[1]).toBe(10);
    const events = pair.first.cluster.events.filter(({ reason }) => reason === 'OtherOperator');
    expect(new Set(events.map(({ object }) => object)).size).toBe(10);
    expect(events[0]?.message).toMatch(
      /^the operator (one|two)\/cloudinfra-operator manages this object, according to its status; give one of the two operators a class/,
    );
    expect(names.map((name) => pair.synced(name)?.reason)).toEqual(names.map(() => 'InSync'));

    for (const name of names) pair.first.cluster.delete(name);
    await pair.first.until(
      () => names.every((name) => pair.first.cluster.get(name) === undefined),
      120 * MINUTE_MS,
    );
    expect(pair.items).toEqual([0, 0]);
    await pair.stop();
  });

  test('the name of one is in the status before it writes to an item that the object imports', async () => {
    const pair = new Pair(TWO, 'admin');
    const { id } = asRecord(
      pair.first.outsider.call('POST', '/volumes', { label: 'data', region: 'eu-west', size: 20 })
        .body,
    );
    const named = (): unknown => asRecord(pair.status['operator'])['name'];
    const writes: (readonly [unknown, string])[] = [];
    for (const [world, { name }] of [[pair.first, ONE] as const, [pair.second, TWO] as const])
      world.wire.witnesses.push(
        ({ method }) =>
          () =>
            void (method !== 'GET' && writes.push([named(), name])),
      );
    pair.start();
    pair.apply(null, DATA, { ...SPEC, import: { by: 'Id', id } });
    await pair.first.until(() => pair.ready());
    await pair.first.time.advance(30 * MINUTE_MS);
    expect(writes.length).toBeGreaterThan(0);
    expect(writes.filter(([before, writer]) => before !== writer)).toEqual([]);
    await pair.stop();
  });

  test('the other one goes on once an annotation says that the first ended', async () => {
    const pair = new Pair(TWO, 'admin');
    pair.first.start();
    pair.apply(null);
    await pair.first.until(() => pair.ready());
    pair.first.kill();
    pair.second.start();
    pair.apply(null, DATA, { ...SPEC, size: 30 });
    await pair.second.time.advance(30 * MINUTE_MS);
    expect([pair.wrote[1], asRecord(pair.status['operator'])['name']]).toEqual([0, ONE.name]);
    pair.first.cluster.annotate(DATA, { 'cloudinfra.dev/moved-from': ONE.name });
    await pair.second.until(() => pair.ready(), MINUTE_MS);
    expect([pair.items, pair.status['operator']]).toEqual([
      [1, 0],
      { name: TWO.name, cluster: pair.first.cluster.uid() },
    ]);

    pair.first.start();
    const before = pair.wrote[0];
    await pair.first.time.advance(30 * MINUTE_MS);
    expect([pair.wrote[0], asRecord(pair.status['operator'])['name']]).toEqual([before, TWO.name]);
    await pair.stop();
  });
});

describe('an object whose class changes', () => {
  /** Builds a ready object of the first operator, in a cluster in which both run. */
  async function managed(token: 'admin' | 'other'): Promise<Pair> {
    const pair = new Pair(GOLD, token);
    pair.start();
    pair.apply(null);
    await pair.first.until(() => pair.ready());
    return pair;
  }

  test('is let go by the operator of the one, and served by that of the other within seconds', async () => {
    const pair = await managed('admin');
    const before = pair.status['id'];
    pair.apply('gold', DATA, { ...SPEC, size: 30 });
    await pair.first.until(() => asRecord(pair.status['operator'])['name'] === GOLD.name, 3_000);
    await pair.first.until(() => pair.ready() && pair.status['size'] === 30, MINUTE_MS);
    expect([pair.items, pair.status['id']]).toEqual([[1, 0], before]);
    expect(pair.first.cluster.events.filter(({ type }) => type === 'Warning')).toEqual([]);
    pair.apply(null, DATA, { ...SPEC, size: 40 });
    await pair.first.until(
      () => asRecord(pair.status['operator'])['name'] === ONE.name && pair.ready(),
      MINUTE_MS,
    );
    expect([pair.items, pair.status['id'], pair.status['size']]).toEqual([[1, 0], before, 40]);
    await pair.stop();
  });

  test('keeps its item where the other operator has another account, and comes back', async () => {
    const pair = await managed('other');
    const id = pair.status['id'];
    pair.apply('gold');
    await pair.first.until(() => pair.synced()?.reason === 'Refused');
    expect(pair.synced()?.message).toContain('spec.credentialsRef: the item belongs to account');
    expect(pair.items).toEqual([1, 0]);
    pair.apply(null);
    await pair.first.until(() => pair.synced()?.reason === 'InSync');
    expect([pair.items, pair.status['id']]).toEqual([[1, 0], id]);
    await pair.stop();
  });

  test('waits for an operator that is away, says so, and goes on when that lets it go', async () => {
    const pair = await managed('admin');
    pair.first.kill();
    pair.apply('gold', DATA, { ...SPEC, size: 30 });
    await pair.second.until(() => pair.synced()?.reason === 'OtherOperator', 5 * MINUTE_MS);
    expect(pair.first.condition(DATA, 'Stalled')?.message).toBe(
      'the operator one/cloudinfra-operator manages this object, according to its status; it releases the object when it runs; if it stopped permanently, ' +
        'set the annotation cloudinfra.dev/moved-from to one/cloudinfra-operator',
    );
    expect(pair.wrote[1]).toBe(0);
    pair.first.start();
    await pair.first.until(
      () => asRecord(pair.status['operator'])['name'] === GOLD.name && pair.ready(),
      MINUTE_MS,
    );
    expect(pair.items).toEqual([1, 0]);
    await pair.stop();
  });

  test('is served as soon as an operator that was away for seconds releases it, and nothing is reported in between', async () => {
    const pair = await managed('admin');
    pair.first.kill();
    pair.apply('gold');
    await pair.second.time.advance(5_000);
    expect(pair.synced()?.reason).toBe('InSync');
    pair.first.start();
    await pair.first.until(() => asRecord(pair.status['operator'])['name'] === GOLD.name, 3_000);
    await pair.stop();
  });

  test('while it is deleted is deleted by the operator of the other class', async () => {
    const pair = await managed('admin');
    pair.first.kill();
    pair.first.cluster.delete(DATA);
    pair.apply('gold');
    await pair.second.time.advance(10 * MINUTE_MS);
    expect([pair.items, pair.object?.metadata.finalizers]).toEqual([[1, 0], [FINALIZER]]);
    pair.first.start();
    await pair.first.until(() => pair.object === undefined);
    expect(pair.items).toEqual([0, 0]);
    await pair.stop();
  });

  test('and that no operator serves keeps its finalizer and its item while it is deleted', async () => {
    const pair = await managed('admin');
    pair.apply('silver');
    await pair.first.time.advance(MINUTE_MS);
    expect(asRecord(pair.status['operator'])['name']).toBeUndefined();
    expect(pair.synced()?.message).toBe('waiting for an operator of the class silver');
    pair.first.cluster.delete(DATA);
    await pair.first.time.advance(60 * MINUTE_MS);
    expect([pair.items, pair.object?.metadata.finalizers]).toEqual([[1, 0], [FINALIZER]]);
    await pair.stop();
  });

  test.each(['admin', 'other'] as const)(
    'with an open create loses nothing, where the other operator has the token %s',
    async (token) => {
      const pair = new Pair(GOLD, token);
      pair.first.wire.mishap = (words) => (words === 'POST /volumes' ? 'unanswered' : 'none');
      pair.start();
      pair.apply(null);
      await pair.first.until(
        () => membersOf(pair.status)['intent'] !== undefined && pair.items[0] === 1,
      );
      expect(pair.status['id']).toBeUndefined();
      pair.apply('gold');
      await pair.first.time.advance(30 * MINUTE_MS);
      expect(pair.items).toEqual([1, 0]);
      expect(pair.synced()?.reason).toBe(token === 'admin' ? 'InSync' : 'Refused');
      pair.first.wire.mishap = () => 'none';
      pair.apply(null);
      await pair.first.until(() => pair.ready());
      expect(pair.items).toEqual([1, 0]);
      await pair.stop();
    },
  );
});

test('a Secret that two operators use is held by each with a finalizer of its own', async () => {
  const pair = new Pair(GOLD);
  const logs = { ...DATA, name: 'logs' };
  const secret = () => pair.first.cluster.secrets.get('default', 'cloudinfra-credentials');
  pair.first.cluster.secrets.apply(
    'default',
    'cloudinfra-credentials',
    { token: new Secret(pair.first.service.tokens.admin) },
    CREDENTIAL,
  );
  pair.start();
  pair.apply(null);
  pair.apply('gold', logs);
  await pair.first.until(() => pair.ready() && pair.ready(logs));
  await pair.first.time.advance(5 * MINUTE_MS);
  expect(secret()?.finalizers.toSorted()).toEqual([FINALIZER, `${FINALIZER}.gold`]);
  pair.first.cluster.delete(DATA);
  await pair.first.until(() => pair.object === undefined);
  await pair.first.time.advance(5 * MINUTE_MS);
  expect(secret()).toMatchObject({
    finalizers: [`${FINALIZER}.gold`],
    labels: { 'cloudinfra.dev/in-use.gold': 'true' },
  });
  expect(secret()?.labels['cloudinfra.dev/in-use']).toBeUndefined();
  await pair.stop();
});

test('deletions are counted by class', async () => {
  const pair = new Pair(GOLD);
  const logs = { ...DATA, name: 'logs' };
  pair.start();
  pair.apply(null);
  pair.apply('gold', logs);
  await pair.first.until(() => pair.ready() && pair.ready(logs));
  for (const name of [DATA, logs]) pair.first.cluster.delete(name);
  await pair.first.until(() => pair.items.every((count) => count === 0));
  const counted = ['brake', 'brake.gold'].map((name) => pair.first.cluster.notes.read(name).text);
  expect(counted.map((text) => Object.values(asRecord(JSON.parse(text))).flat().length)).toEqual([
    1, 1,
  ]);
  await pair.stop();
});

test('an item that an object of another class has is not imported', async () => {
  const pair = new Pair(GOLD, 'admin');
  const record: ObjectName = { kind: 'DnsRecord', namespace: 'default', name: 'www' };
  const copy = { ...record, name: 'copy' };
  pair.start();
  const zone = asRecord(
    pair.first.outsider.call('POST', '/domains', {
      domain: 'a.example',
      type: 'master',
      soa_email: 'a@a.example',
    }).body,
  )['id'];
  const at = { domainRef: { id: zone, domain: 'a.example' } };
  const spec = { ...at, type: 'A', name: 'www', target: '198.51.100.1' };
  pair.apply(null, record, spec);
  await pair.first.until(() => pair.ready(record));
  const { id } = asRecord(pair.first.cluster.get(record)?.status);
  pair.apply('gold', copy, { ...spec, target: '198.51.100.2', import: { by: 'Id', id } });
  await pair.first.until(() => pair.synced(copy)?.reason === 'Conflict');
  expect(pair.synced(copy)?.message).toBe(`item ${String(id)} belongs to DnsRecord default/www`);
  await pair.stop();
});
