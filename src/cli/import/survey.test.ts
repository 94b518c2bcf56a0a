import { expect, test } from 'vitest';
import type { Account } from '../../engine/ports/cloud.ts';
import { KINDS } from '../../kinds/index.ts';
import { REGISTRY } from '../../kinds/rows.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { Selection } from './selection.ts';
import { survey } from './survey.ts';

const ANY: Selection = { kinds: KINDS, label: null, tag: null, id: null };

/** Builds an item of a kind from its example, with these fields replaced. */
const item = (name: string, fields: object): object => ({
  ...REGISTRY.find(({ kind }) => kind.kind === name)?.cases.item,
  ...fields,
});

const shop = item('Domain', { id: 5, domain: 'shop.example', tags: ['shop'] });
const blog = item('Domain', { id: 6, domain: 'blog.example', tags: [] });
const NODE = { id: 'n', instance_id: 7, status: 'ready' };
const POOL = {
  id: 4,
  type: 'x',
  count: 1,
  nodes: [NODE],
  disks: [],
  autoscaler: { enabled: false, min: 1, max: 1 },
  tags: [],
};

const LISTINGS: Readonly<Record<string, readonly object[]>> = {
  '/domains': [shop, blog],
  '/domains/5/records': [item('DnsRecord', { id: 51 }), item('DnsRecord', { id: 52 })],
  '/domains/6/records': [item('DnsRecord', { id: 61 })],
  '/compute/instances': [
    item('Instance', { id: 7, tags: [] }),
    item('Instance', { id: 8, tags: ['shop'] }),
  ],
  '/kube/clusters': [item('KubeCluster', { id: 3 })],
  '/kube/clusters/3/pools': [POOL],
};

/** Builds an account with these listings, in which some paths fail. */
function accountWith(failures: Readonly<Record<string, Failure[]>>) {
  const asked: string[] = [];
  const answer = (path: string): Result<readonly object[]> => {
    asked.push(path);
    const failure = failures[path]?.shift();
    return failure === undefined ? ok(LISTINGS[path] ?? []) : fail(failure);
  };
  const account: Pick<Account, 'list' | 'read'> = {
    list: async ({ path, schema }) => {
      const rows = answer(path);
      if (!rows.ok) return rows;
      const items = new Map(rows.value.map((row) => [schema.parse(row).id, schema.parse(row)]));
      return ok({
        items,
        listed: items,
        reread: () => [],
        unread: new Map(),
        showed: (id) => items.has(id),
        lastPage: [],
        isOnePage: true,
        startedAt: 0,
        begunElapsed: 0,
        endedAt: 0,
        trusted: true,
      });
    },
    read: async ({ path, schema, mayFail = [] }) => {
      const rows = answer(path);
      if (rows.ok) return ok(schema.parse(rows.value));
      return mayFail.includes(rows.failure.code) ? ok(null) : rows;
    },
  };
  return { account: account as Account, asked };
}

async function surveyed(
  selection: Partial<Selection>,
  failures: Readonly<Record<string, Failure[]>> = {},
) {
  const { account, asked } = accountWith(failures);
  const waited: number[] = [];
  const wait = async (ms: number): Promise<void> => void waited.push(ms);
  const { meant, wholes, unread } = await survey(
    { account, kinds: KINDS, wait },
    { ...ANY, ...selection },
  );
  const shown = meant.map(({ kind, observed }) => `${kind.kind} ${observed.item.id}`);
  return { shown, wholes, unread, waited, asked };
}

const only = (...names: readonly string[]) => ({
  kinds: KINDS.filter(({ kind }) => names.includes(kind)),
});

test.each<readonly [string, Partial<Selection>, readonly string[]]>([
  [
    'all there is',
    {},
    [
      'Instance 7',
      'Instance 8',
      'Domain 5',
      'Domain 6',
      'DnsRecord 51',
      'DnsRecord 52',
      'DnsRecord 61',
      'KubeCluster 3',
    ],
  ],
  ['one kind', only('Domain'), ['Domain 5', 'Domain 6']],
  ['one item of a kind', { ...only('Domain'), id: 6 }, ['Domain 6']],
  ['one row of whatever holds it', { ...only('DnsRecord'), id: 61 }, ['DnsRecord 61']],
  [
    'what has a tag, with the rows of what has it',
    { tag: 'shop' },
    ['Instance 8', 'Domain 5', 'DnsRecord 51', 'DnsRecord 52'],
  ],
  [
    'what has a label, with the rows of what has it',
    { ...only('Domain', 'DnsRecord'), label: 'blog*' },
    ['Domain 6', 'DnsRecord 61'],
  ],
])('sees %s', async (_name, selection, shown) => {
  const seen = await surveyed(selection);
  expect(seen.shown).toEqual(shown);
  expect(seen.unread).toEqual([]);
});

test('looks at clusters for their nodes where instances are meant, or led to, and at no more than it needs', async () => {
  const seen = await surveyed(only('Instance'));
  expect(seen.wholes.map(({ observed }) => observed.details)).toEqual([{ pools: [POOL] }]);
  expect((await surveyed(only('Volume'))).wholes).toHaveLength(1);
  expect((await surveyed(only('Domain'))).asked).toEqual(['/domains']);
  expect(
    (await surveyed({})).asked.filter((path) => path === '/kube/clusters/3/pools'),
  ).toHaveLength(1);
});

test.each<readonly [string, string, Failure, string]>([
  [
    'a collection',
    '/domains',
    { code: 'Denied', detail: 'no scope' },
    'Domain: /domains cannot be read: no scope',
  ],
  [
    'the rows of one item',
    '/domains/5/records',
    { code: 'Unreachable', detail: 'away' },
    'DnsRecord: /domains/5/records cannot be read: away',
  ],
  [
    'a detail that may be hidden',
    '/kube/clusters/3/pools',
    { code: 'Denied', detail: 'no' },
    'KubeCluster 3: its pools are not visible to this token, and its manifest omits them',
  ],
])('reports unreadable items and continues: %s', async (_name, path, failure, line) => {
  const seen = await surveyed(only('Domain', 'DnsRecord', 'KubeCluster'), { [path]: [failure] });
  expect(seen.unread).toEqual([line]);
  expect(seen.shown).toContain('KubeCluster 3');
});

test('waits for the budget for the requested time', async () => {
  const spent: Failure = { code: 'Throttled', detail: 'spent', retryAfterMs: 30_000 };
  const seen = await surveyed(only('Domain'), {
    '/domains': [spent, { code: 'Throttled', detail: 'spent' }],
  });
  expect(seen.waited).toEqual([30_000, 5_000]);
  expect(seen.shown).toEqual(['Domain 5', 'Domain 6']);
});
