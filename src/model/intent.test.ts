import { expect, test } from 'vitest';
import { Intent } from './intent.ts';

const intent = {
  uid: 'u-1',
  at: 1_700_000_000_000,
  account: 'a-1',
  path: '/volumes',
  key: 'data',
  marked: true,
};

test.each([intent, { ...intent, by: 'guest' }])(
  'an intent is read as it was recorded: %j',
  (written) => {
    expect(Intent.parse(written)).toEqual(written);
  },
);

test.each([undefined, null, {}, { ...intent, at: 'now' }, { ...intent, more: 1 }])(
  '%j is no intent',
  (written) => {
    expect(Intent.safeParse(written).success).toBe(false);
  },
);
