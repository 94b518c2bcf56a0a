import { expect, test } from 'vitest';
import { tallySince } from './tally.ts';

const row = (uid: string, at: number) => ({ uid, at });

test('what lies between the times is kept, oldest first; an account of which nothing is kept is left out', () => {
  const text = JSON.stringify({
    one: [row('c', 30), row('b', 20), row('a', 10)],
    two: [row('d', 9), row('e', 10), row('f', 31)],
  });
  expect(tallySince(text, 10, 30)).toEqual({ one: [row('b', 20), row('c', 30)] });
});

test.each([
  '',
  'null',
  '[]',
  '{"one":{}}',
  '{"one":[{"uid":"a"}]}',
  '{"one":[{"uid":"a","at":20,"more":1}]}',
])('the tally %j cannot be read, and is empty', (text) => {
  expect(tallySince(text, 10, 30)).toEqual({});
});
