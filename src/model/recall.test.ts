import { expect, test } from 'vitest';
import { recalling } from './recall.ts';

test('a result is recalled by the identity of its object, and only the latest ones are', () => {
  const asked: string[] = [];
  const lengthOf = recalling(({ text }: { readonly text: string }) => {
    asked.push(text);
    return text.length;
  }, 2);
  const [a, b, c] = [{ text: 'a' }, { text: 'bb' }, { text: 'ccc' }];
  expect([a, b, a, { text: 'a' }, b, c, b, a].map(lengthOf)).toEqual([1, 2, 1, 1, 2, 3, 2, 1]);
  expect(asked).toEqual(['a', 'bb', 'a', 'ccc', 'bb', 'a']);
});
