import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { dnsRecord } from '../../src/kinds/dns-record/index.ts';
import { domain } from '../../src/kinds/domain/index.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { volume } from '../../src/kinds/volume/index.ts';
import { World } from '../support/world.ts';
import type { WorldOptions } from '../support/world-options.ts';

const StatusWithPlan = z.looseObject({
  plan: z.looseObject({ hash: z.string(), steps: z.array(z.looseObject({})) }),
});

const MINUTE_MS = 60_000;
const DELETE = { policy: { deletion: 'Delete' } };
const VOLUME = { region: 'eu-west', size: 20, ...DELETE };
const named = (kind: string, name: string): ObjectName => ({ kind, namespace: 'default', name });
const data = (index: number): ObjectName => named('Volume', `data-${index}`);

const isReady = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Ready')?.status === 'True';
const isGone = (world: World, name: ObjectName): boolean => world.cluster.get(name) === undefined;
const items = (world: World, path: string) =>
  world.outsider.rows<{ readonly id: number; readonly tags?: readonly string[] }>(path);

/** Builds an installation with ready volumes. */
async function withVolumes(
  count: number,
  spec: object = VOLUME,
  options: Partial<WorldOptions> = {},
) {
  const world = new World({ kinds: [volume], ...options });
  world.start();
  const names = Array.from({ length: count }, (_, index) => data(index));
  for (const name of names) world.cluster.apply(name, spec);
  await world.until(() => names.every((name) => isReady(world, name)));
  return { world, names };
}

describe('while the definition of a kind is being removed', () => {
  test('every item stays, unmarked, and an event of the deleted object reports it', async () => {
    const { world, names } = await withVolumes(2);
    world.cluster.going.add('Volume');
    for (const name of names) world.cluster.delete(name);
    await world.until(() => names.every((name) => isGone(world, name)));
    expect(items(world, '/volumes').map(({ tags }) => tags)).toEqual([[], []]);
    expect(
      world.cluster.events
        .filter(({ reason }) => reason === 'Retained')
        .map(({ message }) => message),
    ).toEqual(
      items(world, '/volumes').map(
        ({ id }) =>
          `item ${id} remains in the account and continues to be billed, because the definition of Volume is being removed from the cluster`,
      ),
    );
    await world.stop();
  });

  test('nothing is deleted while this is unknown', async () => {
    const { world, names } = await withVolumes(1);
    const [name = data(0)] = names;
    world.cluster.hide = (what) =>
      what === 'isDefinitionGoing' ? { code: 'Unreachable', detail: 'no answer' } : null;
    world.cluster.delete(name);
    await world.time.advance(10 * MINUTE_MS);
    expect(items(world, '/volumes').length).toBe(1);
    expect(world.condition(name, 'Synced')?.message).toBe('the Kubernetes API: no answer');
    world.cluster.hide = () => null;
    await world.until(() => isGone(world, name));
    expect(items(world, '/volumes')).toEqual([]);
    await world.stop();
  });

  test('a zone does not wait for the records in it', async () => {
    const world = new World({ kinds: [domain, dnsRecord] });
    world.start();
    const [zone, record] = [named('Domain', 'example-org'), named('DnsRecord', 'www')];
    world.cluster.apply(zone, {
      domain: 'example.org',
      type: 'master',
      soaEmail: 'a@example.org',
      ...DELETE,
    });
    world.cluster.apply(record, {
      domainRef: { name: 'example-org' },
      type: 'A',
      name: 'www',
      target: '192.0.2.1',
    });
    await world.until(() => isReady(world, record));
    world.cluster.delete(zone);
    await world.until(() => world.condition(zone, 'Synced')?.reason === 'WaitingForDependents');
    expect(world.condition(zone, 'Synced')?.message).toBe(
      'waiting for DnsRecord/www to be deleted first',
    );
    world.cluster.going.add('Domain');
    await world.until(() => isGone(world, zone));
    expect(items(world, '/domains').length).toBe(1);
    await world.stop();
  });
});

describe('the brake', () => {
  const held = (world: World, names: readonly ObjectName[]) =>
    names.filter(
      (name) =>
        world.condition(name, 'Synced')?.reason === 'Held' &&
        world.condition(name, 'Reconciling') !== undefined,
    );

  test('lets five go in ten minutes, and the others when these grow old', async () => {
    const { world, names } = await withVolumes(7);
    for (const name of names) world.cluster.delete(name);
    await world.time.advance(8 * MINUTE_MS);
    expect(items(world, '/volumes').length).toBe(2);
    expect(held(world, names).length).toBe(2);
    await world.time.advance(5 * MINUTE_MS);
    expect([items(world, '/volumes'), names.every((name) => isGone(world, name))]).toEqual([
      [],
      true,
    ]);
    await world.stop();
  });

  test('is not let go by a restart', async () => {
    const { world, names } = await withVolumes(6);
    for (const name of names.slice(0, 5)) world.cluster.delete(name);
    await world.until(() => names.slice(0, 5).every((name) => isGone(world, name)));
    await world.stop();
    world.start();
    world.cluster.delete(data(5));
    await world.time.advance(2 * MINUTE_MS);
    expect(held(world, names)).toEqual([data(5)]);
    await world.stop();
  });

  test('says what it holds, what is lost and how to consent, and a person who consents lets that one go', async () => {
    const { world, names } = await withVolumes(7);
    for (const name of names) world.cluster.delete(name);
    await world.until(() => held(world, names).length === 2);
    const [first = data(0), second = data(0)] = held(world, names);
    const { plan } = StatusWithPlan.parse(world.cluster.get(first)?.status);
    expect(world.condition(first, 'Synced')?.message).toBe(
      `the brake holds Delete: too many deletions or re-creations in a short time (all data on the volume; this cannot be undone). It resumes when earlier ones leave the window; to continue now, set the annotation cloudinfra.dev/consent or spec.policy.approvedPlan to ${plan.hash}`,
    );
    expect(plan.steps).toMatchObject([{ verb: 'Delete', effect: 'destroys' }]);
    world.cluster.annotate(first, { 'cloudinfra.dev/consent': plan.hash });
    await world.until(() => isGone(world, first), 2 * MINUTE_MS);
    expect(held(world, names)).toEqual([second]);
    await world.stop();
  });

  test('goes on, step after step, with the consent that a person gave to the whole of what was held', async () => {
    const world = new World({ kinds: KINDS });
    const machine = named('Instance', 'web');
    world.cluster.apply(machine, {
      region: 'eu-west',
      type: 'g6-nanode-1',
      image: 'compute/debian11',
    });
    world.start();
    const names = Array.from({ length: 6 }, (_, index) => data(index));
    for (const name of names)
      world.cluster.apply(name, {
        ...VOLUME,
        attachment: { mode: 'Attached', instanceRef: { name: 'web' } },
      });
    await world.until(() => names.every((name) => isReady(world, name)));
    for (const name of names) world.cluster.delete(name);
    await world.until(
      () =>
        held(world, names).length === 1 && names.filter((name) => isGone(world, name)).length === 5,
    );
    const [last = data(0)] = held(world, names);
    const { plan } = StatusWithPlan.parse(world.cluster.get(last)?.status);
    expect(plan.steps.map(({ verb }) => verb)).toEqual(['Detach', 'wait', 'Delete']);
    world.cluster.annotate(last, { 'cloudinfra.dev/consent': plan.hash });
    await world.until(() => isGone(world, last), 2 * MINUTE_MS);
    expect(items(world, '/volumes')).toEqual([]);
    await world.stop();
  });

  test('counts items that are created again after they vanished', async () => {
    const { world, names } = await withVolumes(6, { ...VOLUME, policy: { loss: 'Recreate' } });
    for (const { id } of items(world, '/volumes')) {
      world.outsider.call('DELETE', `/volumes/${id}`);
      await world.time.advance(MINUTE_MS);
    }
    await world.until(() => held(world, names).length === 1);
    expect(items(world, '/volumes').length).toBe(5);
    await world.until(() => names.every((name) => isReady(world, name)));
    expect(items(world, '/volumes').length).toBe(6);
    await world.stop();
  });

  test('does not hold what is deleted in one namespace for what goes in another', async () => {
    const world = new World({ kinds: [volume] });
    world.start();
    const mine = { ...data(0), namespace: 'team-a' };
    const theirs = Array.from({ length: 9 }, (_, index) => ({
      ...data(index),
      namespace: 'team-b',
    }));
    for (const name of [mine, ...theirs])
      world.cluster.apply(name, { ...VOLUME, label: `${name.namespace}-${name.name}` });
    await world.until(() => [mine, ...theirs].every((name) => isReady(world, name)));
    for (const name of theirs) world.cluster.delete(name);
    await world.until(() => held(world, theirs).length === 4);
    world.cluster.delete(mine);
    await world.until(() => isGone(world, mine), 2 * MINUTE_MS);
    expect(held(world, theirs).length).toBe(4);
    await world.stop();
  });

  test('holds a prune of records, of which twenty go in ten minutes', async () => {
    const world = new World({ kinds: [domain, dnsRecord], limits: 'off' });
    world.start();
    world.cluster.apply(named('Domain', 'zone'), {
      domain: 'example.org',
      type: 'master',
      soaEmail: 'a@example.org',
    });
    const records = Array.from({ length: 150 }, (_, index) => named('DnsRecord', `host-${index}`));
    for (const { name: host, ...rest } of records) {
      const spec = { domainRef: { name: 'zone' }, type: 'A', name: host, target: '192.0.2.1' };
      world.cluster.apply({ name: host, ...rest }, spec);
    }
    await world.until(() => records.every((name) => isReady(world, name)));
    for (const name of records) world.cluster.delete(name);
    await world.time.advance(8 * MINUTE_MS);
    expect([
      records.filter((name) => isGone(world, name)).length,
      held(world, records).length,
    ]).toEqual([20, 130]);
    await world.stop();
  });

  test('does not hold the objects of one small application', async () => {
    const world = new World({ kinds: KINDS, limits: 'off' });
    world.start();
    const machines = ['web-1', 'web-2', 'web-3'].map((name) => named('Instance', name));
    const disks = ['disk-1', 'disk-2', 'disk-3'].map((name) => named('Volume', name));
    const [wall, zone] = [named('Firewall', 'web'), named('Domain', 'example-org')];
    for (const name of machines)
      world.cluster.apply(name, {
        region: 'eu-west',
        type: 'g6-nanode-1',
        image: 'compute/debian11',
      });
    for (const name of disks) world.cluster.apply(name, VOLUME);
    world.cluster.apply(wall, { rules: { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' } });
    world.cluster.apply(zone, {
      domain: 'example.org',
      type: 'master',
      soaEmail: 'a@example.org',
      ...DELETE,
    });
    const all = [...machines, ...disks, wall, zone];
    await world.until(() => all.every((name) => isReady(world, name)));
    for (const name of all) world.cluster.delete(name);
    await world.until(() => all.every((name) => isGone(world, name)), 5 * MINUTE_MS);
    expect(items(world, '/compute/instances')).toEqual([]);
    await world.stop();
  });

  test('does not count what stays', async () => {
    const { world, names } = await withVolumes(7, { ...VOLUME, policy: { deletion: 'Retain' } });
    for (const name of names) world.cluster.delete(name);
    await world.until(() => names.every((name) => isGone(world, name)), 2 * MINUTE_MS);
    expect(world.cluster.notes.read('brake').version).toBeNull();
    await world.stop();
  });

  test.each([
    ['no text', ''],
    ['no JSON', '{'],
    ['other JSON', '{"a":[1]}'],
  ])('starts again from a note with %s', async (_, text) => {
    const { world, names } = await withVolumes(1);
    world.cluster.notes.write('brake', text, world.cluster.notes.read('brake'));
    world.cluster.delete(data(0));
    await world.until(() => names.every((name) => isGone(world, name)), 2 * MINUTE_MS);
    expect(world.cluster.notes.read('brake').text).toContain('"uid"');
    await world.stop();
  });

  test('deletes nothing while it cannot count', async () => {
    const { world, names } = await withVolumes(1);
    world.cluster.interfere = (what) =>
      what === 'writeNote brake'
        ? { failure: { code: 'Denied', detail: 'configmaps is forbidden' }, after: false }
        : null;
    world.cluster.delete(data(0));
    await world.time.advance(MINUTE_MS);
    expect(items(world, '/volumes').length).toBe(1);
    expect(world.condition(names[0] ?? data(0), 'Synced')).toMatchObject({
      reason: 'Denied',
      message: 'the Kubernetes API: configmaps is forbidden',
    });
    await world.stop();
  });
});
