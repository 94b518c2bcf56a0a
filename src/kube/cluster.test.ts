import { describe, expect, test } from 'vitest';
import type { MemoryApi } from '../../test/support/kube/memory-api.ts';
import { COLLECTION, GADGETS, named, watchingRig } from '../../test/support/kube/watching-rig.ts';

const writes = (requests: readonly { readonly method: string }[]) =>
  requests.filter(({ method }) => method !== 'GET').length;
const stale = { metadata: { name: 'a', namespace: 'ns' }, spec: { by: 'another writer' } };

describe('patches', () => {
  test('carry the version of the copy, and their answer counts at once', async () => {
    const { api, cluster, object, changed } = await watchingRig();
    const { resourceVersion } = object('a').metadata;
    const status = await cluster.patchStatus(object('a'), { id: 12 });
    const metadata = await cluster.patch(object('a'), { metadata: { annotations: { x: '1' } } });
    expect([status.ok, metadata.ok]).toEqual([true, true]);
    expect(JSON.parse(api.requests.at(-2)?.body?.text ?? '')).toEqual({
      status: { id: 12 },
      metadata: { resourceVersion },
    });
    expect(object('a')).toMatchObject({
      status: { id: 12 },
      metadata: { annotations: { x: '1' } },
    });
    expect(changed).toEqual(['a', 'a']);
  });

  test('of a copy that is no longer the newest are a Conflict; a refresh shows what there is', async () => {
    const { api, cluster, object } = await watchingRig();
    const old = object('a');
    api.silent = true;
    api.objects.put(COLLECTION, stale);
    for (const patched of [
      await cluster.patch(old, { metadata: { finalizers: [] } }),
      await cluster.patchStatus(old, { id: 1 }),
    ])
      expect(patched).toMatchObject({ ok: false, failure: { code: 'Conflict' } });
    expect(await cluster.refresh(named('a'))).toMatchObject({
      ok: true,
      value: { spec: { by: 'another writer' } },
    });
    expect(object('a')).toMatchObject({ spec: { by: 'another writer' } });
  });

  test('that change nothing are found so without a look at the spec, which may be large', async () => {
    const { cluster, object } = await watchingRig();
    await cluster.patchStatus(object('a'), { id: 12 });
    const spec = () => {
      throw new Error('a reader looked');
    };
    const unseen = Object.defineProperty({ ...object('a') }, 'spec', { get: spec });
    const patched = await cluster.patchStatus(unseen, { id: 12 });
    expect(patched.ok && patched.value === unseen).toBe(true);
  });

  test('that change nothing are not sent', async () => {
    const { api, cluster, object } = await watchingRig();
    await cluster.patchStatus(object('a'), { id: 12, list: [{ a: 1 }], gone: null });
    const before = writes(api.requests);
    for (const status of [{}, { id: 12 }, { list: [{ a: 1 }] }, { gone: null, never: undefined }])
      expect(await cluster.patchStatus(object('a'), status)).toEqual({
        ok: true,
        value: object('a'),
      });
    expect(await cluster.patch(object('a'), { metadata: { finalizers: ['mine'] } })).toMatchObject({
      ok: true,
    });
    expect(writes(api.requests)).toBe(before);
    expect(await cluster.patchStatus(object('a'), { id: null })).toMatchObject({ ok: true });
    expect(writes(api.requests)).toBe(before + 1);
    expect(object('a')).not.toHaveProperty('status.id');
  });

  test.each([
    ['refused', 'Unreachable'],
    ['unanswered', 'Unreachable'],
    [{ status: 422, body: { message: 'spec.size: too small' } }, 'Unwritable'],
    [{ status: 404, body: { details: { name: 'a' } } }, 'Gone'],
    [{ status: 404, body: '404 page not found' }, 'Unreachable'],
    [{ status: 403 }, 'Denied'],
    [{ status: 200, body: {} }, 'Unreachable'],
  ] as const)('that meet %j are %s', async (fault, code) => {
    const { api, cluster, object } = await watchingRig();
    api.fault = () => fault;
    expect(await cluster.patchStatus(object('a'), { id: 1 })).toMatchObject({
      ok: false,
      failure: { code },
    });
  });

  test('of a kind that is not kept are refused', async () => {
    const { cluster, object } = await watchingRig();
    expect(await cluster.patch({ ...object('a'), kind: 'Widget' }, { metadata: {} })).toMatchObject(
      { failure: { code: 'Unwritable' } },
    );
    expect(await cluster.refresh({ ...named('a'), kind: 'Widget' })).toMatchObject({
      failure: { code: 'Unwritable' },
    });
  });

  test('that release the last finalizer of a deleted object end it at once', async () => {
    const { api, cluster, object } = await watchingRig();
    api.objects.remove(COLLECTION, 'ns', 'a');
    api.silent = true;
    await cluster.patch((await refreshed(cluster)) ?? object('a'), {
      metadata: { finalizers: [] },
    });
    expect(cluster.get(named('a'))).toBeUndefined();
  });
});

const refreshed = async (cluster: Awaited<ReturnType<typeof watchingRig>>['cluster']) => {
  const found = await cluster.refresh(named('a'));
  return found.ok ? found.value : null;
};

describe('copies', () => {
  test('are found by name, by namespace, and all', async () => {
    const { api, cluster, time } = await watchingRig();
    api.objects.put(COLLECTION, { metadata: { name: 'c', namespace: 'other' } });
    await time.settle();
    const names = (objects: readonly { readonly metadata: { readonly name: string } }[]) =>
      objects.map(({ metadata }) => metadata.name);
    expect(names(cluster.list('Gadget', 'ns'))).toEqual(['a', 'b']);
    expect(names(cluster.all('Gadget'))).toEqual(['a', 'b', 'c']);
    expect([cluster.all('Widget'), cluster.list('Widget', 'ns')]).toEqual([[], []]);
  });

  test('of what has gone are dropped when a refresh says so', async () => {
    const { api, cluster, changed } = await watchingRig();
    api.silent = true;
    api.objects.put(COLLECTION, { metadata: { name: 'a', namespace: 'ns' } });
    api.objects.remove(COLLECTION, 'ns', 'a');
    expect(await cluster.refresh(named('a'))).toEqual({ ok: true, value: null });
    expect(cluster.get(named('a'))).toBeUndefined();
    expect(changed).toEqual(['a']);
  });
});

test('a late answer that an object is gone does not drop the one that was made meanwhile', async () => {
  const { api, cluster, time, object } = await watchingRig();
  const answered = Promise.withResolvers<void>();
  api.slow = ({ method }) => (method === 'GET' ? answered.promise : Promise.resolve());
  const refreshing = cluster.refresh(named('new'));
  await time.settle();
  api.objects.put(COLLECTION, { metadata: { name: 'new', namespace: 'ns' } });
  await time.settle();
  answered.resolve();
  expect(await refreshing).toEqual({ ok: true, value: object('new') });
  expect(cluster.get(named('new'))).toBeDefined();
});

describe('namespaces', () => {
  const project = (api: MemoryApi, phase: string): unknown =>
    api.objects.put('core/v1/namespaces', { metadata: { name: 'ns' }, status: { phase } });

  test('are unknown first, and known a moment later, for ten seconds', async () => {
    const { api, cluster, time } = await watchingRig((a) => project(a, 'Terminating'));
    expect(cluster.namespaceTerminating('ns')).toBe(false);
    await time.settle();
    expect(cluster.namespaceTerminating('ns')).toBe(true);
    project(api, 'Active');
    await time.advance(9_000);
    expect(cluster.namespaceTerminating('ns')).toBe(true);
    expect(api.requests.filter(({ path }) => path === '/api/v1/namespaces/ns')).toHaveLength(1);
    await time.advance(1_000);
    cluster.namespaceTerminating('ns');
    await time.settle();
    expect(cluster.namespaceTerminating('ns')).toBe(false);
  });

  test('that may not be read are requested once a minute; a refused write shows the deletion', async () => {
    const { api, cluster, time, object } = await watchingRig((a) => {
      a.fault = ({ path }) => (path === '/api/v1/namespaces/ns' ? { status: 403 } : null);
    });
    for (let i = 0; i < 10; i++) {
      expect(cluster.namespaceTerminating('ns')).toBe(false);
      await time.advance(30_000);
    }
    expect(api.requests.filter(({ path }) => path === '/api/v1/namespaces/ns')).toHaveLength(5);
    api.terminating.add('ns');
    const draft = { name: 's', namespace: 'ns', labels: {}, contents: {}, owner: object('a') };
    expect(await cluster.putSecret(draft, null)).toMatchObject({
      ok: false,
      failure: { code: 'Terminating' },
    });
    expect(cluster.namespaceTerminating('ns')).toBe(true);
  });
});

describe('what is watched', () => {
  test('a listener that throws is reported and stops nothing', async () => {
    const { api, time, recorded, cluster, changed } = await watchingRig();
    changed.push = () => {
      throw new Error('a bug');
    };
    for (const name of ['x', 'y'])
      api.objects.put(COLLECTION, { metadata: { name, namespace: 'ns' } });
    await time.settle();
    expect(recorded.listenerFailed).toHaveLength(2);
    expect(cluster.all(GADGETS.kind)).toHaveLength(4);
  });

  test('is alive as long as it tries, however long the API server is away, and ready once it was listed', async () => {
    const { api, time, watching } = await watchingRig((a) => {
      a.fault = () => 'refused';
    });
    await time.advance(3_600_000);
    expect(watching.health()).toMatchObject({ synced: false, alive: true });
    api.fault = () => null;
    await time.advance(30_000);
    await watching.synced;
    expect(watching.health()).toMatchObject({
      synced: true,
      alive: true,
      reflectors: [{ plural: 'gadgets', namespace: null, synced: true }],
    });
    api.fault = () => 'refused';
    api.endWatches(new Error('ECONNRESET'));
    await time.advance(3_600_000);
    expect(watching.health()).toMatchObject({ synced: true, alive: true });
  });
});
