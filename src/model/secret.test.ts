import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Secret } from './secret.ts';

const secret = new Secret('swordfish');

test.each<[string, string]>([
  ['text', String(secret)],
  ['JSON', JSON.stringify({ secret })],
  ['a look into it', inspect({ secret })],
])('as %s it shows that it is there and not what it is', (_, text) => {
  expect(text).toContain('[redacted]');
  expect(text).not.toContain('swordfish');
});

test('who asks for the value has it', () => {
  expect(secret.reveal()).toBe('swordfish');
});
