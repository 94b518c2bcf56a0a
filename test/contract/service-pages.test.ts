import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { blocksIn, withTables } from '../../local/service-pages/blocks.ts';
import {
  type Contract,
  commentsIn,
  itemOf,
  nameOf,
  readContract,
} from '../../local/service-pages/contract.ts';
import { refusalsOf } from '../../local/service-pages/refusals.ts';
import { fieldRows } from '../../local/service-pages/schema-rows.ts';
import { word } from '../../src/api/word.ts';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { anchorsIn, type Page, pageAt, pages, serviceHeadings } from '../docs/pages.ts';

const contract = await readContract();
const service = pages.filter(({ path }) => path.startsWith('docs/service/'));
const blocks = service.flatMap(({ text }) => blocksIn(text));

/** Returns the names in the tables of some kinds. */
const shown = (...drawings: readonly string[]): readonly string[] =>
  blocks.filter(({ drawing }) => drawings.includes(drawing)).flatMap(({ names }) => names);

/** Returns the operations of a table's names: `volumes` stands for the whole group. */
const operationsOf = (names: readonly string[]): readonly string[] =>
  [...contract.endpoints.keys()].filter((full) =>
    names.some((name) => full === name || full.startsWith(`${name}.`)),
  );

describe('the pages of the service', () => {
  test.for(service.map((page) => [page.path, page] as const))(
    '%s has its tables as the contract has them',
    ([, { text }]) => {
      expect(withTables(text, contract)).toBe(text);
    },
  );

  test('show every operation in one table, and every list with its filters', () => {
    const lists = [...contract.endpoints]
      .filter(([, { paged }]) => paged !== undefined)
      .map(([name]) => name);
    expect(operationsOf(shown('endpoints')).toSorted()).toEqual(
      [...contract.endpoints.keys()].toSorted(),
    );
    expect(new Set(shown('endpoints')).size).toBe(shown('endpoints').length);
    expect(lists.filter((name) => !operationsOf(shown('lists')).includes(name))).toEqual([]);
  });

  test('describe each operation on the page that its source names', () => {
    const shownBy = (name: string): readonly string[] =>
      service
        .filter(({ text }) =>
          blocksIn(text).some(
            (block) => block.drawing === 'endpoints' && operationsOf(block.names).includes(name),
          ),
        )
        .map(({ path }) => path);
    const wrong = [...contract.endpoints].filter(([name, { source }]) => {
      const [page = '', heading = ''] = source.split('#');
      const path = `docs/service/${page}.md`;
      return !shownBy(name).includes(path) || !anchorsIn(pageAt(path)).includes(heading);
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  test('have the heading that each case of a kind cites', () => {
    const cited = REGISTRY.flatMap(({ cases }) =>
      cases.cases.flatMap(({ source }) => source ?? []),
    );
    const missing = cited.filter((source) => {
      const [page = '', heading = ''] = source.split('#');
      return serviceHeadings.get(page)?.includes(heading) !== true;
    });
    expect(missing).toEqual([]);
    expect(cited.length).toBeGreaterThan(400);
  });

  test('have no heading twice', () => {
    expect(
      service
        .filter((page) => new Set(anchorsIn(page)).size < anchorsIn(page).length)
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test('show the fields of every body and of every answer that has a name', () => {
    const alternatives = (schema: z.core.$ZodType): readonly z.core.$ZodType[] =>
      schema instanceof z.ZodUnion
        ? schema.options
        : schema instanceof z.ZodOptional
          ? [schema.unwrap()]
          : [schema];
    const wanted = (
      pick: (contract: Contract) => readonly (z.core.$ZodType | undefined)[],
    ): readonly string[] =>
      pick(contract).flatMap((schema) =>
        schema === undefined
          ? []
          : alternatives(schema).flatMap((one) => nameOf(contract, one) ?? []),
      );
    const bodies = wanted(({ endpoints }) => [...endpoints.values()].map(({ body }) => body));
    const answers = wanted(({ endpoints }) => [...endpoints.values()].map(itemOf)).filter(
      (name) => name !== 'Empty',
    );
    expect(bodies.length + answers.length).toBeGreaterThan(100);
    expect(bodies.filter((name) => !shown('body').includes(name))).toEqual([]);
    expect(answers.filter((name) => !shown('record').includes(name))).toEqual([]);
  });

  test('show every limit that the contract states, with what it means', () => {
    expect(
      [...contract.constants.keys()].filter((name) => !shown('limits').includes(name)),
    ).toEqual([]);
    expect(contract.constants.size).toBeGreaterThan(20);
    expect(
      [...contract.constants].filter(([, { says }]) => says === '').map(([name]) => name),
    ).toEqual([]);
  });

  test('are all named by their index', () => {
    const index = pageAt('docs/service/README.md').text;
    expect(
      service
        .filter(({ path }) => !index.includes(`(${path.replace('docs/service/', '')})`))
        .map(({ path }) => path),
    ).toEqual(['docs/service/README.md']);
  });
});

const SURE = /\((documented|recorded|inferred)\)$/;

/** Returns the numbered statements of a page, each on one line. */
const statementsIn = ({ text }: Page): readonly string[] =>
  [...text.matchAll(/^\d+\. (.+(?:\n {2,}.+)*)/gm)].map(([, statement = '']) =>
    statement.replaceAll(/\s+/g, ' '),
  );

test.for(service.map((page) => [page.path, page] as const))(
  'every statement of %s says how sure it is',
  ([, page]) => {
    expect(statementsIn(page).filter((statement) => !SURE.test(statement))).toEqual([]);
  },
);

test.for(service.map((page) => [page.path, page] as const))(
  'the statements of %s are numbered in order below each heading',
  ([, { text }]) => {
    const sections = text
      .split(/^#+ .*$/m)
      .map((section) => [...section.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number)));
    expect(sections).toEqual(sections.map((numbers) => numbers.map((_, at) => at + 1)));
  },
);

const Sample = z.strictObject({
  name: z.string().min(1, 'too short').max(3, 'too long'),
  size: z.int().min(10).default(20),
  state: word(['on', 'off']).nullable(),
  mode: z.enum(['a', 'b']).optional(),
  parts: z.array(z.looseObject({ id: z.int() })).max(2),
  slots: z.looseObject({
    a: z.looseObject({ x: z.int() }),
    b: z.looseObject({ x: z.int() }),
    c: z.looseObject({ x: z.int() }),
  }),
});

test.each([
  ['name', 'string', true, '1 to 3 characters'],
  ['size', 'integer', false, 'at least 10; default `20`'],
  ['state', 'string or null', true, 'known: `on`, `off`'],
  ['mode', 'string', false, 'one of `a`, `b`'],
  ['parts', 'list of object', true, 'at most 2 items'],
  ['parts[].id', 'integer', true, ''],
  ['slots.{a,b,c}', 'object', true, ''],
  ['slots.*.x', 'integer', true, ''],
])('the field %s is shown with its type, presence and values', (field, type, required, values) => {
  expect(fieldRows(Sample)).toContainEqual({ field, type, required, values });
});

test('refusals are shown with the field that they are about', () => {
  const both = Sample.refine(() => false, { path: ['mode'], error: 'mode is required' }).refine(
    () => false,
    'nothing fits',
  );
  expect(refusalsOf(both)).toEqual([
    { field: 'mode', text: 'mode is required' },
    { field: '', text: 'nothing fits' },
    { field: 'name', text: 'too short' },
    { field: 'name', text: 'too long' },
  ]);
});

test('a doc comment loses its source and its line breaks', () => {
  expect(
    commentsIn('/**\n * Two\n * lines. Source: volumes#resize.\n */\nexport const MAX = 1;'),
  ).toEqual(new Map([['MAX', 'Two lines.']]));
});

test('the text beside a table stays, the table is replaced', () => {
  const page = '# A\n\nBy hand.\n\n<!-- table: body VolumeClone -->\nold\n<!-- end -->\n\nBelow.\n';
  expect(withTables(page, contract)).toBe(
    '# A\n\nBy hand.\n\n<!-- table: body VolumeClone -->\n\n| Field | Type | Required | Values |\n|---|---|---|---|\n' +
      '| `label` | string | yes | 1 to 32 characters; matches `^[a-zA-Z]((?!--\\|__)[a-zA-Z0-9_-])*$` |\n\n<!-- end -->\n\nBelow.\n',
  );
});

test.each([
  [
    'a drawing that is unknown',
    '<!-- table: picture Volume -->\n<!-- end -->',
    /no table is called picture/,
  ],
  [
    'a schema that is unknown',
    '<!-- table: record Valume -->\n<!-- end -->',
    /src\/api has no Valume/,
  ],
  [
    'an operation that is unknown',
    '<!-- table: endpoints valumes -->\n<!-- end -->',
    /no operation valumes/,
  ],
  ['a table without rows', '<!-- table: lists profile -->\n<!-- end -->', /has no rows/],
  ['a marker without an end', '<!-- table: record Volume -->\n', /not of the form/],
])('%s is refused', (_, text, error) => {
  expect(() => withTables(text, contract)).toThrow(error);
});
