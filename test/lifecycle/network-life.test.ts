import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { canonicalAddress } from '../../src/model/address.ts';
import { World } from '../support/world.ts';

const named = (kind: string, name: string): ObjectName => ({ kind, namespace: 'default', name });
const WALL = named('Firewall', 'web');
const WEB = named('Instance', 'web-1');
const APP = named('Instance', 'app-1');
const ZONE = named('Domain', 'example-org');
const COPY = named('Domain', 'example-net');

const machine = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };
const zone = {
  domain: 'example.org',
  type: 'master',
  soaEmail: 'dns@example.org',
  policy: { deletion: 'Delete' },
};
const domainRef = { name: 'example-org' };
const record = (spec: object) => ({ domainRef, ...spec });
const targetFrom = { instanceRef: { name: 'web-1' } };

/** A record of every type in users' spelling, by the name of the object. */
const RECORDS: Readonly<Record<string, object>> = {
  apex: record({ type: 'A', name: '@', target: '198.51.100.7' }),
  www: record({ type: 'A', name: 'www', targetFrom, ttlSec: 1000 }),
  www6: record({ type: 'AAAA', name: 'WWW.example.org.', targetFrom }),
  sub: record({ type: 'NS', name: 'sub', target: 'ns1.example.net.' }),
  mail: record({ type: 'MX', target: 'mail', priority: 10 }),
  shop: record({ type: 'CNAME', name: 'shop', target: 'www' }),
  text: record({ type: 'TXT', name: 'text', target: '"v=spf1 -all"' }),
  sip: record({
    type: 'SRV',
    service: '_sip',
    protocol: 'tcp',
    priority: 1,
    weight: 0,
    port: 5060,
    target: 'sip',
  }),
  issuer: record({ type: 'CAA', tag: 'issue', target: 'CA.example.net' }),
  back: record({ type: 'PTR', name: '7', target: 'www.example.org' }),
};
const objects = Object.keys(RECORDS).map((name) => named('DnsRecord', name));

interface Row {
  readonly id: number;
  readonly [field: string]: unknown;
}

const isReady = (world: World, name: ObjectName): boolean => {
  const object = world.cluster.get(name);
  const status = object?.status as { readonly observedGeneration?: number } | undefined;
  return (
    world.condition(name, 'Ready')?.status === 'True' &&
    status?.observedGeneration === object?.metadata.generation
  );
};
const ready = (world: World, ...names: readonly ObjectName[]) =>
  world.until(() => names.every((name) => isReady(world, name)));
const waitsFor = (world: World, name: ObjectName, what: string) =>
  world.until(() => world.condition(name, 'Synced')?.message.includes(what) === true);
const rows = (world: World, path: string) => world.outsider.rows<Row>(path);
const zoneId = (world: World, domain = 'example.org') =>
  rows(world, '/domains').find((one) => one['domain'] === domain)?.id ?? 0;
const recordsOf = (world: World, domain?: string) =>
  rows(world, `/domains/${zoneId(world, domain)}/records`);
const statusOf = (world: World, name: ObjectName) =>
  world.cluster.get(name)?.status as Readonly<Record<string, unknown>>;
const isGone = (world: World, name: ObjectName) => world.cluster.get(name) === undefined;

async function close(world: World): Promise<void> {
  expect(world.bugs).toEqual([]);
  expect(world.service.calls().unknownFields).toBe(0);
  await world.stop();
}

describe.each(['recorded', 'documents'] as const)('in the dialect %s', (dialect) => {
  const start = (): World => {
    const world = new World({ kinds: KINDS, dialect });
    world.start();
    return world;
  };

  test('a firewall follows names and labels, and waits for another one', async () => {
    const world = start();
    const rules = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' };
    const devices = (label: string) => {
      const id =
        rows(world, '/networking/firewalls').find((one) => one['label'] === label)?.id ?? 0;
      return rows(world, `/networking/firewalls/${id}/devices`).map(
        ({ entity }) => (entity as { readonly label: string }).label,
      );
    };
    const wall = {
      rules,
      instanceRefs: [{ name: 'web-1' }],
      instanceSelector: { matchLabels: { tier: 'app' } },
    };
    world.cluster.apply(WALL, wall);
    world.cluster.apply(WEB, machine);
    world.cluster.apply(APP, machine);
    await ready(world, WALL, WEB, APP);
    expect(devices('web')).toEqual(['web-1']);
    world.cluster.apply(APP, machine, { labels: { tier: 'app' } });
    await world.time.advance(1_000);
    expect(devices('web')).toEqual(['web-1', 'app-1']);

    const second = named('Firewall', 'second');
    world.cluster.apply(second, { rules, instanceRefs: [{ name: 'app-1' }] });
    await waitsFor(world, second, 'already has an active firewall: web');
    world.cluster.apply(second, {
      rules,
      enforcement: 'Disabled',
      instanceRefs: [{ name: 'app-1' }],
    });
    await ready(world, second);
    expect(devices('second')).toEqual(['app-1']);
    world.cluster.apply(second, {
      rules,
      enforcement: 'Enabled',
      instanceRefs: [{ name: 'app-1' }],
    });
    await waitsFor(world, second, 'already has an active firewall: web');
    world.cluster.apply(WALL, {
      rules: { ...rules, outboundPolicy: 'DROP' },
      instanceRefs: [],
      policy: { consent: 'Auto' },
    });
    await ready(world, WALL, second);
    expect([devices('web'), devices('second')]).toEqual([[], ['app-1']]);
    for (const one of [WALL, second]) world.cluster.delete(one);
    await world.until(() => isGone(world, WALL) && isGone(world, second));
    expect(
      rows(world, '/networking/firewalls').filter(({ status }) => status !== 'deleted'),
    ).toEqual([]);
    await close(world);
  });

  test('a zone with records of every type comes, is copied, rests and goes', async () => {
    const world = start();
    for (const [name, spec] of Object.entries(RECORDS))
      world.cluster.apply(named('DnsRecord', name), spec);
    world.cluster.apply(ZONE, zone);
    world.cluster.apply(WEB, machine);
    await ready(world, ZONE, WEB, ...objects);
    expect(recordsOf(world)).toHaveLength(objects.length);
    const [ipv4] = statusOf(world, WEB)['ipv4'] as readonly string[];
    expect(statusOf(world, named('DnsRecord', 'www'))).toMatchObject({
      fqdn: 'www.example.org',
      target: ipv4,
      ttlSec: 3600,
    });
    const [ipv6 = ''] = String(statusOf(world, WEB)['ipv6']).split('/');
    expect(statusOf(world, named('DnsRecord', 'www6'))['target']).toBe(canonicalAddress(ipv6));

    world.cluster.apply(COPY, {
      domain: 'example.net',
      source: { kind: 'Domain', domainRef },
      tags: ['copy'],
      policy: { deletion: 'Delete' },
    });
    await ready(world, COPY);
    expect(recordsOf(world, 'example.net')).toHaveLength(objects.length);
    expect(
      rows(world, '/domains').find((one) => one['domain'] === 'example.net')?.['tags'],
    ).toEqual(['copy', expect.stringMatching(/^k8s:/)]);

    const wrote = world.cluster.writes.length;
    await world.time.advance(30 * 60_000);
    expect(world.cluster.writes.slice(wrote)).toEqual([]);

    const answer = { ...RECORDS['apex'], target: '198.51.100.8' };
    world.cluster.apply(named('DnsRecord', 'apex'), answer);
    await ready(world, named('DnsRecord', 'apex'));
    expect(recordsOf(world).map(({ target }) => target)).toContain('198.51.100.8');
    world.cluster.delete(ZONE);
    await waitsFor(world, ZONE, 'DnsRecord/apex');
    for (const one of [...objects, COPY]) world.cluster.delete(one);
    await world.until(() => [ZONE, COPY, ...objects].every((one) => isGone(world, one)));
    expect(rows(world, '/domains')).toEqual([]);
    await close(world);
  });

  test('records wait for conflicting ones, and none creates a twin', async () => {
    const world = start();
    world.cluster.apply(ZONE, zone);
    const [mail, none, twin] = [
      named('DnsRecord', 'mail'),
      named('DnsRecord', 'none'),
      named('DnsRecord', 'twin'),
    ] as const;
    world.cluster.apply(mail, RECORDS['mail'] ?? {});
    await ready(world, ZONE, mail);
    world.cluster.apply(none, record({ type: 'MX', target: '' }));
    await waitsFor(world, none, 'a domain that accepts no mail has no other');
    world.cluster.apply(twin, RECORDS['mail'] ?? {});
    await world.until(() => world.condition(twin, 'Synced')?.reason === 'Conflict');
    world.cluster.delete(twin);
    world.cluster.delete(mail);
    await ready(world, none);
    expect(recordsOf(world)).toMatchObject([{ type: 'MX', name: '', target: '' }]);
    await close(world);
  });

  test('a zone that a user deletes is reported, and its records come with the next', async () => {
    const world = start();
    const www = named('DnsRecord', 'apex');
    world.cluster.apply(ZONE, { ...zone, policy: { deletion: 'Delete', loss: 'Recreate' } });
    world.cluster.apply(www, RECORDS['apex'] ?? {});
    await ready(world, ZONE, www);
    const before = zoneId(world);
    world.outsider.call('DELETE', `/domains/${before}`);
    await world.until(
      () => zoneId(world) > before && recordsOf(world).length === 1,
      2 * 60 * 60_000,
    );
    await ready(world, ZONE, www);
    expect(statusOf(world, www)['domainId']).toBe(zoneId(world));
    world.outsider.call('DELETE', `/domains/${zoneId(world)}`);
    for (const one of [ZONE, www]) world.cluster.delete(one);
    await world.until(() => isGone(world, ZONE) && isGone(world, www), 2 * 60 * 60_000);
    await close(world);
  });
});
