import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyCrds } from '../../local/controlplane/crds.ts';
import { connectKubeApi, readCredentials } from '../../local/controlplane/kubeapi.ts';
import { definition } from '../../src/crd/definition.ts';
import { GROUP } from '../../src/model/group.ts';
import { gadget } from '../support/gadget.ts';
import { type KubeObjects, openKubeObjects, refusalIn } from './kube-objects.ts';
import { plane } from './plane.ts';

/** A change of a small generic kind: the spec before, the spec after, and the expected
 *  rejection. */
interface Change {
  readonly name: string;
  readonly was: object;
  readonly now: object;
  /** Empty: the change is accepted. */
  readonly refused: string;
  /** True if the item does not exist yet. */
  readonly early?: true;
}

const color = 'red';
const imported = { import: { by: 'Id', id: 7 } };
const orCreate = { import: { by: 'Id', id: 7, orCreate: true } };

const CREATES: readonly (readonly [name: string, spec: object, refused: string])[] = [
  ['all that a create needs', { color }, ''],
  [
    'a field that a create needs is missing',
    {},
    'spec.color: Required value: must be set to create the item: set it, or import an existing item',
  ],
  ['it is not needed beside an import', imported, ''],
  [
    'it is needed beside an import that may create',
    orCreate,
    'spec.color: Required value: must be set',
  ],
  [
    'a field of the creation beside an import',
    { ...imported, seed: 'oak' },
    'spec.seed: Forbidden: must not be set with spec.import unless orCreate is true',
  ],
  [
    'a field of the creation beside an import that may create',
    { ...orCreate, color, seed: 'oak' },
    '',
  ],
  [
    'an import by id without one',
    { import: { by: 'Id' } },
    'spec.import.id: Invalid value: must be set if and only if by is Id',
  ],
  [
    'an import by name with an id',
    { import: { by: 'Name', id: 7 } },
    'spec.import.id: Invalid value: must be set if and only if by is Id',
  ],
  [
    'an import by label of a kind that has none',
    { import: { by: 'Label' } },
    'spec.import.by: Unsupported value: "Label"',
  ],
  [
    'only reading, of nothing',
    { color, policy: { mode: 'Observe' } },
    'spec.policy.mode: Invalid value: must not be Observe without spec.import',
  ],
  ['only reading, of an item', { ...imported, policy: { mode: 'Observe' } }, ''],
  [
    'a mark among the tags',
    { color, tags: ['k8s:0'] },
    'spec.tags: Invalid value: must have no tag that begins with k8s:',
  ],
  ['a tag twice', { color, tags: ['a', 'a'] }, 'spec.tags[1]: Duplicate value'],
  ["the kind's own rule", { color: 'plaid' }, 'spec.color: Invalid value: must not be plaid'],
  ['an unknown field', { color, colour: 'red' }, 'unknown field "spec.colour"'],
];

const CHANGES: readonly Change[] = [
  {
    name: 'an immutable field gets another value',
    was: { color },
    now: { color: 'blue' },
    refused: 'spec.color: Forbidden: must not change after creation',
  },
  {
    name: 'it may while there is no item',
    was: { color },
    now: { color: 'blue' },
    refused: '',
    early: true,
  },
  {
    name: 'an immutable field goes',
    was: { ...imported, color },
    now: imported,
    refused: 'spec.color: Forbidden: must not change',
  },
  {
    name: 'an immutable field comes',
    was: imported,
    now: { ...imported, color },
    refused: 'spec.color: Forbidden: must not change',
  },
  {
    name: 'one whose name CEL keeps for itself',
    was: { color, namespace: 'a' },
    now: { color, namespace: 'b' },
    refused: 'spec.namespace: Forbidden: must not change',
  },
  {
    name: 'nothing immutable changes',
    was: { color, size: 2 },
    now: { color, size: 3, tags: ['web'] },
    refused: '',
  },
  {
    name: "the kind's own rule on old and new",
    was: { color, size: 3 },
    now: { color, size: 2 },
    refused: 'spec.size: Invalid value: must not decrease: a gadget cannot shrink',
  },
  {
    name: 'that rule while there is no item',
    was: { color, size: 3 },
    now: { color, size: 2 },
    refused: '',
    early: true,
  },
];

let directory: string;
let objects: KubeObjects;

const define = async (kind: typeof gadget): Promise<readonly string[]> => {
  await writeFile(join(directory, 'gadgets.yaml'), JSON.stringify(definition(kind)));
  return (await applyCrds(plane.kubeconfig, directory)).warnings;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cloudinfra-gadgets-'));
  expect(await define(gadget)).toEqual([]);
  objects = await openKubeObjects('gadgets');
});
afterAll(async () => {
  await objects.close();
  await rm(directory, { recursive: true });
  await undefine(gadget);
});

/** Removes the definition, because other files list all kinds. */
async function undefine({ plural }: typeof gadget): Promise<void> {
  const api = connectKubeApi(await readCredentials(plane.kubeconfig));
  const { status } = await api.request(
    'DELETE',
    `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${plural}.${GROUP}`,
  );
  await api.close();
  expect(status).toBe(200);
}

test.for(CREATES)('creating: %s', async ([, spec, refused]) => {
  const said = refusalIn(await objects.create(gadget, 'new', spec, 'dry'));
  expect(said).toContain(refused);
  expect(said === '').toBe(refused === '');
});

test.for(CHANGES.map((change, index) => [change.name, change, `changed-${index}`] as const))(
  'changing: %s',
  async ([, change, name]) => {
    expect(refusalIn(await objects.create(gadget, name, change.was))).toBe('');
    if (change.early !== true) await objects.patchStatus(gadget, name, { id: 1 });
    const said = refusalIn(await objects.replace(gadget, name, change.now, 'dry'));
    expect(said).toContain(change.refused);
    expect(said === '').toBe(change.refused === '');
  },
);

test('a rule that was tightened later stands in the way of new specs, not of status or finalizer', async () => {
  const tightened = {
    rule: '!has(self.size) || self.size > 5',
    field: 'size',
    message: 'must be more than 5',
  };
  await objects.create(gadget, 'old', { color, size: 1 });
  await define({ ...gadget, rules: [...gadget.rules, tightened] });
  const tried = async () =>
    refusalIn(await objects.create(gadget, 'new', { color, size: 1 }, 'dry'));
  await expect.poll(tried, { timeout: 90_000 }).toContain(tightened.message);
  expect(refusalIn(await objects.patchStatus(gadget, 'old', { id: 2, state: 'odd' }))).toBe('');
  expect(
    refusalIn(
      await objects.patchMetadata(gadget, 'old', { finalizers: ['cloudinfra.dev/finalizer'] }),
    ),
  ).toBe('');
  expect(refusalIn(await objects.patchMetadata(gadget, 'old', { finalizers: null }))).toBe('');
});
