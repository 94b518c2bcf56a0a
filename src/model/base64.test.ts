import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { decodeBase64 } from './base64.ts';

test.prop([fc.string({ unit: 'grapheme' })])('gives back every text that was encoded', (text) => {
  fc.pre(text.isWellFormed() && !text.startsWith('\u{FEFF}'));
  expect(decodeBase64(Buffer.from(text).toString('base64'))).toBe(text);
});

test.prop([fc.string()])('never fails', (text) => {
  expect(['string', 'object']).toContain(typeof decodeBase64(text));
});

test.each([['a'], ['====='], ['a==='], ['ü'], ['YQ=']])('%s stands for nothing', (text) => {
  expect(decodeBase64(text)).toBeNull();
});

test('line breaks do not count', () => {
  expect(decodeBase64('YXBp\nVmVyc2lvbg==\n')).toBe('apiVersion');
});
