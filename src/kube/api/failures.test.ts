import { expect, test } from 'vitest';
import { failureOf, isExpired, reasonOf, unreachable } from './failures.ts';

const terminating = {
  message: 'namespace x is being terminated',
  details: { causes: [{ reason: 'NamespaceTerminating', field: 'metadata.namespace' }] },
};

test.each([
  [400, {}, 'Unwritable'],
  [401, {}, 'Unreachable'],
  [403, { message: 'no' }, 'Denied'],
  [403, { details: { causes: [{ reason: 'FieldValueForbidden' }] } }, 'Denied'],
  [403, terminating, 'Terminating'],
  [404, { details: { name: 'a', kind: 'gadgets' } }, 'Gone'],
  [404, { details: {} }, 'Unreachable'],
  [404, '404 page not found', 'Unreachable'],
  [409, {}, 'Conflict'],
  [410, {}, 'Gone'],
  [413, {}, 'Unwritable'],
  [415, '', 'Unwritable'],
  [422, {}, 'Unwritable'],
  [429, {}, 'Unreachable'],
  [302, '<html>', 'Unreachable'],
  [500, null, 'Unreachable'],
  [500, { message: 'etcdserver: request is too large' }, 'Unwritable'],
  [503, 'down', 'Unreachable'],
] as const)('%d with %j is %s', (status, body, code) => {
  expect(failureOf(status, body)).toMatchObject({ code, status });
});

test('says what the API server says, and only the status where it says nothing', () => {
  expect(failureOf(422, { message: 'spec.size: too small' }).detail).toBe('spec.size: too small');
  expect(failureOf(502, '<html>').detail).toBe('the API server answered 502');
});

test('only 410 means that a listing is needed', () => {
  expect(
    [failureOf(410, {}), failureOf(404, {}), unreachable(new Error('x'))].map(isExpired),
  ).toEqual([true, false, false]);
});

test.each([
  [
    new Error('fetch failed', {
      cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }),
    }),
    'connect ECONNREFUSED 127.0.0.1:1',
  ],
  [
    Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
    'other side closed (UND_ERR_SOCKET)',
  ],
  [Object.assign(new Error(''), { code: 'ECONNRESET' }), '(ECONNRESET)'],
  ['text', 'text'],
])('%o in words is «%s»', (error, words) => {
  expect(reasonOf(error)).toBe(words);
});
