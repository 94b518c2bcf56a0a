import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { applyCrds } from '../../local/controlplane/crds.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { reasonOf, shown } from './cloud-object.ts';
import { type Installation, install } from './installation.ts';
import { manifestsIn, ROOT } from './manifests/manifest.ts';
import { plane } from './plane.ts';
import { soon } from './soon.ts';

const SHOP = join(ROOT, 'deploy/examples/web-shop.yaml');
const TEAM = 'upgraded';

const CURRENT = join(ROOT, 'crds');

const Listed = z.object({
  items: z.array(
    z.object({ metadata: z.object({ uid: z.string(), resourceVersion: z.string() }) }),
  ),
});
const Fields = z.looseObject({ properties: z.record(z.string(), z.unknown()) });
const Schema = z.looseObject({ properties: z.looseObject({ status: Fields }) });
const Version = z.looseObject({ schema: z.looseObject({ openAPIV3Schema: Schema }) });
const Definition = z.looseObject({ spec: z.looseObject({ versions: z.array(Version) }) });

let at: Installation;
let names: readonly (readonly [kind: string, name: string])[];

beforeAll(async () => {
  names = manifestsIn(await readFile(SHOP, 'utf8')).map(({ kind, metadata }) => [
    kind,
    metadata.name,
  ]);
  at = await install(TEAM, { service: ['--speed', '600'] });
  await at.kubectl('apply', '-f', SHOP);
});
afterAll(async () => {
  await at?.close();
  await applyCrds(plane.kubeconfig, CURRENT);
});

/** Returns the versions of objects, which every write changes. */
async function versions(): Promise<readonly string[]> {
  const lists = KINDS.map(({ plural }) =>
    at.objects.api.request('GET', `/apis/cloudinfra.dev/v1alpha1/namespaces/${TEAM}/${plural}`),
  );
  const items = (await Promise.all(lists)).flatMap(({ body }) => Listed.parse(body).items);
  return items.map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`);
}

/** Removes a member's schema from its parent's. */
function remove(schema: unknown, [first = '', ...rest]: readonly string[]): void {
  const { properties } = Fields.parse(schema);
  if (rest.length > 0) return remove(properties[first], rest);
  delete (schema as z.infer<typeof Fields>).properties[first];
}

/** Returns definitions of a release without these status members: the state after an update of the
 *  program alone. */
async function without(...members: readonly string[]): Promise<string> {
  const folder = join(at.directory, `without-${members.join('-')}`);
  await cp(CURRENT, folder, { recursive: true });
  for (const file of KINDS.map(({ plural }) => `${plural}.yaml`)) {
    const definition = Definition.parse(load(await readFile(join(folder, file), 'utf8')));
    const status = definition.spec.versions[0]?.schema.openAPIV3Schema.properties.status;
    for (const member of members) remove(status, member.split('.'));
    await writeFile(join(folder, file), dump(definition));
  }
  return folder;
}

/** Runs the operator from the start until every object had a pass and some sweeps of the account
 *  followed. */
async function callsOfARound(): Promise<void> {
  await at.service.resetCalls();
  await at.operator.component.start();
  await soon('a pass for every object', async () => {
    const passes = await at.operator.metric('controller_runtime_reconcile_total');
    return { done: passes >= names.length || null, seen: `${passes} passes` };
  });
  const listings = async () => (await at.service.calls())['GET /volumes'] ?? 0;
  const sofar = await listings();
  await soon('three more listings', async () => ({
    done: (await listings()) >= sofar + 3 || null,
    seen: `${await listings()} listings`,
  }));
}

/** Returns the writes to the account. */
const writesSoFar = async (): Promise<readonly string[]> =>
  Object.keys(await at.service.calls()).filter((call) => !call.startsWith('GET '));

/** Returns the writes of a restarted operator: to the account, and to objects. */
async function writtenByRestart(): Promise<readonly string[]> {
  await at.operator.component.kill('SIGTERM');
  const before = await versions();
  await callsOfARound();
  const after = await versions();
  return [...(await writesSoFar()), ...after.filter((version) => !before.includes(version))];
}

/** Returns the volumes' sizes after a request for this one. */
async function grown(size: number): Promise<readonly number[]> {
  await at.kubectl(
    'patch',
    'volume',
    'shop-1-data',
    '--type=merge',
    '--patch',
    JSON.stringify({ spec: { size } }),
  );
  await at.objects.ready('Volume', 'shop-1-data');
  return (await at.service.rows<{ readonly size: number }>('/volumes')).map(
    (volume) => volume.size,
  );
}

test('nothing is created while the definitions drop the records of the operator', async () => {
  await applyCrds(plane.kubeconfig, await without('internal.intent', 'operator'));
  await at.operator.component.start();
  const told = await at.objects.until(
    'Volume',
    'shop-1-data',
    'rejected',
    (volume) => reasonOf(volume, 'Synced') === 'Rejected',
  );
  expect(shown(told)).toContain(
    'the definition of Volume does not keep status.internal.intent and status.operator; apply the definitions of this version',
  );
  expect(await writesSoFar()).toEqual([]);
});

test('everything becomes Ready once the definitions of this version are applied', async () => {
  await at.operator.component.kill('SIGTERM');
  await applyCrds(plane.kubeconfig, CURRENT);
  await at.operator.component.start();
  const objects = await Promise.all(names.map(([kind, name]) => at.objects.ready(kind, name)));
  expect(objects).toHaveLength(names.length);
});

describe('with objects alive, definitions are replaced', () => {
  test('by those of an older release: what they do not know is dropped once, then nothing is written, and changes are made as before', async () => {
    await at.operator.component.kill('SIGTERM');
    await applyCrds(plane.kubeconfig, await without('createdAt'));
    await callsOfARound();
    expect(await writtenByRestart()).toEqual([]);
    expect(await grown(50)).toContain(50);
  });

  test('by those of this version again: nothing is written by a restart, and changes are made as before', async () => {
    await applyCrds(plane.kubeconfig, CURRENT);
    await writtenByRestart();
    expect(await writtenByRestart()).toEqual([]);
    expect(await grown(60)).toContain(60);
  });
});
