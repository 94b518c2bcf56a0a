import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { NOW } from '../../../test/support/stage-service.ts';
import { ANNOTATION } from '../../model/group.ts';
import { post } from '../../model/request.ts';
import { call, refuse, type Step, wait } from '../../model/step.ts';
import { type Asked, askedFor, asksForLook, requestsAfter } from './requests.ts';
import type { Requests } from './requests-kept.ts';

const AT = new Date(NOW).toISOString();
const OBSERVED = { item: { id: 7 }, details: {} };
const REBOOT = call('Reboot', post('/gadgets/7/reboot', {}), [{ field: 'a', from: 1, to: 2 }]);
const TAGGED = {
  ...REBOOT,
  request: { verb: 'reboot', token: 't' },
  changes: [...REBOOT.changes, { field: 'request-reboot', from: null, to: 't' }],
};
const KIND: NonNullable<Scene['kind']> = {
  requests: {
    reboot: (_desired, _observed, token) => [
      wait('a pause'),
      { ...REBOOT, ...(token === 'odd' ? { verb: 'Odd' } : {}) },
    ],
    wipe: (): readonly Step[] => [REBOOT, refuse('spec.size', 'too large')],
  },
  answers: { zone: () => null as never },
};
const asking = (tokens: Readonly<Record<string, string>>, requests: Requests = {}): Scene => ({
  kind: KIND,
  status: { requests },
  metadata: {
    annotations: Object.fromEntries(
      Object.entries(tokens).map(([verb, token]) => [ANNOTATION.request(verb), token]),
    ),
  },
});
/** Builds a record from its state and message: `Refused: too large`. */
const was = (told: string, token = 't', at = AT) => {
  const [state = '', ...words] = told.split(': ');
  const message = words.join(': ');
  return { token, changedAt: at, state, ...(message === '' ? {} : { message }) };
};
const asked = (over: Partial<Asked>): Asked => ({ steps: [], record: {}, reads: [], ...over });

describe('annotations ask for', () => {
  test.each<[string, Scene, Asked]>([
    ['nothing', asking({}), asked({})],
    [
      'nothing where they are of others',
      { kind: KIND, metadata: { annotations: { reboot: 't', 'x/request-reboot': 't' } } },
      asked({}),
    ],
    ['an action', asking({ reboot: 't' }), asked({ steps: [wait('a pause'), TAGGED] })],
    [
      'an action with the token at hand',
      asking({ reboot: 'odd' }),
      asked({
        steps: [
          wait('a pause'),
          {
            ...TAGGED,
            verb: 'Odd',
            request: { verb: 'reboot', token: 'odd' },
            changes: [...REBOOT.changes, { field: 'request-reboot', from: null, to: 'odd' }],
          },
        ],
      }),
    ],
    [
      'an action that the kind refuses',
      asking({ wipe: 't' }),
      asked({ record: { wipe: was('Refused: spec.size: too large') } }),
    ],
    ['a look', asking({ sync: 't' }), asked({ record: { sync: was('Done') } })],
    ['an answer', asking({ zone: 't' }), asked({ reads: [{ verb: 'zone', token: 't' }] })],
    [
      'what no kind knows',
      asking({ fly: 't' }),
      asked({ record: { fly: was('Refused: Gadget knows no request fly') } }),
    ],
    [
      'what every object has',
      asking({ constructor: 't' }),
      asked({ record: { constructor: was('Refused: Gadget knows no request constructor') } }),
    ],
    [
      'with a token that is too long',
      asking({ reboot: 'k'.repeat(129) }),
      asked({
        record: {
          reboot: was(
            'Refused: the token has 129 characters, at most 128 are allowed',
            'k'.repeat(129),
          ),
        },
      }),
    ],
    ['what is done', asking({ reboot: 't' }, { reboot: was('Done') }), asked({})],
    ['what was refused', asking({ reboot: 't' }, { reboot: was('Refused: no') }), asked({})],
    [
      'what is tried again',
      asking({ reboot: 't' }, { reboot: was('Waiting: busy') }),
      asked({ steps: [wait('a pause'), TAGGED] }),
    ],
    [
      'what a process before this one sent',
      asking({ reboot: 't' }, { reboot: was('Sent', 't', 'then') }),
      asked({ record: { reboot: was('OutcomeUnknown', 't', 'then') } }),
    ],
    [
      'the same with another token',
      asking({ reboot: 't' }, { reboot: was('Done', 'u') }),
      asked({ steps: [wait('a pause'), TAGGED] }),
    ],
    [
      'one after the other',
      asking({ zone: 't', sync: 't' }),
      asked({ reads: [{ verb: 'zone', token: 't' }], record: { sync: was('Done') } }),
    ],
  ])('%s', (_, scene, result) => {
    expect(askedFor(stage(scene).pass, OBSERVED, false)).toEqual(result);
  });

  const FIRST = 'Recorded: it was there when the object was first seen';
  test('nothing that was there when the object was first seen', () => {
    const { pass } = stage(asking({ reboot: 't', zone: 't', sync: 't', fly: 't' }));
    const record = {
      reboot: was(FIRST),
      zone: was(FIRST),
      sync: was(FIRST),
      fly: was('Refused: Gadget knows no request fly'),
    };
    expect(askedFor(pass, OBSERVED, true)).toEqual(asked({ record }));
  });
});

test('after a pass the status tells of before and of what came, of unknown ones while they are asked for', () => {
  const { pass } = stage(
    asking({ fly: 't' }, { fly: was('Refused'), swim: was('Refused'), reboot: was('Done', 'u') }),
  );
  expect(requestsAfter(pass, { reboot: was('Done') }, { sync: was('Done') })).toEqual({
    fly: was('Refused'),
    reboot: was('Done'),
    sync: was('Done'),
  });
  expect(requestsAfter(stage({ kind: KIND }).pass)).toEqual({});
});

test.each<[string, Readonly<Record<string, string>> | undefined, Requests | undefined, boolean]>([
  ['no annotation', undefined, {}, false],
  ['another one', { [ANNOTATION.request('fly')]: 't' }, {}, false],
  ['an action', { [ANNOTATION.request('reboot')]: 't' }, {}, true],
  [
    'an action that was seen',
    { [ANNOTATION.request('reboot')]: 't' },
    { reboot: was('Done') },
    false,
  ],
  ['a new token', { [ANNOTATION.request('sync')]: 't' }, undefined, true],
  [
    'a new token beside others',
    { [ANNOTATION.request('sync')]: 't' },
    { reboot: was('Done') },
    true,
  ],
  ['another token', { [ANNOTATION.request('sync')]: 't' }, { sync: was('Done', 'u') }, true],
  ['a token that was seen', { [ANNOTATION.request('sync')]: 't' }, { sync: was('Done') }, false],
])('a look is asked for by %s or not', (_, annotations, requests, isSo) => {
  const { kind } = stage({ kind: KIND }).pass.subject;
  expect(asksForLook(kind, annotations, requests === undefined ? {} : { requests })).toBe(isSo);
});
