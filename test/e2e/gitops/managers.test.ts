import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readExamples } from '../../../local/demo/examples.ts';
import { API_VERSION, FIELD_MANAGER, FINALIZER, GROUP } from '../../../src/model/group.ts';
import { type Installation, startInstallation } from '../installation.ts';
import { soon } from '../soon.ts';
import { APPLIER, type Applier, createApplier, type Managed, type Manifest } from './applier.ts';

let at: Installation;
let applier: Applier;
let manifests: readonly Manifest[];

beforeAll(async () => {
  at = await startInstallation('managers', { service: ['--speed', '600'] });
  applier = createApplier(at.objects.api, at.objects.namespace);
  const { objects } = await readExamples();
  manifests = objects.map(({ kind, name, spec }) => ({
    kind,
    name,
    spec: { ...spec, policy: { deletion: 'Delete' } },
    labels: { app: 'web' },
  }));
});
afterAll(() => at?.close());

const applyAll = async (): Promise<void> => {
  for (const manifest of manifests) await applier.apply(manifest);
};
const versions = (): Promise<readonly string[]> =>
  Promise.all(
    manifests.map(async (manifest) => (await applier.get(manifest)).metadata.resourceVersion),
  );
const sweeps = async (): Promise<number> => (await at.service.calls())['GET /volumes'] ?? 0;

/** Returns the fields of an entry of managedFields, down to the members of metadata:
 *  `metadata.finalizers`. */
const fieldsOf = ({ fieldsV1 }: Managed): readonly string[] =>
  Object.entries(fieldsV1).flatMap(([top, below]) => {
    if (top !== 'f:metadata') return [top.slice(2)];
    return Object.entries(below as object).flatMap(([member, keys]) =>
      member === 'f:annotations'
        ? Object.keys(keys as object).flatMap((key) =>
            key === '.' ? [] : [`metadata.annotations ${key.slice(2)}`],
          )
        : [`metadata.${member.slice(2)}`],
    );
  });

describe('with another client that applies the same manifests repeatedly', () => {
  test('the operator makes the items and reports, and neither is ever in conflict', async () => {
    const ready = await soon('all to be Ready', async () => {
      await applyAll();
      const objects = await Promise.all(
        manifests.map(({ kind, name }) => at.objects.get(kind, name)),
      );
      const those = objects.filter((object) =>
        object?.status.conditions.some(({ type, status }) => type === 'Ready' && status === 'True'),
      );
      return {
        done: those.length === manifests.length ? those : null,
        seen: `${those.length} are`,
      };
    });
    expect(ready.map((object) => object?.kind)).toEqual(manifests.map(({ kind }) => kind));
  });

  test('the operator manages finalizer, its annotations and the status, and nothing of the spec', async () => {
    for (const manifest of manifests) {
      const { metadata } = await applier.get(manifest);
      expect(metadata.generation, manifest.kind).toBe(1);
      const ours = metadata.managedFields.filter(({ manager }) => manager === FIELD_MANAGER);
      expect(
        new Set(ours.filter(({ subresource }) => subresource === 'status').flatMap(fieldsOf)),
      ).toEqual(new Set(['status']));
      const others = ours.filter(({ subresource }) => subresource !== 'status').flatMap(fieldsOf);
      expect(others).toContain('metadata.finalizers');
      expect(
        others.filter(
          (field) =>
            field !== 'metadata.finalizers' && !field.startsWith(`metadata.annotations ${GROUP}/`),
        ),
      ).toEqual([]);
      const theirs = metadata.managedFields.filter(({ manager }) => manager === APPLIER);
      expect(theirs.flatMap(fieldsOf).toSorted()).toEqual(['metadata.labels', 'spec']);
    }
  });

  test('nothing is written any more once all is as it is wanted', async () => {
    const settled = await soon('a look at everything without a write', async () => {
      const [before, begun] = [await versions(), await sweeps()];
      await soon('two looks', async () => ({
        done: (await sweeps()) > begun + 1 || null,
        seen: 'fewer',
      }));
      return {
        done: (await versions()).join() === before.join() ? before : null,
        seen: 'still writing',
      };
    });
    const begun = await sweeps();
    await soon('three looks between the applies', async () => {
      await applyAll();
      return { done: (await sweeps()) > begun + 2 || null, seen: 'fewer' };
    });
    expect(await versions()).toEqual(settled);
  });

  test('a change in Git is carried out, and is the only thing that changes the spec', async () => {
    const volume = manifests.find(({ kind }) => kind === 'Volume');
    const changed = { ...volume, spec: { ...volume?.spec, size: 60 } } as Manifest;
    await applier.apply(changed);
    await at.objects.ready('Volume', changed.name);
    const { metadata, spec } = await applier.get(changed);
    expect([metadata.generation, spec['size']]).toEqual([2, 60]);
  });
});

test('who takes over what was made with kubectl removes what Git does not have, and leaves the finalizer', async () => {
  const manifest: Manifest = {
    kind: 'Volume',
    name: 'by-hand',
    spec: { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } },
  };
  const file = join(at.directory, 'by-hand.json');
  const byHand = {
    apiVersion: API_VERSION,
    kind: 'Volume',
    metadata: { name: 'by-hand' },
    spec: { ...manifest.spec, tags: ['by-hand'] },
  };
  await writeFile(file, JSON.stringify(byHand));
  await at.kubectl('apply', '-f', file);
  await at.kubectl('label', 'volume', 'by-hand', 'made=by-hand');
  const made = await at.objects.ready('Volume', 'by-hand');
  expect(made.metadata.finalizers).toEqual([FINALIZER]);
  await applier.takeOver(manifest);
  await applier.apply(manifest);
  const after = await at.objects.ready('Volume', 'by-hand');
  expect(after.spec).toEqual(manifest.spec);
  expect(after.metadata).toMatchObject({ uid: made.metadata.uid, finalizers: [FINALIZER] });
  expect(
    Object.keys(after.metadata.annotations).filter((key) => !key.startsWith(`${GROUP}/`)),
  ).toEqual([]);
  expect(Object.keys(after.metadata.annotations)).toEqual(
    Object.keys(made.metadata.annotations).filter((key) => key.startsWith(`${GROUP}/`)),
  );
  await at.objects.delete('Volume', 'by-hand');
  await at.objects.gone('Volume', 'by-hand');
  const rows = await at.service.rows<{ readonly label: string }>('/volumes');
  expect(rows.map(({ label }) => label)).not.toContain('by-hand');
});
