import { expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { World } from '../support/world.ts';

interface Row {
  readonly id: number;
  readonly label: string;
  readonly target: string;
  readonly type: string;
  readonly ipv4: readonly string[];
}

const named = (kind: string, name: string): ObjectName => ({ kind, namespace: 'default', name });
const ZONE = named('Domain', 'zone');
const MACHINE = { region: 'us-east', type: 'g6-nanode-1', image: 'compute/debian11' };
const master = { domain: 'example.org', type: 'master', soaEmail: 'admin@example.org' };
const record = (spec: object) => ({ domainRef: { name: 'zone' }, ...spec });

function started(): World {
  const world = new World({ kinds: KINDS });
  world.start();
  return world;
}
const isReady = (world: World, name: ObjectName): boolean => {
  const ready = world.condition(name, 'Ready');
  return (
    ready?.status === 'True' &&
    ready.observedGeneration === world.cluster.get(name)?.metadata.generation
  );
};
const rows = (world: World, path: string): readonly Row[] => world.outsider.rows<Row>(path);
const recordsOf = (world: World): readonly Row[] =>
  rows(world, `/domains/${rows(world, '/domains')[0]?.id}/records`);

test('a zone that another account has is awaited, and reported as elsewhere', async () => {
  const world = started();
  const body = JSON.stringify({ name: 'domain.takenElsewhere', args: { domain: 'example.org' } });
  expect(
    world.service.handle({ method: 'POST', url: '/__sim/incident', headers: {}, body }),
  ).toMatchObject({ status: 200 });
  world.cluster.apply(ZONE, master);
  await world.until(
    () =>
      world.condition(ZONE, 'Synced')?.message.includes('Another account has this zone') === true,
  );
  expect(world.condition(ZONE, 'Reconciling')?.status).toBe('True');
  expect(rows(world, '/domains')).toEqual([]);
  await world.stop();
});

test('a record follows the address of an instance', async () => {
  const world = started();
  const [www, web, other] = [
    named('DnsRecord', 'www'),
    named('Instance', 'web'),
    named('Instance', 'other'),
  ];
  world.cluster.apply(ZONE, master);
  world.cluster.apply(web, MACHINE);
  world.cluster.apply(other, MACHINE);
  world.cluster.apply(
    www,
    record({ type: 'A', name: 'www', targetFrom: { instanceRef: { name: 'web' } } }),
  );
  await world.until(() => [www, web, other].every((name) => isReady(world, name)));
  const at = (label: string): Row | undefined =>
    rows(world, '/compute/instances').find((row) => row.label === label);
  const [was, will] = [at('web'), at('other')];
  expect(recordsOf(world)[0]?.target).toBe(was?.ipv4[0]);
  const assignments = [
    { address: was?.ipv4[0], compute_id: will?.id },
    { address: will?.ipv4[0], compute_id: was?.id },
  ];
  expect(
    world.outsider.call('POST', '/networking/ips/assign', { region: 'us-east', assignments })
      .status,
  ).toBe(200);
  await world.until(() => recordsOf(world)[0]?.target === will?.ipv4[0], 5 * 60_000);
  await world.until(() => isReady(world, www));
  await world.stop();
});

test('a CNAME whose new name has other records reports them, and takes the name when they are gone', async () => {
  const world = started();
  const [alias, address] = [named('DnsRecord', 'alias'), named('DnsRecord', 'address')];
  world.cluster.apply(ZONE, master);
  world.cluster.apply(alias, record({ type: 'CNAME', name: 'old', target: 'example.net' }));
  world.cluster.apply(address, record({ type: 'A', name: 'new', target: '198.51.100.1' }));
  await world.until(() => [alias, address].every((name) => isReady(world, name)));
  world.cluster.apply(alias, record({ type: 'CNAME', name: 'new', target: 'example.net' }));
  await world.until(() => world.condition(alias, 'Synced')?.status === 'False');
  await world.time.advance(5 * 60_000);
  expect(world.condition(alias, 'Synced')?.message).toContain('CNAME');
  world.cluster.delete(address);
  await world.until(() => isReady(world, alias));
  expect(recordsOf(world).map(({ type }) => type)).toEqual(['CNAME']);
  await world.stop();
});

test('of a record, which carries no mark, no mark is taken out of the account', async () => {
  const world = started();
  const www = named('DnsRecord', 'www');
  world.cluster.apply(ZONE, { ...master, policy: { deletion: 'Delete' } });
  world.cluster.apply(www, record({ type: 'A', name: 'www', target: '198.51.100.1' }));
  await world.until(() => isReady(world, www));
  world.cluster.delete(www);
  await world.until(() => world.cluster.get(www) === undefined);
  const marksDropped = () =>
    world.wire.sent.filter((sent) => sent.startsWith('DELETE /tags/')).length;
  expect(marksDropped()).toBe(0);
  world.cluster.delete(ZONE);
  await world.until(() => world.cluster.get(ZONE) === undefined);
  expect(marksDropped()).toBe(1);
  await world.stop();
});
