import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { domain } from '../../src/kinds/domain/index.ts';
import { KINDS } from '../../src/kinds/index.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { World } from '../support/world.ts';
import type { WorldOptions } from '../support/world-options.ts';

const MINUTE_MS = 60_000;
const ZONE = { kind: 'Domain', namespace: 'default', name: 'zone' };
const SPEC = { domain: 'example.org', type: 'master', soaEmail: 'admin@example.org' };
const ASK = 'cloudinfra.dev/request-zone-file';

interface Answer {
  readonly token: string;
  readonly at: string;
  readonly state: string;
  readonly message?: string;
  readonly text?: string;
}

const answer = (world: World): Answer | undefined =>
  (
    world.cluster.get(ZONE)?.status as
      | { readonly requests?: Readonly<Record<string, Answer>> }
      | undefined
  )?.requests?.['zone-file'];
const reads = (world: World): number =>
  world.wire.sent.filter((sent) => sent.endsWith('/zone-file')).length;

async function withZone(
  records: number,
  kinds: readonly AnyKind[] = KINDS,
  options: Partial<WorldOptions> = {},
): Promise<World> {
  const world = new World({ kinds, limits: 'off', ...options });
  world.start();
  world.cluster.apply(ZONE, SPEC);
  await world.until(() => world.condition(ZONE, 'Ready')?.status === 'True');
  const [zone] = world.outsider.rows<{ readonly id: number }>('/domains');
  for (let record = 0; record < records; record++) {
    const made = world.outsider.call('POST', `/domains/${zone?.id}/records`, {
      type: 'A',
      name: `host-${record}`,
      target: '198.51.100.1',
    });
    expect(made.status).toBe(200);
  }
  return world;
}

describe('the zone file that a person asks for', () => {
  test('is waited for until the service has it, and then shown, once for each token', async () => {
    const world = await withZone(1);
    world.cluster.annotate(ZONE, { [ASK]: 'first' });
    await world.time.advance(5_000);
    expect(answer(world)).toMatchObject({
      token: 'first',
      state: 'Waiting',
      message: 'the service has none yet',
    });
    expect(world.condition(ZONE, 'Ready')?.status).toBe('True');
    const written = world.cluster.writes.length;
    await world.time.advance(2 * MINUTE_MS);
    if (answer(world)?.state === 'Waiting') expect(world.cluster.writes.length).toBe(written);
    await world.until(() => answer(world)?.state === 'Done');
    expect(answer(world)?.text).toMatch(/host-0[^]*198\.51\.100\.1/);

    const before = reads(world);
    await world.time.advance(60 * MINUTE_MS);
    expect(reads(world)).toBe(before);
    world.cluster.annotate(ZONE, { [ASK]: 'second' });
    await world.until(() => answer(world)?.token === 'second');
    expect(reads(world)).toBe(before + 1);
    expect(world.bugs).toEqual([]);
    await world.stop();
  });

  test('is kept in a ConfigMap of its own when it is long', async () => {
    const world = await withZone(400);
    await world.time.advance(60 * MINUTE_MS);
    world.cluster.annotate(ZONE, { [ASK]: 'now' });
    await world.until(() => answer(world)?.token === 'now');
    expect(answer(world)).toEqual({
      token: 'now',
      changedAt: expect.any(String),
      state: 'Done',
      message: 'in ConfigMap zone-zone-file',
    });
    expect(world.cluster.configMaps.get('default/zone-zone-file')?.['zone-file']).toContain(
      'host-399',
    );
    await world.stop();
  });

  test('says why there is none', async () => {
    const world = await withZone(0);
    world.service.addFault({
      kind: 'refuse',
      route: '/domains/{domainId}/zone-file',
      status: 403,
      reason: 'Unauthorized',
      count: 1,
    });
    world.cluster.annotate(ZONE, { [ASK]: 'now' });
    await world.until(() => answer(world) !== undefined);
    expect(answer(world)).toMatchObject({
      state: 'Refused',
      message: 'the user of the token has no grant for this: Unauthorized',
    });
    await world.stop();
  });

  test.each([
    ['Unwritable', 'Refused', 'too long; set another token to ask again', 1],
    ['Denied', 'Refused', 'too long; set another token to ask again', 1],
    ['Unreachable', 'Waiting', 'too long', 60],
  ] as const)(
    'that cannot be kept (%s) is not read for ever',
    async (code, state, message, times) => {
      const world = await withZone(400);
      await world.time.advance(60 * MINUTE_MS);
      world.cluster.interfere = (what) =>
        what.startsWith('putConfigMap')
          ? { failure: { code, detail: 'too long' }, after: false }
          : null;
      world.cluster.annotate(ZONE, { [ASK]: 'now' });
      await world.until(() => answer(world) !== undefined);
      expect(answer(world)).toMatchObject({ token: 'now', state, message });
      await world.time.advance(60 * MINUTE_MS);
      expect(reads(world)).toBeLessThanOrEqual(times + 2);
      await world.stop();
    },
  );

  test('that would be larger than a ConfigMap is refused', async () => {
    const sound: AnyKind = domain;
    const zone: AnyKind = {
      ...sound,
      answers: {
        'zone-file': () => ({
          path: '/account',
          paged: false,
          schema: z.unknown().transform(() => 'x'.repeat(1_048_576)),
        }),
      },
    };
    const world = await withZone(0, [zone]);
    world.cluster.annotate(ZONE, { [ASK]: 'now' });
    await world.until(() => answer(world) !== undefined);
    expect(answer(world)).toMatchObject({
      state: 'Refused',
      message:
        'the answer has 1048576 bytes, more than a ConfigMap holds; read it from the service',
    });
    await world.stop();
  });

  test('that never comes is not waited for longer than a day', async () => {
    const world = await withZone(1, [domain], { pollMs: 10 * MINUTE_MS });
    world.service.addFault({
      kind: 'refuse',
      route: '/domains/{domainId}/zone-file',
      status: 503,
      reason: 'Try again',
      count: 100_000,
    });
    world.cluster.annotate(ZONE, { [ASK]: 'now' });
    await world.time.advance(23 * 60 * MINUTE_MS);
    expect(answer(world)?.state).toBe('Waiting');
    await world.time.advance(2 * 60 * MINUTE_MS);
    expect(answer(world)?.state).toBe('Refused');
    expect(answer(world)?.message).toMatch(
      /^there was no answer for a day \(.*\); set another token to ask again$/,
    );
    const before = reads(world);
    await world.time.advance(60 * MINUTE_MS);
    expect(reads(world)).toBe(before);
    await world.stop();
  });

  test('that was asked for before the object was first seen is only noted', async () => {
    const world = new World({ kinds: KINDS });
    world.cluster.apply(ZONE, SPEC, { annotations: { [ASK]: 'copied' } });
    world.start();
    await world.until(() => world.condition(ZONE, 'Ready')?.status === 'True');
    expect([answer(world)?.state, reads(world)]).toEqual(['Recorded', 0]);
    await world.stop();
  });
});
