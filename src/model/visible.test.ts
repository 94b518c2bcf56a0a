import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../test/support/characters.ts';
import { visible, visibleLines } from './visible.ts';

describe('a text in a line', () => {
  test.for([
    ['plain', 'data-1', 'data-1'],
    ['of any script', 'žluťoučký 数据 👩‍👩‍👧', 'žluťoučký 数据 👩‍👩‍👧'],
    ['that would end it', 'a\r\nb', 'a\\u000d\\u000ab'],
    ['that would clear the screen', '\u001b[2J\u0007', '\\u001b[2J\\u0007'],
    ['that begins a sequence in one byte', '\u009b31m', '\\u009b31m'],
    ['that ends it in Unicode', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
    ['that marks a direction', 'a\u200eb\u200fc\u061cd', 'a\\u200eb\\u200fc\\u061cd'],
    ['that turns the order round', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
  ] as const)('%s', ([, text, shown]) => {
    expect(visible(text)).toBe(shown);
  });

  property.prop([fc.string({ unit: anyCharacter })])(
    'has nothing more to write out once it is visible',
    (text) => {
      expect(visible(visible(text))).toBe(visible(text));
      expect(visible(text)).not.toMatch(/\p{Cc}/u);
    },
  );
});

describe('lines for a terminal', () => {
  test.for([
    [
      'keep line ends, tabs and colours',
      '\u001b[32m+\u001b[0m a\n\tb\n',
      '\u001b[32m+\u001b[0m a\n\tb\n',
    ],
    ['hide nothing', '\u001b[8mhidden', '\\u001b[8mhidden'],
    [
      'have no other sequence',
      '\u001b[2J\u001b]0;title\u0007\u001b[999m\r',
      '\\u001b[2J\\u001b]0;title\\u0007\\u001b[999m\\u000d',
    ],
  ] as const)('%s', ([, text, shown]) => {
    expect(visibleLines(text)).toBe(shown);
  });

  property.prop([fc.json()])('are the same JSON', (text) => {
    expect(JSON.parse(visibleLines(text))).toEqual(JSON.parse(text));
  });
});
