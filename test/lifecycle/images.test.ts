import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { fail } from '../../src/model/failure.ts';
import { asRecord } from '../../src/model/parse.ts';
import { Secret } from '../../src/model/secret.ts';
import { World } from '../support/world.ts';
import type { WorldOptions } from '../support/world-options.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const GOLDEN: ObjectName = { kind: 'Image', namespace: 'default', name: 'golden' };
const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };
const UPLOAD = { source: { kind: 'Upload', region: 'eu-west' } };
const BLANK = { region: 'eu-west', type: 'g6-nanode-1', policy: { deletion: 'Delete' } };
const DEPLOYED = { ...BLANK, image: 'compute/debian11' };

const worldOf = (options: Partial<WorldOptions> = {}): World =>
  new World({ kinds: KINDS, limits: 'off', ...options });

function running(options: Partial<WorldOptions> = {}): World {
  const world = worldOf(options);
  world.start();
  return world;
}

const readyOf = (world: World) => world.condition(GOLDEN, 'Ready');
const isReady = (world: World): boolean => readyOf(world)?.status === 'True';
const statusOf = (world: World) => asRecord(world.cluster.get(GOLDEN)?.status);
const addressOf = (world: World): string =>
  world.cluster.secrets.get('default', 'golden-upload')?.contents['url']?.reveal() ?? '';
const uploads = (world: World): number =>
  world.wire.sent.filter((one) => one === 'POST /images/upload').length;
const privateImages = (world: World): readonly unknown[] =>
  world.service.world().tables['images'] ?? [];

/** Sends the data of an image as a person does. */
const send = (world: World): number =>
  world.service.handle({
    method: 'PUT',
    url: new URL(addressOf(world)).pathname + new URL(addressOf(world)).search,
    headers: { 'content-type': 'application/octet-stream' },
    body: '',
    upload: { bytes: 3_000_000, gzip: true },
  }).status;

const isPending = (world: World) => () => readyOf(world)?.reason === 'PendingUpload';

describe.each(['recorded', 'documents'] as const)('an upload, in the dialect %s', (dialect) => {
  test('waits with its address in the Secret, and is Ready after the data was sent', async () => {
    const world = running({ dialect });
    world.cluster.apply(GOLDEN, UPLOAD);
    await world.until(isPending(world), MINUTE_MS);
    expect(readyOf(world)?.message).toContain('curl --fail --upload-file');
    expect(readyOf(world)?.message).toContain('kubectl get secret golden-upload');
    const secret = world.cluster.secrets.get('default', 'golden-upload');
    expect(Object.keys(secret?.contents ?? {}).toSorted()).toEqual(['expires', 'url']);
    expect(secret?.contents['expires']?.reveal()).toBe(statusOf(world)['uploadExpiresAt']);
    expect(JSON.stringify(world.cluster.get(GOLDEN))).not.toContain(addressOf(world));
    expect(send(world)).toBe(200);
    await world.until(() => isReady(world), 10 * MINUTE_MS);
    expect(statusOf(world)).toMatchObject({ image: 'private/17578001', size: 3 });
    expect(statusOf(world)).not.toHaveProperty('uploadExpiresAt');
    await world.stop();
  });
});

test.each([
  ['Hold', 'Lost', 1],
  ['Recreate', 'PendingUpload', 2],
] as const)(
  'an upload without data for a day: with loss %s it is %s',
  async (loss, reason, sent) => {
    const world = running();
    world.cluster.apply(GOLDEN, { ...UPLOAD, policy: { loss } });
    await world.until(isPending(world), MINUTE_MS);
    const first = addressOf(world);
    await world.time.advance(DAY_MS - 5 * MINUTE_MS);
    expect(readyOf(world)?.reason).toBe('PendingUpload');
    await world.time.advance(30 * MINUTE_MS);
    expect(readyOf(world)?.reason).toBe(reason);
    expect(uploads(world)).toBe(sent);
    expect(addressOf(world) === first).toBe(loss === 'Hold');
    await world.stop();
  },
);

test('a Secret of somebody else is kept, and no image is made until it is gone', async () => {
  const world = worldOf();
  world.cluster.secrets.apply('default', 'golden-upload', { mine: new Secret('x') });
  world.start();
  world.cluster.apply(GOLDEN, UPLOAD);
  await world.time.advance(5 * MINUTE_MS);
  expect(world.condition(GOLDEN, 'Stalled')?.message).toContain('golden-upload exists');
  expect(uploads(world)).toBe(0);
  world.cluster.secrets.delete('default', 'golden-upload');
  await world.until(isPending(world), 15 * MINUTE_MS);
  expect(addressOf(world)).not.toBe('');
  await world.stop();
});

test('an address that could not be written at once is written later', async () => {
  const state = { left: 3 };
  const world = running({
    between: (ports) => ({
      ...ports,
      cluster: {
        ...ports.cluster,
        putSecret: async (...draft) => {
          state.left -= 1;
          return state.left >= 0
            ? fail({ code: 'Unreachable', detail: 'no API server' } as const)
            : ports.cluster.putSecret(...draft);
        },
      },
    }),
  });
  world.cluster.apply(GOLDEN, UPLOAD);
  await world.until(() => addressOf(world) !== '', 10 * MINUTE_MS);
  await world.until(isPending(world), MINUTE_MS);
  expect(send(world)).toBe(200);
  await world.until(() => isReady(world), 10 * MINUTE_MS);
  expect(uploads(world)).toBe(1);
  await world.stop();
});

test.each([
  ['no answer', 'dropAfter'],
  ['half of the answer', 'truncate'],
] as const)('an upload with %s is found, and the lost address is reported', async (_what, kind) => {
  const world = running();
  world.service.addFault({ kind, route: '/images/upload', count: 1 });
  world.cluster.apply(GOLDEN, UPLOAD);
  await world.until(isPending(world), 30 * MINUTE_MS);
  expect(readyOf(world)?.message).toContain('does not know the upload address');
  expect(addressOf(world)).toBe('');
  expect(privateImages(world)).toHaveLength(1);
  expect(uploads(world)).toBe(1);
  await world.stop();
});

test('a copy of a disk waits for its instance, and outlives it', async () => {
  const world = running();
  world.cluster.apply(WEB, DEPLOYED);
  world.cluster.apply(GOLDEN, { source: { kind: 'Disk', instanceRef: { name: 'web' } } });
  await world.until(() => isReady(world), 30 * MINUTE_MS);
  world.cluster.delete(WEB);
  await world.until(() => world.cluster.get(WEB) === undefined, 10 * MINUTE_MS);
  await world.time.advance(10 * MINUTE_MS);
  expect(isReady(world)).toBe(true);
  world.cluster.delete(GOLDEN);
  await world.until(() => world.cluster.get(GOLDEN) === undefined, 10 * MINUTE_MS);
  expect(privateImages(world)).toHaveLength(1);
  await world.stop();
});

test('an instance without a disk makes the copy wait', async () => {
  const world = running();
  world.cluster.apply(WEB, BLANK);
  world.cluster.apply(GOLDEN, { source: { kind: 'Disk', instanceRef: { name: 'web' } } });
  await world.time.advance(10 * MINUTE_MS);
  expect(world.condition(GOLDEN, 'Synced')).toMatchObject({ status: 'False', reason: 'Waiting' });
  expect(world.condition(GOLDEN, 'Synced')?.message).toContain('(it has none)');
  await world.stop();
});
