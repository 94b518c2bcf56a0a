import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const REGIONS = ['ap-west', 'eu-central', 'eu-west', 'us-east', 'us-west'];

test.each<readonly [string, readonly string[]]>([
  ['eu-wst', ['eu-west']],
  ['EU-WEST', ['eu-west', 'ap-west', 'us-west']],
  ['eu-centrall', ['eu-central']],
  ['east', []],
  ['mars', []],
  ['', []],
])('%s may stand for %j', (typed, words) => {
  expect(nearest(typed, REGIONS)).toEqual(words);
});
