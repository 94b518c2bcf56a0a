import { expect, test } from 'vitest';
import type { Cluster, KubeEvent, KubeObject } from '../ports/cluster.ts';
import { announce } from './announce.ts';

const objectWith = (
  ...conditions: readonly (readonly [type: string, status: string, reason: string])[]
): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: {
    name: 'a',
    namespace: 'ns',
    uid: 'u',
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  ...(conditions.length === 0
    ? {}
    : {
        status: {
          conditions: conditions.map(([type, status, reason]) => ({
            type,
            status,
            reason,
            message: `says ${reason}`,
          })),
        },
      }),
});

/** Returns the events of one write. */
function told(
  before: KubeObject,
  after: KubeObject,
  did: readonly string[] = [],
  failed: readonly string[] = [],
): readonly string[] {
  const events: KubeEvent[] = [];
  const cluster: Pick<Cluster, 'emit'> = { emit: (_, event) => void events.push(event) };
  announce(cluster as Cluster, before, after, { outcome: { type: 'settled' }, did, failed });
  return events.map(({ type, reason, message }) => `${type} ${reason}: ${message}`);
}

const NEW = objectWith();
const READY = objectWith(['Ready', 'True', 'Active'], ['Synced', 'True', 'InSync']);
const BUSY = objectWith(
  ['Ready', 'False', 'Creating'],
  ['Synced', 'True', 'InSync'],
  ['Reconciling', 'True', 'Creating'],
);
const stalled = (reason: string) =>
  objectWith(
    ['Ready', 'False', 'OutOfDate'],
    ['Synced', 'False', reason],
    ['Stalled', 'True', reason],
  );

test.each<[string, KubeObject, KubeObject, readonly string[]]>([
  ['a new object that is not ready yet', NEW, BUSY, []],
  ['an object that becomes ready', BUSY, READY, ['Normal Ready: says Active']],
  ['an object that is ready at once', NEW, READY, ['Normal Ready: says Active']],
  ['an object that stays ready', READY, READY, []],
  ['an object that is ready no more', READY, BUSY, []],
  ['an object that stalls', READY, stalled('Refused'), ['Warning Refused: says Refused']],
  ['an object that stays stalled', stalled('Refused'), stalled('Refused'), []],
  [
    'an object that stalls for another reason',
    stalled('Refused'),
    stalled('Conflict'),
    ['Warning Conflict: says Conflict'],
  ],
])('of %s reports what changed', (_, before, after, events) => {
  expect(told(before, after)).toEqual(events);
});

test('successful requests are reported, failed ones are not', () => {
  expect(told(READY, READY, ['Resize 12', 'Tag 12'], ['Tag 12'])).toEqual([
    'Normal Acted: Resize 12',
  ]);
});
