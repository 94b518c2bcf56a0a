import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dump, load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { applyCrds } from '../../../local/crds.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { type Installation, install } from '../installation.ts';
import { manifestsIn, ROOT } from '../manifests/manifest.ts';
import { soon } from '../soon.ts';

const SHOP = join(ROOT, 'deploy/examples/web-shop.yaml');
const TEAM = 'upgraded';

/** Definitions as a release had them, and as they are now. */
const RELEASED = fileURLToPath(new URL('definitions-0.1.0/', import.meta.url));
const CURRENT = join(ROOT, 'crds');

const Listed = z.object({ items: z.array(z.object({ metadata: z.object({ uid: z.string(), resourceVersion: z.string() }) })) });
const Fields = z.looseObject({ properties: z.record(z.string(), z.unknown()) });
const Schema = z.looseObject({ properties: z.looseObject({ status: Fields }) });
const Version = z.looseObject({ schema: z.looseObject({ openAPIV3Schema: Schema }) });
const Definition = z.looseObject({ spec: z.looseObject({ versions: z.array(Version) }) });

let at: Installation;
let names: readonly (readonly [kind: string, name: string])[];

beforeAll(async () => {
  names = manifestsIn(await readFile(SHOP, 'utf8')).map(({ kind, metadata }) => [kind, metadata.name]);
  at = await install(TEAM, { service: ['--speed', '600'] });
  await applyCrds(inject('kubeconfig'), RELEASED);
  await at.kubectl('apply', '-f', SHOP);
  await at.operator.component.start();
  for (const [kind, name] of names) await at.objects.ready(kind, name);
});
afterAll(async () => {
  await at?.close();
  await applyCrds(inject('kubeconfig'), CURRENT);
});

/** Changes whenever something of an object is written. */
async function versions(): Promise<readonly string[]> {
  const lists = KINDS.map(({ plural }) => at.objects.api.request('GET', `/apis/cloudinfra.dev/v1alpha1/namespaces/${TEAM}/${plural}`));
  const items = (await Promise.all(lists)).flatMap(({ body }) => Listed.parse(body).items);
  return items.map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`);
}

/** Definitions from before there was what the status tells of times: whoever brings only the program up to date has such. */
async function poorer(): Promise<string> {
  const folder = join(at.directory, 'poorer');
  await cp(RELEASED, folder, { recursive: true });
  for (const file of await readdir(folder)) {
    const definition = Definition.parse(load(await readFile(join(folder, file), 'utf8')));
    const [version] = definition.spec.versions;
    delete version?.schema.openAPIV3Schema.properties.status.properties['created'];
    await writeFile(join(folder, file), dump(definition));
  }
  return folder;
}

/** What somebody asks of the account, from now until every object had a pass and the account was listed some times after that. */
async function callsOfARound(): Promise<readonly string[]> {
  await at.service.resetCalls();
  await at.operator.component.start();
  await soon('a pass for every object', async () => {
    const passes = await at.operator.metric('controller_runtime_reconcile_total');
    return { done: passes >= names.length || null, seen: `${passes} passes` };
  });
  const listings = async () => (await at.service.calls())['GET /volumes'] ?? 0;
  const sofar = await listings();
  await soon('three more listings', async () => ({ done: (await listings()) >= sofar + 3 || null, seen: `${await listings()} listings` }));
  return Object.keys(await at.service.calls());
}

/** What the operator writes when it is started anew: to the account, and to objects. */
async function writtenByRestart(): Promise<readonly string[]> {
  await at.operator.component.kill('SIGTERM');
  const before = await versions();
  const calls = await callsOfARound();
  const after = await versions();
  return [...calls.filter((call) => !call.startsWith('GET ')), ...after.filter((version) => !before.includes(version))];
}

/** The volumes' sizes once one of them was asked to have this one. */
async function grown(size: number): Promise<readonly number[]> {
  await at.kubectl('patch', 'volume', 'shop-1-data', '--type=merge', '--patch', JSON.stringify({ spec: { size } }));
  await at.objects.ready('Volume', 'shop-1-data');
  return (await at.service.rows<{ readonly size: number }>('/volumes')).map((volume) => volume.size);
}

describe('with objects alive, definitions are replaced', () => {
  test.each([
    ['those of now', CURRENT, 50],
    ['those of version 0.1.0 again', RELEASED, 60],
  ])('by %s: nothing is written when the operator starts, and changes are made as ever', async (_, definitions, size) => {
    await applyCrds(inject('kubeconfig'), definitions);
    expect(await writtenByRestart()).toEqual([]);
    expect(await grown(size)).toContain(size);
  });

  test('by such as know less than the program: what they do not know is dropped once, then nothing is written', async () => {
    await at.operator.component.kill('SIGTERM');
    await applyCrds(inject('kubeconfig'), await poorer());
    await callsOfARound();
    expect(await writtenByRestart()).toEqual([]);
    expect(await grown(70)).toContain(70);
  });
});
