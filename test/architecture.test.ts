import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { KINDS } from '../src/kinds/index.ts';
import { law } from './architecture/law.ts';
import { readSources } from './architecture/source.ts';
import { serviceHeadings } from './docs/pages.ts';

const files = readSources(fileURLToPath(new URL('..', import.meta.url)), ['src', 'local', 'release', 'test']);

test.for(law(KINDS, serviceHeadings).map((rule) => [rule.name, rule] as const))('%s', ([, rule]) => {
  expect(rule.broken(files)).toEqual([]);
});
