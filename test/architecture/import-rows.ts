import type { Planted } from './planted.ts';

const IMPORTS = 'a room imports only';
const CYCLES = 'imports never go round';

/** Rows about imports: between rooms, in cycles, in the folders of the kinds. */
export const IMPORT_ROWS: readonly Planted[] = [
  {
    rule: IMPORTS,
    why: 'api imports model',
    sources: { 'src/api/a.ts': "import { x } from '../model/x.ts';" },
    broken: 'src/api/a.ts:1: src/api/ may not import src/model/x.ts',
  },
  {
    rule: IMPORTS,
    why: 'a type is imported',
    sources: { 'src/engine/a.ts': "import type { x } from '../cloud/x.ts';" },
    broken: 'src/cloud/x.ts',
  },
  {
    rule: IMPORTS,
    why: 'an inline type is imported',
    sources: { 'src/engine/a.ts': "type T = import('../cloud/x.ts').T;" },
    broken: 'src/cloud/x.ts',
  },
  {
    rule: IMPORTS,
    why: 'a module is imported later',
    sources: { 'simulator/a.ts': "const x = await import('../src/kinds/index.ts');" },
    broken: 'src/kinds/index.ts',
  },
  {
    rule: IMPORTS,
    why: 'a kind imports another',
    sources: { 'src/kinds/a/plan.ts': "import { x } from '../b/b.ts';" },
    broken: 'src/kinds/b/b.ts',
  },
  {
    rule: IMPORTS,
    why: 'a kind imports the runtime',
    sources: { 'src/kinds/a/plan.ts': "import { join } from 'node:path';" },
    broken: 'node:path',
  },
  {
    rule: IMPORTS,
    why: 'an adapter imports the engine',
    sources: { 'src/kube/a.ts': "import { x } from '../engine/schedule.ts';" },
    broken: 'src/engine/schedule.ts',
  },
  {
    rule: IMPORTS,
    why: 'a package is not of the room',
    sources: { 'src/engine/a.ts': "import { request } from 'undici';" },
    broken: 'undici',
  },
  {
    rule: IMPORTS,
    why: 'a package only begins like one of the room',
    sources: { 'src/api/a.ts': "import { x } from 'zodiac';" },
    broken: 'zodiac',
  },
  {
    rule: IMPORTS,
    why: 'a phase of the engine imports a later one',
    sources: { 'src/engine/desire/a.ts': "import { b } from '../act/b.ts';" },
    broken: 'src/engine/desire/ may not import src/engine/act/b.ts',
  },
  {
    rule: IMPORTS,
    why: 'a file stands in a root',
    sources: { 'test/a.test.ts': '' },
    broken: 'stands in no room',
  },
  {
    rule: "a kind's folder",
    why: 'a kind has a name of its own',
    sources: { 'src/kinds/a/stage.ts': '', 'src/kinds/a/parts/stage.ts': '' },
    broken: 'src/kinds/a/stage.ts: is none of',
  },
  {
    rule: "a kind's folder",
    why: 'a kind has a folder of its own',
    sources: { 'src/kinds/a/settings/plan.ts': '' },
    broken: 'src/kinds/a/settings/plan.ts: is none of',
  },
  {
    rule: 'the rows of the kinds',
    why: 'the program reads rows',
    sources: { 'src/cli/a.ts': "import { REGISTRY } from '../kinds/rows.ts';" },
    broken: 'src/cli/a.ts:1: imports rows',
  },
  {
    rule: IMPORTS,
    why: 'a file stands in no room',
    sources: { 'src/misc/a.ts': '' },
    broken: 'stands in no room',
  },
  {
    rule: IMPORTS,
    why: 'a room imports itself, its row and, in tests, the test tools',
    sources: {
      'src/engine/act/a.ts': "import type { Pass } from '../pass/pass.ts';",
      'src/engine/desire/a.test.ts':
        "import { test } from 'vitest'; import { b } from '../act/b.ts'; import { ok } from '../../model/failure.ts';",
    },
    broken: null,
  },
  {
    rule: CYCLES,
    why: 'two files import each other, one of them a type',
    sources: {
      'src/model/a.ts': "import type { b } from './b.ts';",
      'src/model/b.ts': "import { a } from './a.ts';",
    },
    broken: 'src/model/a.ts -> src/model/b.ts -> src/model/a.ts',
  },
  {
    rule: CYCLES,
    why: 'three files go round',
    sources: {
      'src/a.ts': "export * from './b.ts';",
      'src/b.ts': "import './c.ts';",
      'src/c.ts': "import './a.ts';",
    },
    broken: 'src/a.ts -> src/b.ts -> src/c.ts -> src/a.ts',
  },
  {
    rule: CYCLES,
    why: 'two ways lead to one file',
    sources: {
      'src/a.ts': "import './b.ts'; import './c.ts';",
      'src/b.ts': "import './c.ts';",
      'src/c.ts': '',
    },
    broken: null,
  },
];
