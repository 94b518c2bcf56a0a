import { expect, test } from 'vitest';
import { parseIntent } from './intent.ts';

const intent = { uid: 'u-1', at: 1_700_000_000_000, account: 'a-1', path: '/volumes', key: 'data', marked: true };

test('an intent is read as it was written', () => {
  expect(parseIntent(JSON.stringify(intent))).toEqual(intent);
});

test.each([undefined, '', 'null', '{}', JSON.stringify({ ...intent, at: 'now' }), JSON.stringify({ ...intent, more: 1 })])(
  'the annotation %j is none of ours',
  (text) => {
    expect(parseIntent(text)).toBeNull();
  },
);
