import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { AuditedRequest } from '../../../local/controlplane/audit.ts';
import { SECRET_LABEL } from '../../../src/model/group.ts';
import type { Installation } from '../installation.ts';
import { soon } from '../soon.ts';
import { type Manifest, manifestsIn, ROOT } from './manifest.ts';
import { MORE } from './more-kinds.ts';
import { takeTokenAway } from './token-away.ts';
import { askForZoneFile, lengthenZone, zoneFileTold } from './zone-file.ts';

const SHOP = join(ROOT, 'deploy/examples/web-shop.yaml');
const OFTEN_MS = 10;

/** Runs objects of every kind through every situation with a request to the API server, until they
 *  are deleted.
 *  @param asked the requests so far */
export async function wholeLife(
  at: Installation,
  asked: () => Promise<readonly AuditedRequest[]>,
): Promise<void> {
  const shop = [...manifestsIn(await readFile(SHOP, 'utf8')), ...MORE];
  await at.kubectl('apply', '-f', SHOP);
  for (const { kind, metadata, spec } of MORE)
    await at.objects.apply(kind, metadata.name, spec as object);
  await allReady(at, shop);
  await meddling(at, shop, () => comeTooLate(at, shop, asked));
  await askForLongText(at);
  await renewKubeconfig(at);
  await driftTwice(at);
  await takeTokenAway(at, 'shop-1-data', asked);
  await remove(at, shop);
}

const allReady = async (at: Installation, shop: readonly Manifest[]): Promise<void> => {
  for (const { kind, metadata } of shop) await at.objects.ready(kind, metadata.name);
};

/** Changes each object's spec until a write of the operator conflicted once, so that it read the
 *  object again. */
async function comeTooLate(
  at: Installation,
  shop: readonly Manifest[],
  asked: () => Promise<readonly AuditedRequest[]>,
): Promise<void> {
  let turn = 0;
  await soon('a conflict for every kind', async () => {
    const read = (await asked()).flatMap(({ verb, resource }) =>
      verb === 'get' ? [resource] : [],
    );
    const left = shop.filter(({ kind }) => !read.includes(`${kind.toLowerCase()}s`));
    const spec = { policy: { drift: turn++ % 2 === 0 ? 'Correct' : 'Report' } };
    for (const { kind, metadata } of left)
      await at.kubectl(
        'patch',
        kind,
        metadata.name,
        '--type=merge',
        '-p',
        JSON.stringify({ spec }),
      );
    return { done: left.length === 0 || null, seen: left.map(({ kind }) => kind).join() };
  });
  for (const { kind, metadata } of shop)
    await at.kubectl(
      'patch',
      kind,
      metadata.name,
      '--type=merge',
      '-p',
      '{"spec":{"policy":{"drift":"Correct"}}}',
    );
}

/** Writes to each object continuously, so that the operator's own writes conflict occasionally. */
async function meddling(
  at: Installation,
  shop: readonly Manifest[],
  body: () => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const meddle = async ({ kind, metadata }: Manifest): Promise<void> => {
    for (let turn = 0; !over.signal.aborted; turn++) {
      // A deleted object cannot be written.
      await at.objects
        .annotate(kind, metadata.name, { 'example.com/turn': String(turn) })
        .catch(() => undefined);
      await pause(OFTEN_MS);
    }
  };
  const ended = body().finally(() => over.abort());
  await Promise.all([ended, ...shop.map(meddle)]);
}

/** Requests more text than fits into the status: a ConfigMap is created for each Operation, and
 *  replaced if a process that died had created it. */
async function askForLongText(at: Installation): Promise<void> {
  await lengthenZone(at, 'shop');
  await askForZoneFile(at, 'shop', 'first');
  await zoneFileTold(at, 'first');
  const mode = (value: string): Promise<unknown> =>
    at.kubectl(
      'patch',
      'domain',
      'shop',
      '--type=merge',
      '-p',
      `{"spec":{"policy":{"mode":"${value}"}}}`,
    );
  await mode('Paused');
  await askForZoneFile(at, 'shop', 'second');
  const { uid = '' } = (await at.objects.get('Operation', 'second'))?.metadata ?? {};
  const labels = { [SECRET_LABEL.kind]: 'Operation', [SECRET_LABEL.owner]: uid };
  await at.objects.api.request('POST', `/api/v1/namespaces/${at.objects.namespace}/configmaps`, {
    metadata: { name: 'second', labels },
  });
  await mode('Manage');
  await zoneFileTold(at, 'second');
}

const Secrets = z.object({
  items: z.array(z.object({ data: z.record(z.string(), z.string()) })),
});

async function renewKubeconfig(at: Installation): Promise<void> {
  const path = `/api/v1/namespaces/${at.objects.namespace}/secrets?labelSelector=${SECRET_LABEL.kind}=KubeCluster`;
  const written = async () =>
    JSON.stringify(Secrets.parse((await at.objects.api.request('GET', path)).body).items[0]?.data);
  const before = await written();
  const target = { kind: 'KubeCluster', name: 'shop' };
  const verb = 'RegenerateKubeconfig';
  const ttlSecondsAfterFinished = 0;
  await at.objects.apply('Operation', 'renew', { target, verb, ttlSecondsAfterFinished });
  await at.objects.gone('Operation', 'renew');
  await soon('a new kubeconfig', async () => ({
    done: (await written()) !== before || null,
    seen: 'the old one',
  }));
}

/** Causes the same drift twice, which one Event with a count reports. */
async function driftTwice(at: Installation): Promise<void> {
  const path = `/compute/instances/${(await at.objects.get('Instance', 'shop-1'))?.status.id}`;
  const tags = async () =>
    z.object({ tags: z.array(z.string()) }).parse((await at.service.call('GET', path)).body).tags;
  const wanted = await tags();
  for (let time = 0; time < 2; time++) {
    await at.service.call('PUT', path, { tags: [...wanted, 'stray'] });
    await soon('the tags as they were', async () => ({
      done: !(await tags()).includes('stray') || null,
      seen: (await tags()).join(),
    }));
  }
  await soon('an Event that counts', async () => {
    const events = await at.objects.events();
    return {
      done: events.some(({ series }) => (series?.count ?? 1) > 1) || null,
      seen: `${events.length} events`,
    };
  });
}

async function remove(at: Installation, shop: readonly Manifest[]): Promise<void> {
  await at.kubectl('delete', '-f', SHOP, '--wait=false');
  for (const { kind, metadata } of MORE)
    await at.kubectl('delete', kind, metadata.name, '--wait=false');
  for (const { kind, metadata } of shop) await at.objects.gone(kind, metadata.name);
}
