import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Installation, startInstallation } from './installation.ts';
import { soon } from './soon.ts';

const MANIFEST = fileURLToPath(new URL('../../deploy/examples/web-shop.yaml', import.meta.url));
const Manifest = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });

let at: Installation;
let manifests: readonly z.infer<typeof Manifest>[];

beforeAll(async () => {
  at = await startInstallation('shop', { service: ['--speed', '600'] });
  manifests = loadAll(await readFile(MANIFEST, 'utf8')).map((one) => Manifest.parse(one));
});
afterAll(() => at?.close());

const allReady = async (): Promise<void> => {
  for (const { kind, metadata } of manifests) await at.objects.ready(kind, metadata.name);
};

interface Seen {
  readonly id: number;
  readonly label?: string;
}

/** Returns the rows of a collection, by label where they have one: the account's own order by
 *  creation is not guaranteed. */
const rows = async <T extends object>(path: string): Promise<readonly (T & Seen)[]> =>
  (await at.service.rows<T & Seen>(path)).toSorted((a, b) =>
    (a.label ?? '').localeCompare(b.label ?? ''),
  );
/** Waits until the account matches. */
const account = (what: string, look: () => Promise<unknown>, wanted: unknown): Promise<true> =>
  soon(what, async () => {
    const seen = await look();
    return {
      done: JSON.stringify(seen) === JSON.stringify(wanted) ? true : null,
      seen: JSON.stringify(seen),
    };
  });

const zone = async () => (await rows<{ domain: string }>('/domains'))[0]?.id ?? 0;
const records = async () =>
  rows<{ type: string; name: string; target: string; ttl_sec: number }>(
    `/domains/${await zone()}/records`,
  );
const addresses = async () =>
  (await rows<{ ipv4: string[]; tags: string[] }>('/compute/instances')).filter(({ label }) =>
    label?.startsWith('shop-'),
  );

describe('a web shop from one file', () => {
  test('becomes Ready, whatever the order of its documents', async () => {
    const reversed = join(at.directory, 'reversed.json');
    await writeFile(
      reversed,
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: manifests.toReversed() }),
    );
    await at.kubectl('apply', '-f', reversed);
    await allReady();
    expect(await records()).toHaveLength(8);
    const firewall = (await rows('/networking/firewalls'))[0]?.id ?? 0;
    expect(await rows(`/networking/firewalls/${firewall}/devices`)).toHaveLength(2);
    const [database] = await rows<{ allow_list: string[] }>('/databases/mysql/instances');
    expect(database?.allow_list).toHaveLength(4);
    expect(await rows('/volumes')).toHaveLength(2);
  });

  const changes: readonly [string, string, string, object, () => Promise<unknown>, unknown][] = [
    [
      'grows a volume',
      'volume',
      'shop-1-data',
      { size: 60 },
      async () => (await rows<{ size: number }>('/volumes')).map((one) => one.size),
      [60, 40],
    ],
    [
      'tags a machine',
      'instance.cloudinfra.dev',
      'shop-2',
      { tags: ['shop', 'spare'] },
      async () =>
        (await addresses()).map((one) => one.tags.filter((tag) => !tag.startsWith('k8s:'))),
      [['shop'], ['shop', 'spare']],
    ],
    [
      'turns a machine off',
      'instance.cloudinfra.dev',
      'shop-2',
      { booted: false },
      async () =>
        (await rows<{ status: string }>('/compute/instances'))
          .filter((one) => one.label === 'shop-2')
          .map((one) => one.status),
      ['offline'],
    ],
    [
      'closes a port',
      'firewall',
      'shop',
      {
        rules: {
          inbound: [
            {
              label: 'web',
              action: 'ACCEPT',
              protocol: 'TCP',
              ports: '443',
              addresses: { ipv4: ['0.0.0.0/0'] },
            },
          ],
        },
      },
      async () =>
        (
          await rows<{ rules: { inbound: { ports: string }[] } }>('/networking/firewalls')
        )[0]?.rules.inbound.map((one) => one.ports),
      ['443'],
    ],
    [
      'disables a firewall',
      'firewall',
      'shop',
      { enforcement: 'Disabled' },
      async () => (await rows<{ status: string }>('/networking/firewalls'))[0]?.status,
      'disabled',
    ],
    [
      'points a record elsewhere',
      'dnsrecord',
      'static',
      { target: 'cdn.example.org' },
      async () => (await records()).filter((one) => one.type === 'CNAME').map((one) => one.target),
      ['cdn.example.org'],
    ],
    [
      'shortens the life of a record',
      'dnsrecord',
      'spf',
      { ttlSec: 300 },
      async () => (await records()).filter((one) => one.type === 'TXT').map((one) => one.ttl_sec),
      [300],
    ],
    [
      'describes a zone',
      'domain',
      'shop',
      { description: 'The shop' },
      async () => (await rows<{ description: string }>('/domains'))[0]?.description,
      'The shop',
    ],
    [
      'admits an office to the database',
      'mysqldatabase',
      'shop',
      { allowList: ['198.51.100.0/24'] },
      async () =>
        (
          await rows<{ allow_list: string[] }>('/databases/mysql/instances')
        )[0]?.allow_list.includes('198.51.100.0/24'),
      true,
    ],
    [
      'adds a node to a pool',
      'kubecluster',
      'shop',
      {
        pools: [
          { name: 'web', type: 'g6-standard-2', count: 3 },
          { name: 'jobs', type: 'g6-standard-4', count: 1 },
        ],
      },
      async () => {
        const cluster = (await rows('/kube/clusters'))[0]?.id ?? 0;
        return (await rows<{ count: number }>(`/kube/clusters/${cluster}/pools`)).map(
          (one) => one.count,
        );
      },
      [3, 1],
    ],
  ];

  test.for(changes)('%s', async ([what, kind, name, spec, look, wanted]) => {
    await at.kubectl('patch', kind, name, '--type', 'merge', '-p', JSON.stringify({ spec }));
    expect(await account(what, look, wanted)).toBe(true);
  });

  test('is Ready again after all of that', async () => {
    await allReady();
    expect(await records()).toHaveLength(8);
  });

  test('is deleted in one go, and leaves in the account only what Retain keeps', async () => {
    await at.kubectl('delete', '-f', MANIFEST, '--wait=false');
    for (const { kind, metadata } of manifests) await at.objects.gone(kind, metadata.name);
    await account('the nodes to go with their cluster', () => rows('/compute/instances'), []);
    for (const path of [
      '/domains',
      '/networking/firewalls',
      '/kube/clusters',
      '/databases/mysql/instances',
    ])
      expect(await rows(path)).toEqual([]);
    expect((await rows('/volumes')).map((one) => one.label)).toEqual(['shop-2-data']);
    expect((await rows('/tags')).filter((one) => one.label?.startsWith('k8s:') === true)).toEqual(
      [],
    );
  });
});
