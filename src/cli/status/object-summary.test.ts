import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../engine/ports/cluster.ts';
import { consentLine, reportLines } from './lines.ts';
import { summaryOf } from './object-summary.ts';

const AT = '2026-01-02T03:04:05Z';
const CREATED = '2026-01-01T00:00:00Z';

const condition = (type: string, status: string, reason: string, message: string) => ({
  type,
  status,
  reason,
  message,
  lastTransitionTime: AT,
});
const READY = condition('Ready', 'True', 'Active', 'the volume is usable');
const SYNCED = condition('Synced', 'True', 'InSync', 'up to date');

const object = (status: object, metadata: object = {}): KubeObject => ({
  apiVersion: 'cloudinfra.dev/v1alpha1',
  kind: 'Volume',
  metadata: {
    name: 'data',
    namespace: 'shop',
    uid: 'u',
    resourceVersion: '1',
    generation: 2,
    creationTimestamp: CREATED,
    ...metadata,
  },
  status: { observedGeneration: 2, ...status },
});

const REFUSED = 'spec.size: a volume cannot shrink (has 40 GiB)';
const rows: readonly (readonly [string, KubeObject, object])[] = [
  [
    'is ready',
    object({ id: 12, conditions: [READY, SYNCED] }),
    { state: 'ready', id: 12, reason: null, message: null, since: null, held: null },
  ],
  [
    'is stalled by what was refused',
    object({
      conditions: [
        condition('Ready', 'False', 'OutOfDate', `does not match the spec yet: ${REFUSED}`),
        condition('Synced', 'False', 'Refused', REFUSED),
        condition('Stalled', 'True', 'Refused', REFUSED),
      ],
    }),
    { state: 'stalled', reason: 'Refused', message: REFUSED, since: AT },
  ],
  [
    'is under way with what the service says of the item',
    object({
      conditions: [
        condition('Ready', 'False', 'Creating', 'the service is creating the volume'),
        SYNCED,
      ],
    }),
    { state: 'working', reason: 'Creating', message: 'the service is creating the volume' },
  ],
  [
    'is ready, and nothing is done for it until a person acts',
    object({
      conditions: [
        READY,
        condition('Synced', 'False', 'TakenOver', 'why'),
        condition('Stalled', 'True', 'TakenOver', 'why'),
      ],
    }),
    { state: 'stalled', reason: 'TakenOver', message: 'why' },
  ],
  [
    'is ready and was changed outside',
    object({
      conditions: [
        READY,
        condition('Synced', 'False', 'Drifted', 'changed outside the cluster, not corrected: size'),
      ],
    }),
    {
      state: 'ready',
      reason: 'Drifted',
      message: 'changed outside the cluster, not corrected: size',
    },
  ],
  [
    'was changed since the operator looked',
    object({ observedGeneration: 1, conditions: [READY, SYNCED] }),
    {
      state: 'working',
      reason: 'NotLookedAt',
      message: expect.stringContaining('generation 2'),
      since: CREATED,
    },
  ],
  [
    'was never looked at',
    object({ observedGeneration: -1 }),
    { state: 'working', reason: 'NotLookedAt' },
  ],
  [
    'waits with its deletion',
    object(
      {
        conditions: [
          READY,
          condition('Synced', 'False', 'Waiting', 'waiting for instance 7 to release the volume'),
        ],
      },
      { deletionTimestamp: AT },
    ),
    {
      state: 'deleting',
      reason: 'Waiting',
      message: 'waiting for instance 7 to release the volume',
      since: AT,
    },
  ],
  [
    'begins to be deleted',
    object({ conditions: [READY, SYNCED] }, { deletionTimestamp: AT, generation: 3 }),
    { state: 'deleting', reason: 'Deleting' },
  ],
  [
    'has an unreadable status',
    object({ conditions: 'none', id: 'x', plan: 7 }),
    { state: 'working', id: null, held: null },
  ],
];

test.each(rows)('an object that %s', (_name, one, expected) => {
  expect(summaryOf(one)).toMatchObject(expected);
});

describe('a plan that is held', () => {
  const plan = {
    hash: '0123abcd',
    steps: [
      {
        verb: 'Delete',
        effect: 'destroys',
        loses: 'all of it',
        summary: 'Delete (DELETE /volumes/12)',
      },
    ],
  };
  const held = (reason: string) =>
    summaryOf(object({ plan, conditions: [READY, condition('Synced', 'False', reason, 'why')] }));

  test.each(['ConsentRequired', 'Held'])(
    'by %s is shown with what it costs and the line that lets it go on',
    (reason) => {
      expect(held(reason).held).toEqual({
        hash: '0123abcd',
        steps: [{ summary: 'Delete (DELETE /volumes/12)', effect: 'destroys', loses: 'all of it' }],
        wantsConsent: true,
      });
      expect(consentLine(held(reason))).toBe(
        'kubectl annotate --overwrite -n shop volume/data cloudinfra.dev/consent=0123abcd',
      );
    },
  );

  test('of which the status shows only a part says how much more there is', () => {
    const long = summaryOf(
      object({
        plan: { ...plan, more: 350 },
        conditions: [READY, condition('Synced', 'False', 'ConsentRequired', 'why')],
      }),
    );
    const lines = reportLines({
      counts: [],
      summaries: [{ ...long, state: 'stalled' }],
      vitals: null,
    });
    expect([
      long.held?.more,
      lines.filter((line) => line.includes('and 350 more steps')).length,
    ]).toEqual([350, 1]);
  });

  test('by its mode is shown, and requires no consent', () => {
    expect(held('Preview').held?.steps).toHaveLength(1);
    expect(consentLine(held('Preview'))).toBeNull();
  });
});
