import { expect, test } from 'vitest';
import { attributesOf, cellAttributesOf, fieldListOf } from './facts/grammar.ts';
import { shapeOf } from './facts/shape.ts';
import { tablesOf } from './facts/tables.ts';

test.each([
  ['F, string 2..50, Nullable', { type: 'string', min: 2, max: 50, filterable: true, nullable: true }],
  ['integer 1..100, required on create', { type: 'integer', min: 1, max: 100, required: true }],
  ['boolean, default true', { type: 'boolean', default: true }],
  ['string; default: the disk’s label', { type: 'string' }],
  ['array of strings, required', { type: 'array', required: true }],
  ['object: enabled boolean default false, min integer 1..100', { type: 'object' }],
  ['required object with ipv4 and ipv6 arrays of strings', { type: 'object', required: true }],
  ['enum url, tcp', { type: 'string', words: ['url', 'tcp'] }],
  ['required: TCP, UDP', { words: ['TCP', 'UDP'], required: true }],
  ['required only when compute_id is absent', {}],
  ['up to 25; empty where none', { max: 25 }],
  ['1 or 3, default 1', { words: ['1', '3'], default: 1 }],
])('%s is read', (text, attributes) => {
  expect(attributesOf(text)).toEqual(attributes);
});

test.each([
  ['enum', 'creating, active. May change', '', { type: 'string', words: ['creating', 'active'] }],
  ['string', 'default assigned', 'no', { type: 'string' }],
  ['integer', 'default 512; used only then', 'no', { type: 'integer', default: 512 }],
  ['array of strings', 'default empty array', '', { type: 'array', default: [] }],
  ['object', 'values (integer, Nullable)', 'yes', { type: 'object', required: true }],
])('a cell %s with the note "%s" is read', (type, notes, required, attributes) => {
  expect(cellAttributesOf(type, notes, required)).toEqual(attributes);
});

test('a list of fields is read, a sentence is not', () => {
  expect(fieldListOf('label (string 1..32, required), tags, min integer 1..100')).toEqual([
    ['label', { type: 'string', min: 1, max: 32, required: true }],
    ['tags', {}],
    ['min', { type: 'integer', min: 1, max: 100 }],
  ]);
  expect(fieldListOf('label; the other fields as above')).toBeUndefined();
});

test('a table has the heading above it, be it a line in bold', () => {
  const markdown = '## A\n\n**B**\n\n| Field | Type |\n|---|---|\n| a | string |\n| b | integer |\n\ntext';
  expect(tablesOf(markdown)).toEqual([
    {
      heading: 'B',
      header: ['Field', 'Type'],
      rows: [
        ['a', 'string'],
        ['b', 'integer'],
      ],
    },
  ]);
});

test.each([
  [[], []],
  [[1, null], [['|', 'integer', 'null']]],
  [[{ a: 1 }, { a: 1.5, b: 'x' }], [{ a: ['|', 'integer', 'number'], 'b?': 'string' }]],
  [[{ a: [] }, { a: [true] }, {}], [{ 'a?': ['boolean'] }]],
])('the shape of %j', (value, shape) => {
  expect(shapeOf(value)).toEqual(shape);
});
