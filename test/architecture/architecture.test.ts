import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { serviceHeadings } from '../docs/pages.ts';
import { arrowsIn, figure } from './figure.ts';
import { law } from './law.ts';
import { readSources } from './source.ts';

const files = readSources(fileURLToPath(new URL('../..', import.meta.url)), [
  'src',
  'simulator',
  'local',
  'release',
  'test',
]);

const drawn = arrowsIn(readFileSync(new URL('../../docs/design.md', import.meta.url), 'utf8'));

test.for([...law(KINDS, serviceHeadings), figure(drawn)].map((rule) => [rule.name, rule] as const))(
  '%s',
  ([, rule]) => {
    expect(rule.broken(files)).toEqual([]);
  },
);
