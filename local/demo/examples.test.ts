import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { readExamples } from './examples.ts';

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

test('every kind has an example, and no two objects share a name', async () => {
  const { objects } = await readExamples();
  expect(new Set(objects.map(({ kind }) => kind))).toEqual(new Set(KINDS.map(({ kind }) => kind)));
  const names = objects.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`);
  expect(new Set(names).size).toBe(names.length);
});

test('all manifests of an example are applied, and those of our group are watched', async () => {
  const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: key}\nstringData: {password: x}\n';
  const folder = await folderOf({
    'b/example.yaml': `${secret}---\napiVersion: cloudinfra.dev/v1alpha1\nkind: B\nmetadata: {name: two, namespace: shop}\nspec: {size: 3}\n`,
    'a/example.yaml': 'apiVersion: cloudinfra.dev/v1alpha1\nkind: A\nmetadata: {name: one}\n',
    'a/other.yaml': 'not: a manifest',
  });
  expect(await readExamples(folder)).toEqual({
    files: [join(folder, 'a/example.yaml'), join(folder, 'b/example.yaml')],
    objects: [
      { kind: 'A', namespace: 'default', name: 'one', spec: {} },
      { kind: 'B', namespace: 'shop', name: 'two', spec: { size: 3 } },
    ],
  });
});

test('a file that is no manifest is refused', async () => {
  await expect(readExamples(await folderOf({ 'a/example.yaml': 'kind: A' }))).rejects.toThrow(
    'apiVersion',
  );
});
