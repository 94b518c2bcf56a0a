import { expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { World } from '../support/world.ts';

const named = (kind: string, name: string) => ({ kind, namespace: 'default', name });
const ZONE = named('Domain', 'zone');
const WWW = named('DnsRecord', 'www');
const zone = (domain: string) => ({
  domain,
  type: 'master',
  soaEmail: 'dns@example.org',
  policy: { deletion: 'Retain' },
});
const RECORD = { domainRef: { name: 'zone' }, type: 'A', name: 'www', target: '198.51.100.1' };

const isReady = (world: World, name: typeof ZONE): boolean =>
  world.condition(name, 'Ready')?.status === 'True';
const idOf = (world: World, name: typeof ZONE): unknown =>
  (world.cluster.get(name)?.status as { readonly id?: number } | undefined)?.id;
const zoneId = (world: World, domain: string): number | undefined =>
  world.outsider
    .rows<{ readonly id: number; readonly domain: string }>('/domains')
    .find((row) => row.domain === domain)?.id;
const records = (world: World, domain: string): number =>
  world.outsider.rows(`/domains/${zoneId(world, domain)}/records`).length;

function started(): World {
  const world = new World({ kinds: KINDS });
  world.start();
  world.cluster.apply(ZONE, zone('old.example'));
  return world;
}

/** Deletes the object of the zone and retains the zone; an object of the same name manages another
 *  zone. */
async function exchangeZone(world: World, betweenMs: number): Promise<void> {
  world.cluster.delete(ZONE);
  await world.until(() => world.cluster.get(ZONE) === undefined);
  await world.time.advance(betweenMs);
  world.cluster.apply(ZONE, zone('new.example'));
  await world.until(() => isReady(world, ZONE));
  await world.time.advance(30 * 60_000);
}

test.each([0, 20 * 60_000])(
  'a record is not gone because its reference leads to another zone by now (%i ms without one)',
  async (betweenMs) => {
    const world = started();
    world.cluster.apply(WWW, RECORD);
    await world.until(() => isReady(world, WWW));
    const id = idOf(world, WWW);
    await exchangeZone(world, betweenMs);
    expect([
      records(world, 'old.example'),
      records(world, 'new.example'),
      idOf(world, WWW),
    ]).toEqual([1, 0, id]);
    expect(world.condition(WWW, 'Synced')).toMatchObject({
      reason: 'Refused',
      message: expect.stringContaining('spec.domainRef: item') as string,
    });
    world.cluster.delete(WWW);
    await world.until(() => world.cluster.get(WWW) === undefined);
    expect(records(world, 'old.example')).toBe(0);
    await world.stop();
  },
);

test('a record whose zone was deleted is made in the zone that the reference leads to by now', async () => {
  const world = started();
  world.cluster.apply(WWW, RECORD);
  await world.until(() => isReady(world, WWW));
  const old = zoneId(world, 'old.example');
  await exchangeZone(world, 0);
  world.outsider.call('DELETE', `/domains/${old}`);
  await world.until(() => records(world, 'new.example') === 1 && isReady(world, WWW), 60 * 60_000);
  expect(zoneId(world, 'old.example')).toBeUndefined();
  await world.stop();
});

test('a record whose create was not answered is looked for in the zone that it was sent to', async () => {
  const world = started();
  await world.until(() => isReady(world, ZONE));
  let lost = 0;
  world.wire.mishap = (words) =>
    /^POST .*records$/.test(words) && lost++ === 0 ? 'unanswered' : lost > 0 ? 'unsent' : 'none';
  world.cluster.apply(WWW, RECORD);
  await world.until(() => lost === 1);
  await world.stop();
  world.wire.mishap = (words) => (words.endsWith('/records') ? 'unsent' : 'none');
  const there = world.cluster.get(ZONE);
  if (there !== undefined) await world.cluster.patch(there, { metadata: { finalizers: [] } });
  world.cluster.delete(ZONE);
  world.cluster.apply(ZONE, zone('new.example'));
  world.start();
  await world.until(() => isReady(world, ZONE));
  world.wire.mishap = () => 'none';
  await world.time.advance(10 * 60_000);
  expect(idOf(world, WWW)).toBeUndefined();
  expect([records(world, 'old.example'), records(world, 'new.example')]).toEqual([1, 0]);
  expect(world.condition(WWW, 'Synced')?.reason).toBe('Refused');
  const [row] = world.outsider.rows<{ readonly id: number }>(
    `/domains/${zoneId(world, 'old.example')}/records`,
  );
  world.outsider.call('DELETE', `/domains/${zoneId(world, 'old.example')}/records/${row?.id}`);
  await world.until(() => isReady(world, WWW), 60 * 60_000);
  expect([records(world, 'old.example'), records(world, 'new.example')]).toEqual([0, 1]);
  await world.stop();
});
