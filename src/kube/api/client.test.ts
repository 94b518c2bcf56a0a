import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Fault, MemoryApi } from '../../../test/support/kube/memory-api.ts';
import type { Resource } from '../resources.ts';
import { createClient } from './client.ts';

const GADGETS: Resource = { group: 'test.dev', version: 'v1', plural: 'gadgets', kind: 'Gadget' };
const place = { resource: GADGETS, namespace: 'ns', name: 'a' };
const gadget = { metadata: { name: 'a', namespace: 'ns' } };

const faulty = (...faults: readonly (Fault | null)[]): MemoryApi => {
  const api = new MemoryApi();
  api.objects.put('test.dev/v1/gadgets', gadget);
  const left = [...faults];
  api.fault = () => left.shift() ?? null;
  return api;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Advances the timers past the pauses between attempts. */
async function unhurried<T>(result: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(10_000);
  return await result;
}

describe('a short read', () => {
  test.each<[string, readonly Fault[], unknown, number]>([
    ['is retried when no server answers', ['refused', { status: 503 }], { ok: true }, 3],
    [
      'is tried again after 401, with what are new credentials by then',
      [{ status: 401 }],
      { ok: true },
      2,
    ],
    [
      'is tried three times at most',
      ['refused', 'refused', { status: 500 }, 'refused'],
      { ok: false, failure: { code: 'Unreachable', status: 500 } },
      3,
    ],
    [
      'is not tried again when it is refused',
      [{ status: 403 }],
      { ok: false, failure: { code: 'Denied' } },
      1,
    ],
    [
      'is null when there is none',
      [{ status: 404, body: { details: { name: 'a' } } }],
      { ok: true, value: null },
      1,
    ],
    [
      'knows nothing of the object while its type is not served',
      [{ status: 404, body: '404 page not found' }],
      { ok: true, value: gadget },
      2,
    ],
  ])('%s', async (_, faults, result, requests) => {
    const api = faulty(...faults);
    expect(await unhurried(createClient(api, () => true).get(place))).toMatchObject(
      result as object,
    );
    expect(api.requests).toHaveLength(requests);
  });
});

describe('a write', () => {
  const writes = {
    create: (api: MemoryApi, may = true) =>
      createClient(api, () => may).create(GADGETS, 'ns', { metadata: { name: 'b' } }),
    patch: (api: MemoryApi, may = true) =>
      createClient(api, () => may).patch(place, { spec: { size: 1 } }),
  };

  test.each(Object.entries(writes))('%s is sent once, whatever comes back', async (_, write) => {
    for (const fault of ['refused', 'unanswered', { status: 503 }, { status: 429 }] as const) {
      const api = faulty(fault);
      expect(await unhurried(write(api))).toMatchObject({
        ok: false,
        failure: { code: 'Unreachable' },
      });
      expect(api.requests).toHaveLength(1);
    }
  });

  test.each(Object.entries(writes))(
    '%s is not sent while this process may not write',
    async (_, write) => {
      const api = faulty();
      expect(await write(api, false)).toMatchObject({ ok: false, failure: { code: 'Fenced' } });
      expect(api.requests).toEqual([]);
    },
  );

  test.each(Object.entries(writes))('%s says who writes', async (_, write) => {
    const api = faulty();
    await write(api);
    expect(api.requests[0]?.path).toMatch(/\?fieldManager=cloudinfra-operator$/);
  });

  test('a patch is a merge patch, to a subresource where asked', async () => {
    const api = faulty();
    await createClient(api, () => true).patch(place, { status: { id: 1 } }, 'status');
    expect(api.requests[0]).toMatchObject({
      method: 'PATCH',
      path: '/apis/test.dev/v1/namespaces/ns/gadgets/a/status?fieldManager=cloudinfra-operator',
      body: { type: 'application/merge-patch+json', text: '{"status":{"id":1}}' },
    });
  });
});

describe('a page', () => {
  const signal = new AbortController().signal;
  const from = { resource: GADGETS, namespace: null, name: 'a b' };

  test('asks for what is wanted and no more', async () => {
    const api = faulty();
    const client = createClient(api, () => true);
    await client.page(from, 500, null, signal);
    await client.page({ resource: GADGETS, namespace: 'ns' }, 500, '7:500', signal);
    await client.page({ resource: GADGETS, namespace: 'ns' }, 0, null, signal);
    expect(api.requests.map(({ path }) => path)).toEqual([
      '/apis/test.dev/v1/gadgets?limit=500&fieldSelector=metadata.name%3Da+b',
      '/apis/test.dev/v1/namespaces/ns/gadgets?limit=500&continue=7%3A500',
      '/apis/test.dev/v1/namespaces/ns/gadgets?',
    ]);
  });

  test.each(['<html>', null, [], {}, { items: {} }, { items: [] }, { items: [], metadata: {} }])(
    '%j is no listing',
    async (body) => {
      const page = await createClient(faulty({ status: 200, body }), () => true).page(
        from,
        500,
        null,
        signal,
      );
      expect(page).toMatchObject({ ok: false, failure: { code: 'Unreachable' } });
    },
  );

  test('with null for its items is empty', async () => {
    const body = { items: null, metadata: { resourceVersion: '7' } };
    const page = await createClient(faulty({ status: 200, body }), () => true).page(
      from,
      500,
      null,
      signal,
    );
    expect(page).toEqual({ ok: true, value: { items: [], resourceVersion: '7', next: null } });
  });

  test('is not retried: a lister has its own backoff', async () => {
    const api = faulty('refused');
    expect(
      await unhurried(createClient(api, () => true).page(from, 500, null, signal)),
    ).toMatchObject({ ok: false });
    expect(api.requests).toHaveLength(1);
  });
});
