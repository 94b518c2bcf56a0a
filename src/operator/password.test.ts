import { expect, test } from 'vitest';
import { newPassword } from './password.ts';

test('a new password has the length asked for, something of each class, and is never the same', () => {
  const made = Array.from({ length: 200 }, () => newPassword(24));
  expect(new Set(made).size).toBe(200);
  for (const password of made) {
    expect(password).toHaveLength(24);
    for (const letters of [/[A-Z]/, /[a-z]/, /[2-9]/, /[-_.+=#%]/])
      expect(password).toMatch(letters);
    expect(password).not.toMatch(/[IOl01]/);
  }
});
