import { describe, expect, test } from 'vitest';
import {
  among,
  call,
  changes,
  describe as line,
  named,
  refuse,
  type Step,
  shown,
  wait,
} from './step.ts';

const resize = call('Resize', { method: 'POST', path: '/volumes/12/resize', body: { size: 40 } }, [
  { field: 'size', from: 20, to: 40 },
]);

test.each<[Step, string]>([
  [resize, 'Resize (POST /volumes/12/resize) size: 20 -> 40'],
  [{ ...resize, changes: [] }, 'Resize (POST /volumes/12/resize)'],
  [
    call('Update', resize.write, changes({ label: 'b', tags: ['x'] }, { label: 'a' })),
    'Update (POST /volumes/12/resize) label: a -> b, tags: ["x"]',
  ],
  [wait('the volume'), 'wait for the volume'],
  [refuse('spec.size', 'a volume cannot shrink'), 'refuse spec.size: a volume cannot shrink'],
])('a step is the line of a person: %#', (step, text) => {
  expect(line(step)).toBe(text);
});

test('a call has no effect, a pause lasts five seconds and a refusal is of no change, unless they say otherwise', () => {
  expect(resize.effect).toBe('none');
  expect(call('Delete', resize.write, [], { effect: 'destroys' }).effect).toBe('destroys');
  expect(wait('it')).toEqual({ type: 'wait', for: 'it', recheckMs: 5000 });
  expect(Object.keys(refuse('a', 'b'))).toEqual(['type', 'field', 'reason']);
  expect(refuse('a', 'b', { field: 'a', from: 1, to: 2 })).toMatchObject({
    change: { field: 'a', from: 1, to: 2 },
  });
});

describe('a value in a line', () => {
  test.each<[string, unknown, string]>([
    ['is the text itself', 'eu-west', 'eu-west'],
    ['is JSON where it is no text', { a: [1] }, '{"a":[1]}'],
    ['is null where it is not there', undefined, 'null'],
    ['is whole up to a thousand characters', 'x'.repeat(1000), 'x'.repeat(1000)],
    ['is cut behind them', 'x'.repeat(1001), `${'x'.repeat(1000)}…`],
    ['is not cut through a character', `${'x'.repeat(999)}😀`, `${'x'.repeat(999)}\uFFFD…`],
  ])('%s', (_, value, text) => {
    expect(shown(value)).toBe(text);
  });
});

test('what is not wanted is no change', () => {
  expect(changes({ a: undefined, b: 2, c: [1], d: null }, { a: 1, b: 1, c: [1] })).toEqual([
    { field: 'b', from: 1, to: 2 },
  ]);
  expect(named({ a: undefined, b: null })).toEqual({ b: null });
});

test('changes are picked by their fields', () => {
  const all = changes({ a: 1, b: 2, c: 3 }, {});
  expect(among(all, 'c', 'a').map(({ field }) => field)).toEqual(['a', 'c']);
});
