import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { membersOf, storedForm } from '../../src/model/status-layout.ts';
import { isMark, markOf } from '../../src/model/tags.ts';
import { keepApart } from '../support/rivals.ts';
import { World } from '../support/world.ts';
import { SELF, type WorldOptions } from '../support/world-options.ts';

interface Tried {
  readonly kind: string;
  readonly path: string;
  readonly spec: object;
}

const TRIED: readonly Tried[] = [
  {
    kind: 'Volume',
    path: '/volumes',
    spec: { region: 'eu-west', size: 20, tags: ['one'], policy: { deletion: 'Delete' } },
  },
  {
    kind: 'Firewall',
    path: '/networking/firewalls',
    spec: { rules: { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' }, tags: ['one'] },
  },
  {
    kind: 'Domain',
    path: '/domains',
    spec: { domain: 'a.example', type: 'master', soaEmail: 'a@a.example', tags: ['one'] },
  },
];

interface Row {
  readonly id: number;
  readonly tags?: readonly string[];
}

const HOUR_MS = 3_600_000;

/** Two clusters whose operators share one account; the first one has an item. */
class Pair {
  readonly first: World;
  readonly second: World;
  readonly apart: ReturnType<typeof keepApart>;
  readonly tried: Tried;
  readonly name: ObjectName;
  #zone: unknown;

  constructor(tried: Tried, options: Pick<WorldOptions, 'limited'> = {}) {
    this.first = new World({ kinds: KINDS, limits: 'off', pollMs: 120_000, ...options });
    this.second = new World({
      kinds: KINDS,
      limits: 'off',
      pollMs: 120_000,
      beside: this.first,
      ...options,
    });
    this.apart = keepApart([this.first, this.second]);
    this.tried = tried;
    this.name = { kind: tried.kind, namespace: 'default', name: 'data' };
  }

  async begin(): Promise<void> {
    this.first.start();
    if (this.tried === RECORD)
      this.#zone = asRecord(
        this.first.outsider.call('POST', '/domains', {
          domain: 'a.example',
          type: 'master',
          soa_email: 'a@a.example',
        }).body,
      )['id'];
    this.first.cluster.apply(this.name, this.spec);
    await this.first.until(() => this.said(this.first) === 'InSync');
    this.second.start();
  }

  /** The spec of both objects. */
  get spec(): object {
    return this.#zone === undefined
      ? this.tried.spec
      : { ...this.tried.spec, domainRef: { id: this.#zone, domain: 'a.example' } };
  }

  get path(): string {
    return this.tried.path.replace('{zone}', String(this.#zone));
  }

  get id(): unknown {
    return asRecord(this.first.cluster.get(this.name)?.status)['id'];
  }

  /** The marks of the item; undefined when it is gone. */
  get marks(): readonly string[] | undefined {
    return this.row === undefined ? undefined : (this.row.tags ?? []).filter(isMark);
  }

  get row(): Row | undefined {
    return this.first.outsider.rows<Row>(this.path).find(({ id }) => id === this.id);
  }

  said = (world: World): string | undefined => world.condition(this.name, 'Synced')?.reason;
  message = (world: World): string | undefined => world.condition(this.name, 'Synced')?.message;
  markOf = (world: World): string => markOf(world.cluster.get(this.name)?.metadata.uid ?? '');

  /** Restores the object of the first cluster, with the given members of its status (null: all), in
   *  the second one. */
  async restore(members: readonly string[] | null): Promise<void> {
    this.second.kill();
    const { spec, status } = this.first.cluster.get(this.name) ?? {};
    const restored = this.second.cluster.apply(this.name, spec as object);
    await this.second.cluster.patchStatus(
      restored,
      storedForm(
        Object.fromEntries(
          Object.entries(membersOf(status)).filter(
            ([member]) => members === null || members.includes(member),
          ),
        ),
      ),
    );
    this.second.start();
  }

  /** Returns the operators that write to the service within an hour in which the item is changed
   *  outside. */
  async writers(): Promise<readonly string[]> {
    await this.first.time.advance(60_000);
    const worlds = { first: this.first, second: this.second };
    const before = Object.fromEntries(
      Object.entries(worlds).map(([name, world]) => [name, writesOf(world)]),
    );
    const change =
      this.tried === RECORD
        ? { target: '203.0.113.9' }
        : { tags: [...(this.marks ?? []), 'strange'] };
    this.first.outsider.call('PUT', `${this.path}/${String(this.id)}`, change);
    await this.first.time.advance(HOUR_MS);
    expect([...this.first.bugs, ...this.second.bugs, ...this.apart.breaches]).toEqual([]);
    return Object.entries(worlds).flatMap(([name, world]) =>
      writesOf(world) === before[name] ? [] : [name],
    );
  }
}

const writesOf = (world: World): number =>
  world.wire.sent.filter((request) => !request.startsWith('GET')).length;
const retained = (world: World): boolean =>
  world.cluster.events.some(({ reason }) => reason === 'Retained');

/** A record of a zone without an object. */
const RECORD: Tried = {
  kind: 'DnsRecord',
  path: '/domains/{zone}/records',
  spec: { type: 'A', name: 'www', target: '198.51.100.1' },
};

describe.each([...TRIED, RECORD].map((tried) => [tried.kind, tried] as const))(
  'a %s whose whole status is recorded',
  (_, tried) => {
    test('and restored into another cluster stays with the first, until an annotation says that the object was moved', async () => {
      const pair = new Pair(tried);
      await pair.begin();
      const { first, second, name } = pair;
      const cluster = first.cluster.uid();
      await pair.restore(null);
      await second.until(() => pair.said(second) === 'OtherCluster');
      expect(pair.message(second)).toContain(
        `set the annotation cloudinfra.dev/moved-from to ${cluster}`,
      );
      expect(await pair.writers()).toEqual(['first']);

      first.kill();
      second.cluster.annotate(name, { 'cloudinfra.dev/moved-from': cluster });
      await second.until(() => pair.said(second) === 'InSync');
      await second.time.advance(60_000);
      expect(pair.marks).toEqual(tried === RECORD ? [] : [pair.markOf(second)]);
      expect(asRecord(second.cluster.get(name)?.status)['operator']).toEqual({
        cluster: second.cluster.uid(),
        name: SELF.name,
      });
      expect(await pair.writers()).toEqual(['second']);
      first.start();
      await first.time.advance(60_000);
      expect(pair.said(first)).toBe(tried === RECORD ? 'InSync' : 'TakenOver');
    });

    test('and restored into another cluster stays in the account when it is deleted there', async () => {
      const pair = new Pair(tried);
      await pair.begin();
      const { first, second, name } = pair;
      await pair.restore(null);
      second.cluster.apply(name, pair.spec, { finalizers: ['cloudinfra.dev/finalizer'] });
      await second.until(() => pair.said(second) === 'OtherCluster');
      second.cluster.delete(name);
      await second.until(() => second.cluster.get(name) === undefined);
      await first.time.advance(HOUR_MS);
      expect([retained(second), pair.said(first), pair.row !== undefined]).toEqual([
        true,
        'InSync',
        true,
      ]);
    });

    test('is held on to by a new process in its own cluster', async () => {
      const pair = new Pair(tried);
      await pair.begin();
      const { first, name } = pair;
      await first.time.advance(60_000);
      const object = first.cluster.get(name);
      first.kill();
      first.start();
      await first.time.advance(HOUR_MS);
      expect([pair.said(first), first.cluster.get(name)?.status]).toEqual([
        'InSync',
        object?.status,
      ]);
    });
  },
);

describe.each([...TRIED, RECORD].map((tried) => [tried.kind, tried] as const))(
  'a %s of an operator that is limited to namespaces',
  (_, tried) => {
    test('and restored into another cluster stays with the first, until an annotation says that the object was moved', async () => {
      const pair = new Pair(tried, { limited: true });
      await pair.begin();
      const { first, second, name } = pair;
      const namespace = first.cluster.homeUid();
      expect(asRecord(first.cluster.get(name)?.status)['operator']).toEqual({
        namespace,
        name: SELF.name,
      });
      await pair.restore(null);
      await second.until(() => pair.said(second) === 'OtherCluster');
      expect(pair.message(second)).toContain(`in another namespace (${namespace})`);
      expect(pair.message(second)).toContain(
        `set the annotation cloudinfra.dev/moved-from to ${namespace}`,
      );
      expect(await pair.writers()).toEqual(['first']);

      first.kill();
      second.cluster.annotate(name, { 'cloudinfra.dev/moved-from': namespace });
      await second.until(() => pair.said(second) === 'InSync');
      await second.time.advance(60_000);
      expect(asRecord(second.cluster.get(name)?.status)['operator']).toEqual({
        namespace: second.cluster.homeUid(),
        name: SELF.name,
      });
      expect(await pair.writers()).toEqual(['second']);
    });

    test('keeps its item when the operator is given all namespaces, and when it is limited again', async () => {
      const pair = new Pair(tried, { limited: true });
      await pair.begin();
      const { first, name } = pair;
      first.kill();
      const wide = first.fork({ limited: false });
      wide.start();
      await wide.time.advance(HOUR_MS);
      wide.cluster.apply(name, { ...pair.spec, policy: { deletion: 'Retain' } });
      await wide.until(
        () =>
          asRecord(asRecord(wide.cluster.get(name)?.status)['operator'])['cluster'] ===
          wide.cluster.uid(),
      );
      await wide.stop();
      const narrow = wide.fork({ limited: true });
      narrow.start();
      await narrow.time.advance(60_000);
      narrow.cluster.apply(name, pair.spec);
      await narrow.time.advance(HOUR_MS);
      expect(pair.said(narrow)).toBe('InSync');
      expect(asRecord(narrow.cluster.get(name)?.status)['operator']).toEqual({
        cluster: narrow.cluster.uid(),
        namespace: narrow.cluster.homeUid(),
        name: SELF.name,
      });
    });
  },
);

describe.each(TRIED.map((tried) => [tried.kind, tried] as const))('a %s', (_, tried) => {
  test('that another cluster took over is not written to, and stays when its first object is deleted', async () => {
    const pair = new Pair(tried);
    await pair.begin();
    const { first, second, name } = pair;
    second.cluster.apply(name, {
      ...tried.spec,
      import: { by: 'Id', id: pair.id, replaceMark: pair.markOf(first) },
    });
    await second.until(() => pair.said(second) === 'InSync' && pair.said(first) === 'TakenOver');
    expect(pair.message(first)).toMatch(
      new RegExp(
        `spec.import to {by: Id, id: ${String(pair.id)}, replaceMark: ${pair.markOf(second)}}`,
      ),
    );
    expect(await pair.writers()).toEqual(['second']);
    first.cluster.delete(name);
    const { id } = pair;
    await first.until(() => first.cluster.get(name) === undefined);
    expect(retained(first)).toBe(true);
    await first.time.advance(HOUR_MS);
    expect(first.outsider.rows<{ readonly id: unknown }>(tried.path).map((row) => row.id)).toEqual([
      id,
    ]);
    expect(pair.said(second)).toBe('InSync');
  });

  test.each([
    ['whole', ['id', 'account', 'applied', 'conditions']],
    ['in part', ['id', 'account']],
  ])(
    'whose status was restored into another cluster %s stays with the first, until the mark is replaced',
    async (_how, members) => {
      const pair = new Pair(tried);
      await pair.begin();
      const { first, second, name } = pair;
      const mark = pair.markOf(first);
      await pair.restore(members);
      await second.until(() => pair.said(second) === 'Conflict');
      expect(pair.message(second)).toContain(`replaceMark: ${mark}`);
      expect(await pair.writers()).toEqual(['first']);
      expect([pair.said(first), pair.marks]).toEqual(['InSync', [mark]]);

      second.cluster.apply(name, {
        ...tried.spec,
        import: { by: 'Id', id: pair.id, replaceMark: mark },
      });
      await second.until(() => pair.said(second) === 'InSync' && pair.said(first) === 'TakenOver');
      expect(await pair.writers()).toEqual(['second']);
    },
  );

  test('that was restored into another cluster stays when it is deleted there', async () => {
    const pair = new Pair(tried);
    await pair.begin();
    const { first, second, name } = pair;
    await pair.restore(['id', 'account', 'applied']);
    second.cluster.apply(name, tried.spec, { finalizers: ['cloudinfra.dev/finalizer'] });
    await second.until(() => pair.said(second) === 'Conflict');
    second.cluster.delete(name);
    await second.until(() => second.cluster.get(name) === undefined);
    await first.time.advance(HOUR_MS);
    expect([retained(second), pair.marks, pair.said(first)]).toEqual([
      true,
      [pair.markOf(first)],
      'InSync',
    ]);
  });

  test('whose two objects name the mark of each other goes to the last one, once', async () => {
    const pair = new Pair(tried);
    await pair.begin();
    const { first, second, name } = pair;
    second.cluster.apply(name, {
      ...tried.spec,
      import: { by: 'Id', id: pair.id, replaceMark: pair.markOf(first) },
    });
    await second.until(() => pair.said(first) === 'TakenOver');
    first.cluster.apply(name, {
      ...tried.spec,
      import: { by: 'Id', id: pair.id, replaceMark: pair.markOf(second) },
    });
    await second.until(() => pair.said(second) === 'TakenOver');
    expect(pair.message(second)).toContain('remove spec.import.replaceMark, which was used');
    expect(await pair.writers()).toEqual(['first']);

    second.cluster.apply(name, { ...tried.spec, import: { by: 'Id', id: pair.id } });
    await second.time.advance(60_000);
    second.cluster.apply(name, {
      ...tried.spec,
      import: { by: 'Id', id: pair.id, replaceMark: pair.markOf(first) },
    });
    await second.until(() => pair.said(first) === 'TakenOver');
    expect(await pair.writers()).toEqual(['second']);
  });
});
