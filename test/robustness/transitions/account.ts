import type { World } from '../../support/world.ts';

/** A record of the service. */
export type Row = Readonly<Record<string, unknown>>;

/** The whole account, by the path of each item. */
export type Account = ReadonlyMap<string, Row>;

/** Collections of the kinds' items, and the reads below each item. */
const COLLECTIONS: Readonly<Record<string, readonly string[]>> = {
  '/volumes': [],
  '/compute/instances': ['configs'],
  '/networking/firewalls': ['devices'],
  '/domains': [],
  '/databases/mysql/instances': [],
  '/kube/clusters': ['pools'],
  '/compute/stackscripts': [],
};

/** Members that change by themselves: times, and members that the service fills in. */
const RESTLESS = [
  'created',
  'updated',
  'last_successful',
  'has_user_data',
  'nodes',
  'used',
  'label_updated',
];

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !RESTLESS.includes(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, plain(one)]),
  );
}

/** Replaces a firewall's devices by the ids of its instances. */
const partOf = (part: string, rows: readonly Row[]): unknown =>
  part === 'devices'
    ? rows.map((row) => (row['entity'] as { readonly id: number }).id)
    : rows.map(plain);

/** Reports whether an instance is a node of a cluster, which belongs to its pools. Source:
 *  clusters#nodes. */
export const isNode = ({ label }: Row): boolean =>
  typeof label === 'string' && /^kube\d+-/.test(label);

/** Reads the whole account, independently of the operator. */
export function readAccount({ outsider }: World): Account {
  const account = new Map<string, Row>();
  for (const [path, parts] of Object.entries(COLLECTIONS))
    for (const row of outsider.rows<Row>(path)) {
      const below = parts.map((part) => [
        part,
        partOf(part, outsider.rows<Row>(`${path}/${String(row['id'])}/${part}`)),
      ]);
      account.set(`${path}/${String(row['id'])}`, {
        ...(plain(row) as Row),
        ...Object.fromEntries(below),
      });
      if (path !== '/domains') continue;
      const records = `${path}/${String(row['id'])}/records`;
      for (const record of outsider.rows<Row>(records))
        account.set(`${records}/${String(record['id'])}`, plain(record) as Row);
    }
  return account;
}
