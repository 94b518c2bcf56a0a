import { expect, test } from 'vitest';
import { labelValue } from './label-value.ts';

const EUUID = 'E1AF5EEC-526F-487D-B317EBEB34C87D71';

test.each([EUUID, '12', '', 'a.b_c-d', 'x'.repeat(63)])('%s stands for itself', (text) => {
  expect(labelValue(text)).toBe(text);
});

test.each(['user:me', 'user:some body@example.org', '-a', 'a-', 'x'.repeat(64), 'ä'])(
  '%s has a value that Kubernetes allows, the same each time',
  (text) => {
    expect(labelValue(text)).toMatch(/^[A-Za-z0-9]{8,63}$/);
    expect(labelValue(text)).toBe(labelValue(text));
    expect(labelValue(text)).not.toBe(labelValue(`${text}.`));
  },
);
