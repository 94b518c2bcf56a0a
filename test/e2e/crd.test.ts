import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { load, loadAll } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AppliedCrds, applyCrds } from '../../local/controlplane/crds.ts';
import { specSchema } from '../../src/crd/definition.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { REGISTRY } from '../../src/kinds/rows.ts';
import type { Case } from '../../src/model/case.ts';
import { API_VERSION } from '../../src/model/group.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { OPERATION } from '../../src/model/operation.ts';
import { type KubeObjects, openKubeObjects, plainRefusalIn, refusalIn } from './kube-objects.ts';
import { plane } from './plane.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Row {
  readonly title: string;
  readonly name: string;
  readonly kind: AnyKind;
  readonly row: Case;
  readonly spec: object;
  readonly was: object;
}

const ROWS: readonly Row[] = REGISTRY.flatMap(({ kind, cases: table }) =>
  table.cases.map((row, index) => ({
    title: `${kind.kind}: ${row.name}`,
    name: `${kind.plural}-${index}`,
    kind,
    row,
    spec: { ...table.spec, ...row.spec },
    was: { ...table.spec, ...row.was },
  })),
);
const titled = (rows: readonly Row[]) => rows.map((row) => [row.title, row] as const);
const onCreate = ROWS.filter(({ row }) => row.refused !== undefined && row.was === undefined);
const onUpdate = ROWS.filter(({ row }) => row.refused !== undefined && row.was !== undefined);
const accepted = ROWS.filter(({ row }) => row.refused === undefined);

let applied: AppliedCrds;
let objects: KubeObjects;

beforeAll(async () => {
  applied = await applyCrds(plane.kubeconfig);
  objects = await openKubeObjects('admission');
});
afterAll(() => objects.close());

async function kubectl(...args: readonly string[]): Promise<string> {
  const run = promisify(execFile);
  const { stdout } = await run(join(plane.binaries, 'kubectl'), [
    '--kubeconfig',
    plane.kubeconfig,
    ...args,
  ]);
  return stdout;
}

describe('the definitions', () => {
  test('are accepted without a warning, one for each kind', () => {
    expect(applied.warnings).toEqual([]);
    expect([...applied.names].toSorted()).toEqual(
      ['operations', ...KINDS.map(({ plural }) => plural)]
        .map((plural) => `${plural}.cloudinfra.dev`)
        .toSorted(),
    );
  });

  test.for(KINDS.map((kind) => [kind.kind, kind] as const))(
    'explain every field of %s',
    async ([, kind]) => {
      // The API server publishes the description of a new resource shortly after it serves it.
      const said = await vi.waitFor(() => kubectl('explain', `${kind.plural}.spec`), {
        timeout: 90_000,
        interval: 200,
      });
      const explained = said.replaceAll(/\s+/g, ' ');
      for (const [name, { description }] of Object.entries(specSchema(kind).properties ?? {})) {
        expect(explained).toContain(` ${name} <`);
        expect(explained).toContain(description);
      }
    },
  );

  test.for(REGISTRY.map((one) => [one.kind.kind, one] as const))(
    'start a %s as not observed',
    async ([, { kind, cases }]) => {
      const { body } = await objects.create(kind, 'fresh', cases.spec);
      expect(body).toMatchObject({ status: { observedGeneration: -1 } });
    },
  );

  test('show the kinds together, with their columns', async () => {
    const [head, ...rows] = (await kubectl('get', 'cloud', '--namespace', 'admission'))
      .trim()
      .split('\n');
    expect(head).toMatch(/^NAME +READY +SYNCED +ID .*AGE$/);
    expect(rows.filter((row) => /\bfresh\b/.test(row))).toHaveLength(KINDS.length);
  });
});

/** A manifest in the repository, with its file. */
interface Shipped {
  readonly file: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: object;
}
const SHIPPED = globSync(['src/kinds/*/example.yaml', 'deploy/examples/*.yaml'], { cwd: ROOT })
  .toSorted()
  .flatMap((file) =>
    (loadAll(readFileSync(join(ROOT, file), 'utf8')) as Shipped[]).map((one) => ({ ...one, file })),
  )
  .filter(({ apiVersion }) => apiVersion === API_VERSION);

test('every kind, Operation included, has an example', () => {
  const kinds = [...KINDS, OPERATION].map(({ kind }) => kind);
  expect([...new Set(SHIPPED.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted());
});

test.for(SHIPPED.map((one) => [`${one.file}: ${one.kind} ${one.metadata.name}`, one] as const))(
  '%s is accepted as it is',
  async ([, { kind, metadata, spec }]) => {
    const found = [...KINDS, OPERATION].find((one) => one.kind === kind);
    const answer = await objects.create(
      found ?? { kind: '', plural: '' },
      metadata.name,
      spec,
      'dry',
    );
    expect(refusalIn(answer)).toBe('');
    expect(answer.warnings).toEqual([]);
  },
);

describe('admission refuses, when an object is made', () => {
  test.for(titled(onCreate))('%s', async ([, { kind, name, spec, row }]) => {
    expect(plainRefusalIn(await objects.create(kind, name, spec, 'dry'))).toContain(row.refused);
  });
});

describe('admission refuses, once the item exists, and not before', () => {
  test.for(titled(onUpdate))('%s', async ([, { kind, name, spec, was, row }]) => {
    expect(refusalIn(await objects.create(kind, name, was))).toBe('');
    expect(refusalIn(await objects.replace(kind, name, spec, 'dry'))).toBe('');
    expect(refusalIn(await objects.patchStatus(kind, name, { id: 1 }))).toBe('');
    expect(plainRefusalIn(await objects.replace(kind, name, spec, 'dry'))).toContain(row.refused);
  });
});

describe('admission accepts', () => {
  test.for(titled(accepted))('%s', async ([, { kind, name, spec }]) => {
    expect(refusalIn(await objects.create(kind, name, spec, 'dry'))).toBe('');
  });
});

/** The examples, which also use references by name; rows contain resolved references. */
const EXAMPLES = globSync('src/kinds/*/example.yaml', { cwd: ROOT }).map((path) =>
  load(readFileSync(join(ROOT, path), 'utf8')),
) as readonly {
  readonly kind: string;
  readonly spec: object;
}[];

/** Specs with an immutable field each, which is then removed, and restored. */
const frozen = KINDS.flatMap((kind) =>
  kind.immutable.map((field) => {
    const row = accepted.find(
      (one) =>
        one.kind === kind &&
        Object.entries(one.spec).some(([name, value]) => name === field && value !== undefined),
    );
    const spec = row?.spec ?? EXAMPLES.find((one) => one.kind === kind.kind)?.spec;
    return [`${kind.kind} spec.${field}`, { kind, field, spec: { ...spec } }] as const;
  }),
);

describe('an immutable field neither goes nor comes once the item exists', () => {
  test.for(frozen)('%s', async ([, { kind, field, spec }]) => {
    const name = `frozen-${field.toLowerCase()}`;
    expect(Object.keys(spec)).toContain(field);
    expect(refusalIn(await objects.create(kind, name, spec))).toBe('');
    await objects.patchStatus(kind, name, { id: 1 });
    const said = refusalIn(
      await objects.replace(kind, name, { ...spec, [field]: undefined }, 'dry'),
    );
    expect(said).toMatch(
      new RegExp(`spec\\.${field}: (Required value|Forbidden: must not change)`),
    );
  });
});
