import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { volume } from '../../src/kinds/volume/index.ts';
import { fail } from '../../src/model/failure.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { operate, operationNamed, phaseOf } from '../support/operations.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const LOGS: ObjectName = { kind: 'Volume', namespace: 'default', name: 'logs' };
const SPEC = { region: 'eu-west', size: 20 };

const isReady = (world: World, name: ObjectName) =>
  world.condition(name, 'Ready')?.status === 'True';
const synced = (world: World, name: ObjectName) => world.condition(name, 'Synced');
const labels = (world: World) =>
  world.outsider.rows<{ readonly label: string }>('/volumes').map((row) => row.label);

function started(kinds: readonly AnyKind[] = [volume]): World {
  const world = new World({ kinds });
  world.start();
  return world;
}

/** Runs an action once, at this await of a pass. */
function during(world: World, awaited: string, act: () => void): void {
  let done = false;
  world.fate = (what) => {
    if (what === awaited && !done) {
      done = true;
      act();
    }
    return 'live';
  };
}

/** Makes an object the owner of its root Secret, as earlier versions did. */
function ownAsBefore(world: World, { kind, namespace, name }: ObjectName): void {
  const secret = world.cluster.secrets.get(namespace, `${name}-root`);
  const uid = world.cluster.get({ kind, namespace, name })?.metadata.uid;
  if (secret !== undefined)
    world.cluster.secrets.patch(secret, {
      ownerReferences: [{ apiVersion: 'cloudinfra.dev/v1alpha1', kind, name, uid }],
    });
}

describe('a label that an object asks for', () => {
  test('is not kept by an object that went in the middle of its first pass', async () => {
    const world = started();
    during(world, 'getSecret', () => world.cluster.delete(DATA));
    world.cluster.apply(DATA, SPEC);
    await world.time.advance(MINUTE_MS);
    expect(world.cluster.get(DATA)).toBeUndefined();
    world.cluster.apply(DATA, SPEC);
    await world.until(() => isReady(world, DATA));
    expect(labels(world)).toEqual(['data']);
  });

  test('is free again once the object whose create was refused asks for another', async () => {
    const world = started();
    world.service.addFault({
      kind: 'refuse',
      status: 400,
      field: 'size',
      reason: 'size is not valid',
      method: 'POST',
      route: '/volumes',
    });
    world.cluster.apply(LOGS, { ...SPEC, label: 'wanted' });
    await world.until(() => synced(world, LOGS)?.reason === 'Rejected');
    world.service.clearFaults();
    world.cluster.apply(DATA, { ...SPEC, label: 'wanted' });
    await world.until(() => synced(world, DATA)?.reason === 'Conflict');
    world.cluster.apply(LOGS, { ...SPEC, label: 'other' });
    await world.until(() => isReady(world, DATA));
    expect(labels(world)).toContain('wanted');
  });

  test('is free again once the item that had it has another', async () => {
    const world = started();
    world.cluster.apply(DATA, { ...SPEC, label: 'first' });
    await world.until(() => isReady(world, DATA));
    world.cluster.apply(DATA, { ...SPEC, label: 'second' });
    await world.until(() => labels(world).includes('second') && isReady(world, DATA));
    world.cluster.apply(LOGS, { ...SPEC, label: 'first' });
    await world.until(() => isReady(world, LOGS));
    expect(labels(world)).toEqual(['second', 'first']);
  });

  test('is not taken by an object that only shows what it would do', async () => {
    const world = started();
    world.cluster.apply(LOGS, { ...SPEC, label: 'wanted', policy: { mode: 'Preview' } });
    await world.until(() => synced(world, LOGS)?.reason === 'Preview');
    world.cluster.apply(DATA, { ...SPEC, label: 'wanted' });
    await world.until(() => isReady(world, DATA));
    expect(labels(world)).toEqual(['wanted']);
  });
});

describe('a second writer during a pass', () => {
  const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };

  test('and has sent a request meanwhile: it is not sent again', async () => {
    const world = started(KINDS);
    world.cluster.apply(WEB, { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' });
    await world.until(() => isReady(world, WEB));
    await world.time.advance(MINUTE_MS);
    const operation = operationNamed(WEB, 'now');
    during(world, 'getSecret', () => {
      const [there, asked] = [world.cluster.get(WEB), world.cluster.get(operation)];
      const record = {
        name: 'now',
        verb: 'Reboot',
        changedAt: '2026-01-01T00:00:00Z',
        state: 'Sent',
      };
      const internal = { operations: { [asked?.metadata.uid ?? '']: record } };
      if (there !== undefined) void world.cluster.patchStatus(there, { internal });
    });
    operate(world.cluster, WEB, 'Reboot', 'now');
    await world.time.advance(5 * MINUTE_MS);
    expect(world.wire.sent.filter((request) => request.endsWith('/reboot'))).toEqual([]);
    expect(phaseOf(world.cluster, operation)).toBe('Unknown');
  });

  test('is no failure: the pass starts again from the newest copy', async () => {
    const world = started();
    const told = new Set<string | undefined>();
    world.cluster.listen(() => told.add(synced(world, DATA)?.reason));
    during(world, 'getSecret', () => world.cluster.annotate(DATA, { note: 'mine' }));
    world.cluster.apply(DATA, SPEC);
    await world.until(() => isReady(world, DATA));
    expect(told).toEqual(new Set([undefined, 'InSync']));
    expect(world.cluster.get(DATA)?.metadata.annotations).toMatchObject({ note: 'mine' });
  });

  test('and takes our finalizer away: it is put back before anything can be lost', async () => {
    const world = started();
    world.cluster.apply(DATA, { ...SPEC, policy: { deletion: 'Delete' } });
    await world.until(() => isReady(world, DATA));
    world.cluster.apply(DATA, { ...SPEC, policy: { deletion: 'Delete' } }, { finalizers: [] });
    await world.time.advance(1_000);
    world.cluster.delete(DATA);
    await world.until(() => world.cluster.get(DATA) === undefined && labels(world).length === 0);
    expect(labels(world)).toEqual([]);
  });
});

test('a Secret that cannot be read for a moment changes nothing about an object at rest', async () => {
  const world = started();
  world.cluster.apply(DATA, SPEC);
  await world.until(() => isReady(world, DATA));
  const before = world.cluster.get(DATA)?.metadata.resourceVersion;
  world.cluster.getSecret = async () =>
    fail({ code: 'Unreachable', detail: 'the API server is away' });
  world.cluster.annotate(DATA, { 'cloudinfra.dev/consent': 'none' });
  const annotated = world.cluster.get(DATA)?.metadata.resourceVersion;
  await world.time.advance(5 * MINUTE_MS);
  expect([before === annotated, world.cluster.get(DATA)?.metadata.resourceVersion]).toEqual([
    false,
    annotated,
  ]);
});

test('an item that stays keeps its Secrets: the object goes only once they are no longer its own', async () => {
  const world = started(KINDS);
  const name: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };
  world.cluster.apply(name, {
    region: 'eu-west',
    type: 'g6-nanode-1',
    image: 'compute/debian11',
    policy: { deletion: 'Retain' },
  });
  await world.until(() => isReady(world, name));
  ownAsBefore(world, name);
  const tries: string[] = [];
  world.cluster.interfere = (write) => {
    if (!write.startsWith('patchSecret')) return null;
    tries.push(write);
    return tries.length > 2
      ? null
      : { failure: { code: 'Conflict', detail: 'another writer changed it' }, after: false };
  };
  world.cluster.delete(name);
  await world.until(() => world.cluster.get(name) === undefined);
  expect(tries).toEqual(Array.from({ length: 3 }, () => 'patchSecret default/web-root'));
});

test('a bug in what reports a pass stops no other object, and not this one for ever', async () => {
  const world = started();
  world.cluster.interfere = (write) => {
    if (write === 'patchStatus Volume/default/data') throw new Error('not thought of');
    return null;
  };
  world.cluster.apply(DATA, SPEC);
  world.cluster.apply(LOGS, SPEC);
  await world.until(() => isReady(world, LOGS));
  expect(
    world.passes.some(
      (pass) => pass.name === 'data' && pass.outcome === 'broken' && pass.error !== undefined,
    ),
  ).toBe(true);
  world.cluster.interfere = () => null;
  await world.until(() => isReady(world, DATA));
  expect(labels(world).toSorted()).toEqual(['data', 'logs']);
});
