import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { domain } from '../../src/kinds/domain/index.ts';
import { KINDS } from '../../src/kinds/index.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { operate, operationNamed, operationStatusOf, phaseOf } from '../support/operations.ts';
import { World } from '../support/world.ts';
import type { WorldOptions } from '../support/world-options.ts';

const MINUTE_MS = 60_000;
const ZONE = { kind: 'Domain', namespace: 'default', name: 'zone' };
const SPEC = { domain: 'example.org', type: 'master', soaEmail: 'admin@example.org' };
const NAME = operationNamed(ZONE, 'now');
const ask = (world: World, name = 'now') => operate(world.cluster, ZONE, 'ReadZoneFile', name);
const answer = (world: World, name = NAME) => operationStatusOf(world.cluster, name);
const phase = (world: World, name = NAME) => phaseOf(world.cluster, name);
const isOver = (world: World): boolean => ['Succeeded', 'Failed'].includes(phase(world));
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
  test('is waited for until the service has it, and then shown, once for each Operation', async () => {
    const world = await withZone(1);
    ask(world);
    await world.time.advance(5_000);
    expect(answer(world)).toMatchObject({
      phase: 'Pending',
      message: 'the service has no answer yet',
    });
    expect(world.condition(ZONE, 'Ready')?.status).toBe('True');
    const written = world.cluster.writes.length;
    await world.time.advance(2 * MINUTE_MS);
    if (phase(world) === 'Pending') expect(world.cluster.writes.length).toBe(written);
    await world.until(() => phase(world) === 'Succeeded');
    expect(answer(world)['answer']).toEqual({
      text: expect.stringMatching(/host-0[^]*198\.51\.100\.1/),
    });

    const before = reads(world);
    await world.time.advance(60 * MINUTE_MS);
    expect(reads(world)).toBe(before);
    const second = ask(world, 'second');
    await world.until(() => phase(world, second) === 'Succeeded');
    expect(reads(world)).toBe(before + 1);
    expect(world.bugs).toEqual([]);
    await world.stop();
  });

  test('is kept in a ConfigMap of its own when it is long', async () => {
    const world = await withZone(400);
    await world.time.advance(60 * MINUTE_MS);
    ask(world);
    await world.until(() => phase(world) === 'Succeeded');
    expect(answer(world)).toMatchObject({
      message: 'the answer is in ConfigMap now',
      answer: { configMap: 'now' },
    });
    expect(world.cluster.configMaps.get('default/now')?.['answer']).toContain('host-399');
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
    ask(world);
    await world.until(() => isOver(world));
    expect(answer(world)).toMatchObject({
      phase: 'Failed',
      message: 'the user of the token has no grant for this: Unauthorized',
    });
    await world.stop();
  });

  test.each([
    ['Unwritable', 'Failed', 1],
    ['Denied', 'Failed', 1],
    ['Unreachable', 'Pending', 60],
  ] as const)('that cannot be kept (%s) is not read for ever', async (code, ends, times) => {
    const world = await withZone(400);
    await world.time.advance(60 * MINUTE_MS);
    world.cluster.interfere = (what) =>
      what.startsWith('putConfigMap')
        ? { failure: { code, detail: 'too long' }, after: false }
        : null;
    ask(world);
    await world.until(() => answer(world)['message'] === 'too long');
    expect(phase(world)).toBe(ends);
    await world.time.advance(60 * MINUTE_MS);
    expect(reads(world)).toBeLessThanOrEqual(times + 2);
    await world.stop();
  });

  test('that would be larger than a ConfigMap is refused', async () => {
    const sound: AnyKind = domain;
    const zone: AnyKind = {
      ...sound,
      answers: {
        ReadZoneFile: {
          does: '',
          read: () => ({
            path: '/account',
            paged: false,
            schema: z.unknown().transform(() => 'x'.repeat(1_048_576)),
          }),
        },
      },
    };
    const world = await withZone(0, [zone]);
    ask(world);
    await world.until(() => isOver(world));
    expect(answer(world)).toMatchObject({
      phase: 'Failed',
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
    ask(world);
    await world.time.advance(23 * 60 * MINUTE_MS);
    expect(phase(world)).toBe('Pending');
    await world.time.advance(2 * 60 * MINUTE_MS);
    expect(phase(world)).toBe('Failed');
    expect(answer(world)['message']).toMatch(/^no answer for a day \(.*\)$/);
    const before = reads(world);
    await world.time.advance(60 * MINUTE_MS);
    expect(reads(world)).toBe(before);
    await world.stop();
  });
});
