import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Secret } from './secret.ts';

const secret = new Secret('swordfish');

test.each<[string, string]>([
  ['a template', `${secret}`],
  ['a sum', 'is '.concat(String(secret))],
  ['JSON', JSON.stringify({ secret })],
  ['a look into it', inspect({ secret })],
  ['its members', `[redacted]${Object.entries(secret).join('')}`],
])('%s shows that it is there and not what it is', (_, text) => {
  expect(text).toContain('[redacted]');
  expect(text).not.toContain('swordfish');
});

test('who asks for the value has it', () => {
  expect(secret.reveal()).toBe('swordfish');
});
