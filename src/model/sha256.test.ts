import { createHash } from 'node:crypto';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { digest } from './fingerprint.ts';
import { planOf } from './plan.ts';
import { sha256 } from './sha256.ts';
import { call } from './step.ts';

const reference = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

test.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1_000])(
  'a text of %i letters has the digest of the standard',
  (length) => {
    const text = 'ž'.repeat(length);
    expect([sha256(text), sha256('a'.repeat(length))]).toEqual([
      reference(text),
      reference('a'.repeat(length)),
    ]);
  },
);

test.prop([fc.string({ unit: 'grapheme', maxLength: 300 })])(
  'every text has the digest of the standard',
  (text) => {
    expect(sha256(text)).toBe(reference(text));
  },
);

test('a digest stands for a value, whatever the order of its members', () => {
  expect(digest({ b: 1, a: [2] })).toBe(reference('{"a":[2],"b":1}').slice(0, 32));
  expect(digest({ a: [2], b: 1 })).toBe(digest({ b: 1, a: [2], c: undefined }));
});

test('the hash of a plan is a digest, which no other plan can be made to share', () => {
  const steps = [
    call('Resize', { method: 'PUT', path: '/x' }, [{ field: 'size', from: 20, to: 40 }]),
  ];
  expect(planOf({ uid: 'u', asked: 'spec-1', id: 7, consents: 0 }, steps).hash).toBe(
    reference('["u","spec-1",7,[["Resize","none",[["size",20,40]]]]]').slice(0, 32),
  );
});
