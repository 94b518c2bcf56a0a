import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../engine/ports/cluster.ts';
import { approvalOf } from './approval.ts';
import { readApproveConfig } from './config.ts';

const steps = [
  {
    verb: 'Delete',
    effect: 'destroys',
    loses: 'all that is stored',
    summary: 'Delete (DELETE /volumes/14)',
  },
];
const synced = (reason: string, status = 'False') => ({
  type: 'Synced',
  status,
  reason,
  message: 'm',
  lastTransitionTime: 't',
});
const READY = {
  type: 'Ready',
  status: 'True',
  reason: 'Active',
  message: 'm',
  lastTransitionTime: 't',
};

const objectWith = (status: object): KubeObject => ({
  apiVersion: 'cloudinfra.dev/v1alpha1',
  kind: 'Volume',
  metadata: {
    name: 'data',
    namespace: 'shop',
    uid: 'u',
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  spec: {},
  status: { observedGeneration: 1, ...status },
});
const waiting = objectWith({
  conditions: [synced('ConsentRequired')],
  plan: { hash: 'ab12', steps },
});

describe('what there is to approve', () => {
  test('is the plan that waits, with what it loses', () => {
    const lines = [
      'The plan of Volume shop/data:',
      '  [destroys] Delete (DELETE /volumes/14): all that is stored',
    ];
    expect(approvalOf(waiting, null)).toEqual({ hash: 'ab12', lines });
    expect(approvalOf(waiting, 'ab12')).toEqual({ hash: 'ab12', lines });
  });

  test.each([
    ['another plan than the one that was read', waiting, 'cd34', /is ab12 now, not cd34/],
    [
      'a plan that is only shown',
      objectWith({ conditions: [synced('Preview')], plan: { hash: 'ab12', steps } }),
      null,
      /it is Preview: m$/,
    ],
    [
      'nothing',
      objectWith({ conditions: [READY, synced('InSync', 'True')] }),
      null,
      /no plan of Volume shop\/data waits .*in sync$/,
    ],
    [
      'an object that no operator looked at',
      objectWith({ observedGeneration: -1 }),
      null,
      /NotLookedAt/,
    ],
  ] as const)('is not %s', (_, object, read, problem) => {
    expect(approvalOf(object, read)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

describe('the settings of approve', () => {
  test.each([
    [['volume/data'], { namespace: 'default', name: 'data', hash: null, yes: false }],
    [
      ['civol/data', '-n', 'shop', '--hash', 'ab12'],
      { namespace: 'shop', name: 'data', hash: 'ab12', yes: false },
    ],
    [['Volumes/data', '-y'], { namespace: 'default', name: 'data', hash: null, yes: true }],
  ] as const)('%j', (args, config) => {
    expect(readApproveConfig(args, {})).toMatchObject({
      ok: true,
      value: { ...config, kind: { kind: 'Volume' } },
    });
  });

  test.each([
    [[], 'the first argument must be KIND/NAME, such as volume/data, not nothing'],
    [['data'], 'the first argument must be KIND/NAME, such as volume/data, not data'],
    [['bucket/data'], /^the kind bucket must be one of Instance, /],
    [
      ['volume/data', '--hash', 'x y'],
      '--hash must be the hash of a plan, as status.plan.hash shows it',
    ],
    [['volume/data', 'more'], /--help$/],
  ] as const)('are refused: %j', (args, message) => {
    expect(readApproveConfig(args, {})).toEqual({
      ok: false,
      failure: { message: typeof message === 'string' ? message : expect.stringMatching(message) },
    });
  });
});
