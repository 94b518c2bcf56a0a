import { expect, test } from 'vitest';
import { newObject } from '../../test/support/new-object.ts';
import type { KubeObject } from '../engine/ports/cluster.ts';
import { createMetrics } from './metrics.ts';
import { AT_ONCE, countObjects } from './object-gauges.ts';

const KIND = 'Volume';
const METADATA = { uid: 'uid', creationTimestamp: '2026-01-01T00:00:00Z' };

/** Builds this many objects that report each read of their status. */
function objects(count: number, look: () => void): readonly KubeObject[] {
  const status = { conditions: [{ type: 'Ready', status: 'True' }] };
  return Array.from({ length: count }, (_, n) => {
    const object = newObject({ kind: KIND, namespace: 'team', name: `v${n}` }, {}, METADATA);
    return Object.defineProperty(object, 'status', {
      get: () => {
        look();
        return status;
      },
    });
  });
}

test('thousands of objects are counted in pieces: the event loop has its turn between them', async () => {
  let [looked, most, isOver] = [0, 0, false];
  const turn = (): void => {
    most = Math.max(most, looked);
    looked = 0;
    if (!isOver) setImmediate(turn);
  };
  turn();
  const metrics = createMetrics({ version: '1.2.3', kinds: [KIND] });
  const all = objects(5 * AT_ONCE, () => looked++);
  await countObjects(metrics, { kinds: [KIND], cluster: { all: () => all }, now: () => 0 });
  isOver = true;
  const { text } = await metrics.text();
  expect(text).toContain(`condition="Ready",status="True"} ${all.length}\n`);
  expect(Math.max(most, looked)).toBe(AT_ONCE);
});
