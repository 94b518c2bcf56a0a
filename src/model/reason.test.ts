import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { anyCharacter } from '../../test/support/characters.ts';
import { reasonOf } from './reason.ts';

test.each([
  ['active', 'Active'],
  ['shutting_down', 'ShuttingDown'],
  ['not ready', 'NotReady'],
  ['contact_support', 'ContactSupport'],
  ['needsPostProcessing', 'NeedsPostProcessing'],
  ['2fa', 'Status2fa'],
  ['x'.repeat(100), `X${'x'.repeat(63)}`],
  ['…', 'Unknown'],
  ['', 'Unknown'],
])('the word %j is the reason %s', (word, reason) => {
  expect(reasonOf(word)).toBe(reason);
});

test.prop([fc.string({ unit: anyCharacter, maxLength: 200 })])(
  'every word has a reason that Kubernetes accepts',
  (word) => {
    expect(reasonOf(word)).toMatch(/^[A-Za-z][A-Za-z0-9]{0,70}$/);
  },
);
