import { test as check, fc } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { JsonPieces } from './pieces.ts';

function read(pieces: readonly string[]): unknown {
  const json = new JsonPieces('items');
  try {
    for (const piece of pieces) json.push(piece);
    return json.end();
  } catch (error) {
    return error instanceof SyntaxError ? 'no JSON' : error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return 'no JSON';
  }
}

const cut = (text: string, at: readonly number[]): readonly string[] => {
  const places = [
    0,
    ...at.map((place) => place % (text.length + 1)).sort((a, b) => a - b),
    text.length,
  ];
  return places.slice(1).map((place, i) => text.slice(places[i], place));
};

const cuts = fc.array(fc.nat(), { maxLength: 6 });
const element = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('"', '\\', '\\"', '],', '[{', 'items', { items: [1] }, [], {}, null),
);
const listing = fc.record(
  {
    kind: element,
    items: fc.oneof(fc.array(element, { maxLength: 5 }), element),
    metadata: element,
  },
  { requiredKeys: [] },
);

check.prop([fc.oneof(listing, element), cuts, fc.constantFrom(undefined, 1)], { numRuns: 500 })(
  'however a value is cut, it is what JSON.parse makes of it',
  (value, at, indent) => {
    const text = JSON.stringify(value, null, indent);
    expect(read(cut(text, at))).toEqual(JSON.parse(text));
  },
);

check.prop([listing, cuts, fc.nat(), fc.constantFrom('', ',', '"', ']', '}', '[', '{', ' ', 'x')], {
  numRuns: 500,
})(
  'a text with a character too few or too many is read, or refused, as JSON.parse does',
  (value, at, place, other) => {
    const text = JSON.stringify(value);
    const broken =
      text.slice(0, place % text.length) + other + text.slice((place % text.length) + 1);
    expect(read(cut(broken, at))).toEqual(parsed(broken));
  },
);

test.for([
  '',
  ' ',
  '{',
  '{"items":[',
  '{"items":[1,]}',
  '{"items":[,1]}',
  '{"items":[1}',
  '{"items":[1]]}',
  '{"items":[1]} 2',
  '{"items":[1] [2]}',
])('%j is no JSON', (text) => expect(read([text])).toBe('no JSON'));

test.for([
  '{"items":[1],"items":[2,3]}',
  '{"items":[1],"items":null}',
  '["items",[1]]',
  '{"a":{"items":[1]}}',
  '{"items":[ ]}',
  '{ "items" : [ 1 , 2 ] }',
])('%j is what JSON.parse makes of it', (text) => expect(read([text])).toEqual(JSON.parse(text)));

test('an element is taken as soon as it is whole: no more than one element is held as text', () => {
  const large = JSON.stringify({ text: 'x'.repeat(1_000) });
  const taken: number[] = [];
  const json = new JsonPieces('items', (text) => taken.push(text.length));
  json.push('{"items":[');
  for (let i = 0; i < 100; i++) {
    json.push(`${large},`);
    expect(taken).toHaveLength(i + 1);
  }
  json.push(`${large}]}`);
  expect(json.end()).toMatchObject({ items: { length: 101 } });
  expect(Math.max(...taken)).toBe(large.length);
});
