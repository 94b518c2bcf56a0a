import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { FIX_UPS, fixUp } from './fixups.ts';
import type { Schema } from './schema.ts';
import { structural } from './structural.ts';

/** One fix-up of one node: the output of zod, and the expected result. */
const NODES: readonly (readonly [name: string, fixUp: string, before: Schema, after: Schema])[] = [
  [
    'titles, examples and encodings go',
    'no annotations',
    {
      type: 'string',
      title: 't',
      examples: ['e'],
      contentEncoding: 'base64',
      contentMediaType: 'x',
    },
    { type: 'string' },
  ],
  [
    'a closed object loses the word',
    'closed objects',
    { type: 'object', additionalProperties: false },
    { type: 'object' },
  ],
  [
    'a map keeps its values',
    'closed objects',
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'object', additionalProperties: { type: 'string' } },
  ],
  [
    'no properties are not listed',
    'empty properties',
    { type: 'object', properties: {} },
    { type: 'object' },
  ],
  [
    'some properties are',
    'empty properties',
    { type: 'object', properties: { a: { type: 'string' } } },
    { type: 'object', properties: { a: { type: 'string' } } },
  ],
  [
    'anything says so',
    'anything',
    { description: 'd' },
    { description: 'd', 'x-kubernetes-preserve-unknown-fields': true },
  ],
  [
    'an open object says so',
    'open objects',
    { type: 'object', additionalProperties: { 'x-kubernetes-preserve-unknown-fields': true } },
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  ],
  [
    'integer or string has a word',
    'int or string',
    {
      anyOf: [
        { type: 'integer', format: 'int64', minimum: 1 },
        { type: 'string', maxLength: 3 },
      ],
    },
    { minimum: 1, maxLength: 3, 'x-kubernetes-int-or-string': true },
  ],
  [
    'string or integer too',
    'int or string',
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    { 'x-kubernetes-int-or-string': true },
  ],
  [
    'another union stays, to be refused',
    'int or string',
    { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
    { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
  ],
  [
    "JavaScript's bounds go",
    'safe integers',
    { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    { type: 'integer', format: 'int64' },
  ],
  [
    'bounds of the field stay',
    'safe integers',
    { type: 'integer', minimum: 1, maximum: 9 },
    { type: 'integer', minimum: 1, maximum: 9, format: 'int64' },
  ],
  [
    'parts under allOf are not typed',
    'several patterns',
    {
      type: 'string',
      allOf: [
        { type: 'string', pattern: '^a' },
        { type: 'string', pattern: 'b$' },
      ],
    },
    { type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'b$' }] },
  ],
  [
    'a format that is known stays',
    'foreign formats',
    { type: 'string', format: 'ipv4', pattern: 'p' },
    { type: 'string', format: 'ipv4', pattern: 'p' },
  ],
  [
    'one that is not goes when a pattern says it too',
    'foreign formats',
    { type: 'string', format: 'cidrv4', pattern: 'p' },
    { type: 'string', pattern: 'p' },
  ],
  [
    'one that nothing else says stays, to be refused',
    'foreign formats',
    { type: 'string', format: 'odd' },
    { type: 'string', format: 'odd' },
  ],
];

describe('a fix-up', () => {
  test.for(NODES)('%s', ([, name, before, after]) => {
    expect(FIX_UPS[name]?.apply(before)).toEqual(after);
  });

  test('has a row each', () => {
    expect(Object.keys(FIX_UPS).filter((name) => NODES.every(([, used]) => used !== name))).toEqual(
      [],
    );
  });

  test.for(Object.entries(FIX_UPS))('«%s» applied twice changes nothing more', ([, { apply }]) => {
    for (const [, , before] of NODES) expect(apply(apply(before))).toEqual(apply(before));
  });
});

describe('what zod prints becomes structural', () => {
  test('at every depth: properties, lists and maps', () => {
    const deep = z.strictObject({
      a: z.array(z.strictObject({ b: z.record(z.string(), z.int()) })),
    });
    const item = {
      type: 'object',
      required: ['b'],
      properties: {
        b: { type: 'object', additionalProperties: { type: 'integer', format: 'int64' } },
      },
    };
    const list = { type: 'array', items: item };
    expect(structural(deep)).toEqual({ type: 'object', required: ['a'], properties: { a: list } });
  });

  test('and nothing more comes of doing it again', () => {
    const all = z.strictObject({
      any: z.unknown(),
      open: z.looseObject({}),
      map: z.record(z.string(), z.unknown()),
      either: z.union([z.int(), z.string()]),
    });
    const once = structural(all);
    expect(fixUp(once)).toEqual(once);
  });

  test('integer or string without the bounds of JavaScript', () => {
    const either = z.union([z.int(), z.string().max(9)]);
    expect(structural(z.strictObject({ either })).properties?.['either']).toEqual({
      maxLength: 9,
      'x-kubernetes-int-or-string': true,
    });
  });

  test('a list keeps how it is merged', () => {
    const keyed = z
      .array(z.strictObject({ name: z.string() }))
      .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] });
    expect(structural(z.strictObject({ keyed })).properties?.['keyed']).toMatchObject({
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    });
  });

  test('a part that has no JSON schema is a bug of the kind', () => {
    expect(() => structural(z.strictObject({ when: z.date() }))).toThrow('Date');
  });
});
