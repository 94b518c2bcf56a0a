import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATION_UID, type Scene, stage } from '../../../test/support/stage.ts';
import { NOW } from '../../../test/support/stage-service.ts';
import { ANNOTATION } from '../../model/group.ts';
import { post } from '../../model/request.ts';
import { call, refuse, type Step, wait } from '../../model/step.ts';
import type { Records } from './records.ts';
import { type Asked, askedFor, asksForLook } from './requests.ts';

const AT = new Date(NOW).toISOString();
const OBSERVED = { item: { id: 7 }, details: {} };
const REBOOT = call('Reboot', post('/gadgets/7/reboot', {}), [{ field: 'a', from: 1, to: 2 }]);
const TAGGED = {
  ...REBOOT,
  request: { verb: 'Reboot', name: 'now', uid: OPERATION_UID },
  changes: [...REBOOT.changes, { field: 'operation', from: null, to: `now ${OPERATION_UID}` }],
};
const KIND: NonNullable<Scene['kind']> = {
  requests: {
    Reboot: {
      does: '',
      parameters: z.strictObject({ how: z.string().optional() }),
      steps: (_desired, _observed, { token, parameters }): readonly Step[] => [
        wait(
          `${typeof parameters['how'] === 'string' ? parameters['how'] : 'a pause'} for ${token}`,
        ),
        REBOOT,
      ],
    },
    Wipe: { does: '', steps: (): readonly Step[] => [REBOOT, refuse('spec.size', 'too large')] },
  },
  answers: { ReadZone: { does: '', read: () => null as never } },
};
const asking = (verb: string, record?: Partial<Records[string]>, over: Scene = {}): Scene => ({
  kind: KIND,
  operations: { now: { verb } },
  ...(record === undefined ? {} : { status: { operations: { [OPERATION_UID]: was(record) } } }),
  ...over,
});
const was = (record: Partial<Records[string]>): Records[string] => ({
  name: 'now',
  verb: 'Reboot',
  changedAt: AT,
  state: 'Done',
  ...record,
});
type Told = Pick<Asked, 'steps' | 'record' | 'reads'>;
const told = (over: Partial<Told>): Told => ({ steps: [], record: {}, reads: false, ...over });
const toldOf = (record: Partial<Records[string]>): Told =>
  told({ record: { [OPERATION_UID]: was(record) } });
const STEPS = told({ steps: [wait(`a pause for ${OPERATION_UID}`), TAGGED] });

describe('an Operation asks for', () => {
  test.each<[string, Scene, Told]>([
    ['nothing where there is none', { kind: KIND }, told({})],
    ['an action', asking('Reboot'), STEPS],
    [
      'an action with its parameters',
      asking('Reboot', undefined, {
        operations: { now: { verb: 'Reboot', parameters: { how: 'a moment' } } },
      }),
      told({ steps: [wait(`a moment for ${OPERATION_UID}`), TAGGED] }),
    ],
    [
      'an action that the kind refuses',
      asking('Wipe'),
      toldOf({ verb: 'Wipe', state: 'Refused', message: 'spec.size: too large' }),
    ],
    ['an answer', asking('ReadZone'), told({ reads: true })],
    ['nothing that the kind does not know', asking('Fly'), told({})],
    ['nothing that every object has', asking('constructor'), told({})],
    [
      'nothing with parameters that the verb does not know',
      asking('Wipe', undefined, { operations: { now: { verb: 'Wipe', parameters: { a: 1 } } } }),
      told({}),
    ],
    ['nothing that is done', asking('Reboot', {}), told({})],
    ['nothing that was refused', asking('Reboot', { state: 'Refused' }), told({})],
    ['nothing that is in a state of another version', asking('Reboot', { state: 'Odd' }), told({})],
    ['what is tried again', asking('Reboot', { state: 'Waiting', message: 'busy' }), STEPS],
    [
      'nothing more where a process before this one sent it',
      asking('Reboot', { state: 'Sent', changedAt: 'then' }),
      toldOf({ state: 'OutcomeUnknown', changedAt: 'then' }),
    ],
    [
      'nothing while the target only observes',
      asking('Reboot', undefined, {
        spec: { policy: { mode: 'Observe' }, import: { by: 'Id', id: 7 } },
      }),
      toldOf({ state: 'Waiting', message: 'spec.policy.mode of the target is Observe' }),
    ],
    [
      'its own before others that are younger, and after those that can never be',
      asking('Reboot', undefined, {
        operations: { now: { verb: 'Reboot' }, a: { verb: 'Fly' }, z: { verb: 'Wipe' } },
      }),
      STEPS,
    ],
  ])('%s', (_, scene, asked) => {
    const { steps, record, reads } = askedFor(stage(scene).pass, OBSERVED);
    expect({ steps, record, reads }).toEqual(asked);
  });

  test.each([
    ['is deleted, and was not begun', { deletionTimestamp: 'now', finalizers: ['x'] }, {}, []],
    ['began on an earlier object of the name', {}, { targetUid: 'other', phase: 'Running' }, []],
    ['has come to its end', {}, { phase: 'Succeeded' }, []],
    ['began on this object', {}, { phase: 'Running' }, STEPS.steps],
  ])('steps or not where it %s', (_, metadata, status, steps) => {
    const { pass, cluster } = stage(asking('Reboot'));
    const name = { kind: 'Operation', namespace: 'team', name: 'now' };
    cluster.apply(name, { target: { kind: 'Gadget', name: 'web' }, verb: 'Reboot' }, metadata);
    cluster.spoil(name, status);
    expect(askedFor(pass, OBSERVED).steps).toEqual(steps);
  });
});

test.each<[string, Scene, boolean]>([
  ['nothing', {}, false],
  ['an Operation that no pass has begun', asking('Reboot'), true],
  ['an Operation that is done', asking('Reboot', {}), false],
  ['an Operation that can never be', asking('Fly'), false],
  ['an annotation', { metadata: { annotations: { [ANNOTATION.sync]: 't' } } }, true],
  [
    'an annotation that was handled',
    { metadata: { annotations: { [ANNOTATION.sync]: 't' } }, status: { lastHandledSync: 't' } },
    false,
  ],
  [
    'an annotation with another value',
    { metadata: { annotations: { [ANNOTATION.sync]: 'u' } }, status: { lastHandledSync: 't' } },
    true,
  ],
  ['one that was taken away', { status: { lastHandledSync: 't' } }, false],
  [
    'a long one that was handled',
    {
      metadata: { annotations: { [ANNOTATION.sync]: 'x'.repeat(500) } },
      status: { lastHandledSync: 'x'.repeat(128) },
    },
    false,
  ],
])('a look is asked for by %s, or not', (_, scene, isSo) => {
  expect(asksForLook(stage(scene).pass)).toBe(isSo);
});
