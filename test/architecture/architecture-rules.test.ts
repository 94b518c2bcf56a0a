import { describe, expect, test } from 'vitest';
import { arrowsIn, figure } from './figure.ts';
import { IMPORT_ROWS } from './import-rows.ts';
import { law } from './law.ts';
import type { Planted } from './planted.ts';
import type { ArchitectureRule } from './rule.ts';
import { type SourceFile, sourceFile } from './source.ts';

const KINDS = [{ kind: 'DnsRecord', plural: 'dnsrecords' }];

const HEADINGS = new Map([['volumes', ['volumes', 'resize']]]);

const rules = law(KINDS, HEADINGS);
const ruleNamed = (start: string): ArchitectureRule => {
  const rule = rules.find(({ name }) => name.startsWith(start));
  if (rule === undefined) throw new Error(`no rule is named ${start}…`);
  return rule;
};

const tree = (sources: Readonly<Record<string, string>>): readonly SourceFile[] =>
  Object.entries(sources).map(([path, text]) => sourceFile(path, text));

const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `const a${i} = ${i};`).join('\n');
const longFunction = (count: number): string =>
  `export function long() {\n${lines(count - 2)}\n}\n`;

const PURE = 'kinds and the model are pure';
const SETTINGS = 'the environment and the arguments';
const KIND_NAMES = 'no kind is named';
const OUTCOMES = 'an Outcome is interpreted';
const OBJECT_KEYS = 'the names of objects are joined';
const SOURCES = 'every source that a comment';
/** In two parts, so that this file contains no citation. */
const old = (name: string, number: string): string => `${name} ${number}`;

const PLANTED: readonly Planted[] = [
  ...IMPORT_ROWS,
  {
    rule: SOURCES,
    why: 'a source opens',
    sources: {
      'simulator/a.ts':
        '/** It grows. Source: volumes#resize; volumes#volumes. Then more. */\n// Source: Kubernetes, "Names".',
    },
    broken: null,
  },
  {
    rule: SOURCES,
    why: 'a source goes over two lines',
    sources: {
      'simulator/a.ts': '/**\n * It grows.\n * Source: volumes#resize;\n * volumes#shrink.\n */',
    },
    broken: 'simulator/a.ts:1: docs/service has no heading for volumes#shrink',
  },
  {
    rule: SOURCES,
    why: 'a source names no page',
    sources: { 'simulator/a.ts': '\n// Source: what people say.' },
    broken: 'simulator/a.ts:2: docs/service has no heading for what people say',
  },
  {
    rule: SOURCES,
    why: 'a row cites a heading that is not there',
    sources: { 'src/kinds/a/cases/b.ts': "const row = { source: 'volumes#shrink' };" },
    broken: 'src/kinds/a/cases/b.ts:1: docs/service has no heading for volumes#shrink',
  },
  {
    rule: SOURCES,
    why: 'a text that is no source of the service has a number sign',
    sources: { 'simulator/a.ts': "const colour = 'page#anchor';" },
    broken: null,
  },
  {
    rule: SOURCES,
    why: 'a comment cites a document',
    sources: { 'simulator/a.ts': `// Source: ${old('document', '1')}, "Volumes".` },
    broken: 'is not in the repository: cite a heading of docs/service',
  },
  {
    rule: SOURCES,
    why: 'a row cites gathered facts',
    sources: { 'src/kinds/a/cases/b.ts': `const row = { source: '${old('facts,', '1.5')}' };` },
    broken: 'is not in the repository',
  },
  {
    rule: 'a file has at most',
    why: 'a file is too long',
    sources: { 'src/model/a.ts': lines(181) },
    broken: 'src/model/a.ts: has 181 lines',
  },
  {
    rule: 'a file has at most',
    why: 'a file is as long as it may be',
    sources: {
      'src/model/a.ts': `${lines(180)}\n`,
      'test/support/a.ts': lines(180),
      'test/e2e/fields/a-rows.ts': lines(500),
      'src/model/a.test.ts': lines(500),
      'test/contract/facts/paths.ts': lines(3000),
    },
    broken: null,
  },
  {
    rule: 'a file has at most',
    why: 'a file of the test support is too long',
    sources: { 'test/support/a.ts': lines(181) },
    broken: 'test/support/a.ts: has 181 lines',
  },
  {
    rule: 'a file has at most',
    why: 'a program file is called like rows',
    sources: { 'src/engine/observe/a-rows.ts': lines(181) },
    broken: 'src/engine/observe/a-rows.ts: has 181 lines',
  },
  {
    rule: 'a file has at most',
    why: 'a test is absurd',
    sources: { 'src/model/a.test.ts': lines(501) },
    broken: 'has 501 lines',
  },
  {
    rule: 'a comment is no wider',
    why: 'a comment goes over the edge',
    sources: { 'src/model/a.ts': `// ${'word '.repeat(20)}` },
    broken: 'src/model/a.ts:1: is too wide',
  },
  {
    rule: 'a function has at most',
    why: 'a function is too long',
    sources: { 'src/model/a.ts': longFunction(46) },
    broken: 'src/model/a.ts:1: long has 46 lines',
  },
  {
    rule: 'a function has at most',
    why: 'an arrow is too long',
    sources: { 'local/a.ts': `export const arrow = () => {\n${lines(45)}\n};` },
    broken: 'arrow has 47 lines',
  },
  {
    rule: 'a function has at most',
    why: 'a function is as long as it may be',
    sources: { 'src/model/a.ts': longFunction(45), 'src/model/a.test.ts': longFunction(90) },
    broken: null,
  },
  {
    rule: PURE,
    why: 'a kind waits',
    sources: { 'src/kinds/a/plan.ts': 'export const f = async () => { await 1; };' },
    broken: 'async ArrowFunctionExpression',
  },
  {
    rule: PURE,
    why: 'a stream is awaited',
    sources: { 'src/kinds/a/plan.ts': 'for await (const x of y) x;' },
    broken: 'await ForOfStatement',
  },
  {
    rule: PURE,
    why: 'the model throws',
    sources: { 'src/model/a.ts': "throw new Error('x');" },
    broken: 'throw ThrowStatement',
  },
  {
    rule: PURE,
    why: 'a kind reads the clock',
    sources: { 'src/kinds/a/plan.ts': 'export const f = () => new Date();' },
    broken: 'name Date',
  },
  {
    rule: PURE,
    why: 'a kind throws a die',
    sources: { 'src/kinds/a/plan.ts': 'export const f = () => Math.random();' },
    broken: 'member Math.random',
  },
  {
    rule: PURE,
    why: 'the runtime is reached without an import',
    sources: { 'src/kinds/a/plan.ts': 'export const f = () => process.pid;' },
    broken: 'name process',
  },
  {
    rule: PURE,
    why: 'a field is only called like the clock',
    sources: { 'src/kinds/a/plan.ts': 'export const f = (x: { Date: 1 }) => x.Date;' },
    broken: null,
  },
  {
    rule: SETTINGS,
    why: 'the environment is read',
    sources: { 'src/cloud/a.ts': "const x = process.env['X'];" },
    broken: 'member process.env',
  },
  {
    rule: SETTINGS,
    why: 'the environment is taken apart',
    sources: { 'src/cloud/a.ts': 'const { env } = process;' },
    broken: 'member process.env',
  },
  {
    rule: SETTINGS,
    why: 'the arguments are read by name',
    sources: { 'local/a.ts': "const x = globalThis.process['argv'];" },
    broken: 'member process.argv',
  },
  {
    rule: SETTINGS,
    why: 'the readers read',
    sources: {
      'src/config/config.ts': 'const x = process.env;',
      'local/process/environment.ts': 'const x = process.argv;',
    },
    broken: null,
  },
  {
    rule: 'only the composition root',
    why: 'a room prints',
    sources: { 'src/engine/a.ts': "console.log('x');" },
    broken: 'name console',
  },
  {
    rule: 'there are no default exports',
    why: 'a default export',
    sources: { 'src/engine/a.ts': 'export default 1;' },
    broken: 'default export',
  },
  {
    rule: 'there are no default exports',
    why: 'a settings file has one',
    sources: { 'vitest.config.ts': 'export default 1;' },
    broken: null,
  },
  {
    rule: 'there are no barrels',
    why: 'a barrel',
    sources: { 'src/engine/index.ts': "export { a } from './a.ts';" },
    broken: 'reexport',
  },
  {
    rule: KIND_NAMES,
    why: 'a function is named after a kind',
    sources: { 'src/engine/a.ts': 'const updateDnsRecord = 1;' },
    broken: 'names a kind: updateDnsRecord',
  },
  {
    rule: KIND_NAMES,
    why: 'a text names a kind',
    sources: { 'src/kube/a.ts': "const x = 'no dnsrecords today';" },
    broken: 'names a kind',
  },
  {
    rule: KIND_NAMES,
    why: 'a template names many',
    sources: { 'src/cloud/a.ts': 'const x = `/dns-records/${id}`;' },
    broken: 'names a kind',
  },
  {
    rule: KIND_NAMES,
    why: 'a word only contains it, a comment names it, a kind names itself',
    sources: {
      'src/engine/a.ts': "// DnsRecord\nconst x = 'record of dns';",
      'src/kinds/a/plan.ts': "const x = 'DnsRecord';",
    },
    broken: null,
  },
  {
    rule: 'the engine has one call',
    why: 'no file writes the status',
    sources: { 'src/engine/a.ts': '' },
    broken: 'nothing calls patchStatus',
  },
  {
    rule: 'the engine has one call',
    why: 'two places write status',
    sources: {
      'src/engine/a.ts': 'cluster.patchStatus(a);',
      'src/engine/b.ts': 'ports.cluster.patchStatus(b);',
    },
    broken: 'src/engine/b.ts:1: one of 2 calls',
  },
  {
    rule: 'the engine has one call',
    why: 'one place does',
    sources: {
      'src/engine/a.ts': 'cluster.patchStatus(a);',
      'src/kube/a.ts': 'api.patchStatus(a);',
    },
    broken: null,
  },
  {
    rule: OUTCOMES,
    why: 'four files do',
    sources: {
      'src/engine/a.ts': 'switch (x.type) { case "held": }',
      'src/engine/b.ts': 'TABLE[outcome.type];',
      'src/engine/c.ts': 'if (outcome.type === "x") y;',
      'src/telemetry/a.ts': 'if (pass.outcome.type !== "settled") x;',
    },
    broken: 'src/telemetry/a.ts: one of 4',
  },
  {
    rule: OUTCOMES,
    why: 'three files do, others interpret steps or pass an outcome on',
    sources: {
      'src/engine/a.ts': 'outcome.type === x;',
      'src/engine/b.ts': 'x[outcome.type];',
      'src/engine/c.ts': 'switch (outcome.type) {}',
      'src/engine/d.ts': 'switch (step.type) { case "wait": } log(outcome.type);',
    },
    broken: null,
  },
  {
    rule: OBJECT_KEYS,
    why: 'a key is joined',
    sources: { 'src/kube/a.ts': 'const key = `${metadata.namespace}/${metadata.name}`;' },
    broken: 'src/kube/a.ts:1: joined namespace/name',
  },
  {
    rule: OBJECT_KEYS,
    why: 'a key is split',
    sources: { 'src/engine/loop/a.ts': "const [namespace = '', name] = key.split('/');" },
    broken: 'src/engine/loop/a.ts:1: split namespace/name',
  },
  {
    rule: OBJECT_KEYS,
    why: 'an address names a namespace, and other things are joined and split',
    sources: {
      'src/kube/a.ts': 'const url = `/namespaces/${namespace}/secrets/${name}`;',
      'src/cli/a.ts': "const [kind, name] = `${kind}/${id}`.split('/');",
    },
    broken: null,
  },
  {
    rule: 'the API group and the prefix',
    why: 'a message spells an annotation',
    sources: { 'src/engine/a.ts': 'const x = `set cloudinfra.dev/consent to ${hash}`;' },
    broken: 'src/engine/a.ts:1: spells set cloudinfra.dev/consent',
  },
  {
    rule: 'the API group and the prefix',
    why: 'the home of the group and a test spell it',
    sources: {
      'src/model/group.ts': "const GROUP = 'cloudinfra.dev';",
      'src/model/tags.test.ts': "const mark = 'k8s:a';",
    },
    broken: null,
  },
  {
    rule: 'prom-client',
    why: 'two importers',
    sources: {
      'src/telemetry/a.ts': "import 'prom-client';",
      'src/server.ts': "import { Registry } from 'prom-client';",
    },
    broken: 'src/server.ts: one of 2',
  },
  {
    rule: 'pino',
    why: 'two importers',
    sources: {
      'src/telemetry/a.ts': "import 'pino';",
      'src/server.ts': "import { pino } from 'pino';",
    },
    broken: 'src/server.ts: one of 2',
  },
  {
    rule: 'every file parses',
    why: 'a source is no TypeScript',
    sources: { 'src/main.ts': 'const = ;' },
    broken: 'src/main.ts: ',
  },
  { rule: 'the rules saw', why: 'a tree is empty', sources: {}, broken: 'saw only 0 files' },
  {
    rule: 'the rules saw',
    why: 'a room is empty',
    sources: { 'src/api/a.ts': '' },
    broken: 'src/engine: no file seen',
  },
];

const titled = (rows: readonly Planted[]) =>
  rows.map((row) => [`${row.rule}: ${row.why}`, row] as const);
const caught = PLANTED.filter(({ broken }) => broken !== null);
const allowed = PLANTED.filter(({ broken }) => broken === null);

describe('a planted violation is caught', () => {
  test.for(titled(caught))('%s', ([, { rule, sources, broken }]) => {
    expect(ruleNamed(rule).broken(tree(sources)).join('\n')).toContain(broken);
  });

  test('every rule of the law has one', () => {
    const shown = caught.map(({ rule }) => ruleNamed(rule));
    expect(rules.filter((rule) => !shown.includes(rule)).map(({ name }) => name)).toEqual([]);
  });
});

test('the figure of the design must have the arrows of the imports, and no other', () => {
  const page = (arrow: string) => `\`\`\`mermaid\nflowchart TD\n  ${arrow}\n\`\`\`\n`;
  const files = tree({ 'src/kinds/a.ts': "import '../model/b.ts';" });
  const broken = (arrow: string) => figure(arrowsIn(page(arrow))).broken(files);
  expect(broken('kinds["kinds: data"] --> model["model"]')).toEqual([]);
  expect(broken('kinds --> api')).toEqual(['lacks kinds --> model', 'no file has kinds --> api']);
});

describe('what the law allows is left alone', () => {
  test.for(titled(allowed))('%s', ([, { rule, sources }]) => {
    expect(ruleNamed(rule).broken(tree(sources))).toEqual([]);
  });
});
