import { expect, test } from 'vitest';
import * as z from 'zod';
import { word, wordsOf } from './word.ts';

const Colour = word(['red', 'green']);

test('a known and an unknown word are kept as they are, and nothing but texts pass', () => {
  expect(Colour.parse('red')).toBe('red');
  expect(Colour.parse('mauve')).toBe('mauve');
  expect(Colour.safeParse(1).success).toBe(false);
});

test('the known words are readable, also under nullable and optional', () => {
  expect(wordsOf(Colour.nullable().optional())).toEqual(['red', 'green']);
  expect(wordsOf(z.string())).toBeUndefined();
});
