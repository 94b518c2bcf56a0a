import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/characters.ts';
import type { Failure } from '../../model/failure.ts';
import { judge } from './failures.ts';
import { redact } from './redact.ts';

const json = { 'content-type': 'application/json' };
const html = '<html><head><title>429 Too Many Requests</title></head><body>nginx</body></html>';
const errors = (...problems: readonly object[]): string => JSON.stringify({ errors: problems });

interface Row {
  readonly name: string;
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly wrote?: true;
  readonly means: Failure;
  readonly slows?: 'route' | 'token';
  readonly again?: true;
}

const ROWS: readonly Row[] = [
  {
    name: 'busy, with whatever name in front',
    status: 400,
    text: errors({ reason: 'Compute busy.' }),
    means: { code: 'Busy', detail: 'Compute busy.' },
  },
  {
    name: 'a 400 without a field depends on something else',
    status: 400,
    text: errors({ reason: 'This volume must be detached before it can be deleted.' }),
    means: { code: 'Guarded', detail: 'This volume must be detached before it can be deleted.' },
  },
  {
    name: 'a null field is no field',
    status: 400,
    text: errors({ reason: 'Account Limit reached. Please open a support ticket.', field: null }),
    means: { code: 'Guarded', detail: 'Account Limit reached. Please open a support ticket.' },
  },
  {
    name: 'a taken label passes when its holder goes',
    status: 400,
    text: errors({ reason: 'Label must be unique among your Cloud Firewalls', field: 'label' }),
    means: {
      code: 'Guarded',
      detail: 'label: Label must be unique among your Cloud Firewalls',
      field: 'label',
    },
  },
  {
    name: 'attached elsewhere',
    status: 400,
    text: errors({ reason: 'Volume 3 is already attached', field: 'compute_id' }),
    means: {
      code: 'Guarded',
      detail: 'compute_id: Volume 3 is already attached',
      field: 'compute_id',
    },
  },
  {
    name: 'not active',
    status: 400,
    text: errors({ reason: 'Compute is not active', field: 'compute_id' }),
    means: { code: 'Guarded', detail: 'compute_id: Compute is not active', field: 'compute_id' },
  },
  {
    name: 'a field at fault',
    status: 400,
    text: errors({ reason: 'Must be 10-10240', field: 'size' }),
    means: { code: 'Rejected', problems: [{ field: 'size', reason: 'Must be 10-10240' }] },
  },
  {
    name: 'one field at fault decides for all',
    status: 400,
    text: errors(
      { reason: 'Label must be unique', field: 'label' },
      { reason: 'region is not valid', field: 'region' },
    ),
    means: {
      code: 'Rejected',
      problems: [
        { field: 'label', reason: 'Label must be unique' },
        { field: 'region', reason: 'region is not valid' },
      ],
    },
  },
  {
    name: 'a proxy says 400',
    status: 400,
    text: html,
    means: { code: 'Unreachable', detail: 'the service answered 400' },
    again: true,
  },
  {
    name: 'the charge failed',
    status: 409,
    text: errors({ reason: 'We were unable to charge your credit card' }),
    means: { code: 'Guarded', detail: 'We were unable to charge your credit card' },
  },
  {
    name: 'the token is unknown',
    status: 401,
    text: errors({ reason: 'Invalid Token' }),
    headers: { 'x-oauth-scopes': 'unknown', 'x-accepted-oauth-scopes': 'volumes:read_only' },
    means: { code: 'Unauthenticated', detail: 'Invalid Token' },
  },
  {
    name: 'the token lacks a scope',
    status: 401,
    text: errors({ reason: 'Your OAuth token is not authorized to use this endpoint.' }),
    headers: {
      'x-oauth-scopes': 'volumes:read_only',
      'x-accepted-oauth-scopes': 'volumes:read_write,computes:read_write',
    },
    means: {
      code: 'Denied',
      detail: 'the token lacks the scope volumes:read_write,computes:read_write',
    },
  },
  {
    name: 'a scope is missing, by the text alone',
    status: 401,
    text: errors({ reason: 'Your OAuth token is not authorized to use this endpoint.' }),
    means: { code: 'Denied', detail: 'Your OAuth token is not authorized to use this endpoint.' },
  },
  {
    name: 'the token is unknown, by the text alone',
    status: 401,
    text: errors({ reason: 'Invalid Token' }),
    means: { code: 'Unauthenticated', detail: 'Invalid Token' },
  },
  {
    name: 'a grant is missing',
    status: 403,
    text: errors({ reason: 'Unauthorized' }),
    means: { code: 'Denied', detail: 'the user of the token has no grant for this: Unauthorized' },
  },
  {
    name: 'a firewall between',
    status: 403,
    text: html,
    means: { code: 'Unreachable', detail: 'the service answered 403' },
    again: true,
  },
  {
    name: 'no such item',
    status: 404,
    text: errors({ reason: 'Not found' }),
    means: { code: 'NotFound', detail: 'Not found' },
  },
  {
    name: "a proxy's 404 is not «not found»",
    status: 404,
    text: html,
    means: { code: 'Unreachable', detail: 'the service answered 404' },
    again: true,
  },
  {
    name: 'an empty 404 neither',
    status: 404,
    text: '',
    means: { code: 'Unreachable', detail: 'the service answered 404' },
    again: true,
  },
  {
    name: 'the method is not allowed',
    status: 405,
    text: errors({ reason: 'Method Not Allowed' }),
    means: { code: 'Rejected', problems: [{ reason: 'Method Not Allowed' }] },
  },
  {
    name: 'too slow a read',
    status: 408,
    text: errors({ reason: 'Please try again' }),
    headers: { 'retry-after': '3' },
    means: { code: 'Throttled', detail: 'Please try again', retryAfterMs: 3000 },
    slows: 'route',
  },
  {
    name: 'too slow a write may have taken effect',
    status: 408,
    text: errors({ reason: 'Please try again' }),
    wrote: true,
    means: { code: 'Unreachable', detail: 'Please try again' },
    again: true,
  },
  {
    name: 'too many requests',
    status: 429,
    text: errors({ reason: 'Too many requests' }),
    headers: { 'retry-after': '17' },
    means: { code: 'Throttled', detail: 'Too many requests', retryAfterMs: 17_000 },
    slows: 'route',
  },
  {
    name: 'too many requests, from the proxy',
    status: 429,
    text: html,
    means: { code: 'Throttled', detail: 'the service answered 429' },
    slows: 'route',
  },
  {
    name: 'a fault',
    status: 500,
    text: errors({ reason: 'Unable to delete' }),
    means: { code: 'Unreachable', detail: 'Unable to delete' },
    again: true,
  },
  {
    name: 'no backend',
    status: 502,
    text: html,
    means: { code: 'Unreachable', detail: 'the service answered 502' },
    again: true,
  },
  {
    name: 'one thing is not there yet',
    status: 503,
    text: errors({ reason: 'Cluster kubeconfig is not yet available. Please try again later.' }),
    headers: { 'retry-after': '27' },
    means: {
      code: 'NotYet',
      detail: 'Cluster kubeconfig is not yet available. Please try again later.',
      retryAfterMs: 27_000,
    },
  },
  {
    name: 'a write that is not yet possible may have taken effect',
    status: 503,
    text: errors({ reason: 'The cluster is not yet available. Please try again later.' }),
    wrote: true,
    means: {
      code: 'Unreachable',
      detail: 'The cluster is not yet available. Please try again later.',
    },
    slows: 'token',
  },
  ...[500, 502, 504].map((status) => ({
    name: `${status} to a write, in the form of the service`,
    status,
    text: errors({ reason: 'Unable to create' }),
    wrote: true as const,
    means: { code: 'Unreachable', detail: 'Unable to create' } as const,
    again: true as const,
  })),
  {
    name: 'maintenance',
    status: 503,
    text: html,
    means: { code: 'Unreachable', detail: 'the service answered 503' },
    slows: 'token',
  },
  {
    name: 'elsewhere',
    status: 302,
    text: '',
    means: { code: 'Unreadable', detail: 'the service answered 302' },
  },
  {
    name: 'success that is no JSON',
    status: 200,
    text: html,
    means: { code: 'Unreadable', detail: 'the answer 200 of the service is not JSON' },
  },
  {
    name: 'success that is cut off',
    status: 200,
    text: '{"id": 12, "lab',
    means: { code: 'Unreadable', detail: 'the answer 200 of the service is not JSON' },
  },
  {
    name: 'success that is a trap',
    status: 200,
    text: '['.repeat(100_000) + ']'.repeat(100_000),
    means: { code: 'Unreadable', detail: 'the answer 200 of the service is not JSON' },
  },
];

test.for(ROWS.map((row) => [row.name, row] as const))('%s', ([, row]) => {
  const verdict = judge(
    { status: row.status, headers: { ...json, ...row.headers }, text: row.text },
    row.wrote === true,
  );
  expect(verdict).toEqual({
    result: { ok: false, failure: row.means },
    slows: row.slows ?? null,
    again: row.again === true,
  });
});

test.for([
  [200, '{"id": 1}', { id: 1 }],
  [200, '{}', {}],
  [204, '', undefined],
  [
    202,
    '{"warnings": [{"title": "late", "details": ""}]}',
    { warnings: [{ title: 'late', details: '' }] },
  ],
  [299, 'null', null],
] as const)('a %s with %s is a value', ([status, text, value]) => {
  expect(judge({ status, headers: {}, text }, true).result).toEqual({ ok: true, value });
});

test('of many problems the first ones are reported', () => {
  const text = errors(
    ...Array.from({ length: 100 }, (_, at) => ({ field: 'label', reason: `no ${at}` })),
  );
  const { result } = judge({ status: 400, headers: {}, text }, true);
  const problems = Array.from({ length: 20 }, (_, at) => ({ field: 'label', reason: `no ${at}` }));
  expect(result).toEqual({ ok: false, failure: { code: 'Rejected', problems } });
});

describe('whatever comes', () => {
  const token = 'a1b2c3d4e5f6a1b2c3d4e5f6';
  const withToken = fc
    .string({ unit: anyCharacter })
    .map((text) => `${text.slice(0, 5)}${token}${text.slice(5)}`);
  const reason = fc.oneof(fc.string(), withToken);
  const body = fc.oneof(
    fc.string({ unit: anyCharacter }),
    withToken,
    fc.json(),
    fc
      .record({
        errors: fc.array(
          fc.record(
            { reason, field: fc.oneof(reason, fc.constant(null)) },
            { requiredKeys: ['reason'] },
          ),
        ),
      })
      .map((value) => JSON.stringify(value)),
  );
  const headers = fc.dictionary(
    fc.constantFrom(
      'retry-after',
      'x-oauth-scopes',
      'x-accepted-oauth-scopes',
      'x-ratelimit-limit',
      'content-type',
      'date',
    ),
    fc.oneof(fc.string(), withToken, fc.nat().map(String)),
  );

  test('it is a value or a failure without the token, and nothing is thrown', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 999 }),
        headers,
        body,
        fc.boolean(),
        (status, given, text, wrote) => {
          const { result } = judge({ status, headers: given, text }, wrote);
          if (result.ok) return status >= 200 && status < 300;
          const clean = redact(result.failure, [token]);
          expect(JSON.stringify(clean)).not.toContain(token);
          return clean.code === result.failure.code;
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('only an errors body can mean that there is no item', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 999 }),
        headers,
        fc.string(),
        (status, given, text) => {
          const { result } = judge({ status, headers: given, text }, false);
          expect(result).not.toMatchObject({ failure: { code: 'NotFound' } });
        },
      ),
    );
  });
});
