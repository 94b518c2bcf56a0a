import { expect, test } from 'vitest';
import { type Catalogued, objectionTo, textsAt } from './catalogue.ts';

const REGION: Catalogued = { field: 'region', noun: 'region', path: '/regions' };
const BLOCK = { ...REGION, capability: 'Block Storage' };
const REGIONS = [
  { id: 'us-east', capabilities: [] },
  { id: 'eu-west', capabilities: ['Block Storage'] },
  { id: 'ap-west', capabilities: ['Block Storage'] },
];
const MANY = Array.from({ length: 21 }, (_, at) => ({ id: `plan-${at}` }));

test.each<readonly [string, Catalogued, string, typeof MANY, string | null]>([
  ['one that is listed', REGION, 'us-east', REGIONS, null],
  [
    'one that is not listed',
    REGION,
    'mars',
    REGIONS,
    'the region mars does not exist; regions: ap-west, eu-west, us-east',
  ],
  [
    'a typing error',
    REGION,
    'us-eats',
    REGIONS,
    'the region us-eats does not exist; did you mean us-east? regions: ap-west, eu-west, us-east',
  ],
  [
    'one without the capability',
    BLOCK,
    'us-east',
    REGIONS,
    'the region us-east has no Block Storage; regions with Block Storage: ap-west, eu-west',
  ],
  [
    'a typing error in a long list',
    { ...REGION, noun: 'plan' },
    'plam-7',
    MANY,
    'the plan plam-7 does not exist; did you mean plan-7 or plan-0 or plan-1?',
  ],
  [
    'one that is unlike all in a long list',
    { ...REGION, noun: 'plan' },
    'giant',
    MANY,
    'the plan giant does not exist',
  ],
  ['any, while the list is empty', REGION, 'mars', [], null],
  ['one that need not be listed', { ...REGION, except: 'private/' }, 'private/7', REGIONS, null],
])('%s', (_, field, value, entries, objection) => {
  expect(objectionTo(field, value, entries)).toBe(objection);
});

test.each<readonly [string, unknown, readonly (readonly [string, string])[]]>([
  ['region', { region: 'eu-west' }, [['region', 'eu-west']]],
  [
    'pools[].type',
    { pools: [{ type: 'a' }, {}, { type: 'b' }] },
    [
      ['pools[0].type', 'a'],
      ['pools[2].type', 'b'],
    ],
  ],
  ['pools[].type', { pools: 'none' }, []],
  ['pools[].type', null, []],
  ['region', { region: 7 }, []],
])('the texts at %s of %j', (path, spec, texts) => {
  expect(textsAt(spec, path).map(({ path: at, value }) => [at, value])).toEqual(texts);
});
