import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { type KubeTime, kubeTime } from '../../../test/support/kube/kube-time.ts';
import { type Fault, MemoryApi } from '../../../test/support/kube/memory-api.ts';
import { type Recorded, recorder } from '../../../test/support/kube/recorder.ts';
import type { KubeObject } from '../../engine/ports/cluster.ts';
import { ENDLESS } from '../../engine/ports/turns.ts';
import { createClient } from '../api/client.ts';
import type { Resource } from '../resources.ts';
import { readObject } from './objects.ts';
import { type Reflector, STUCK_MS, startReflector } from './reflector.ts';
import { SILENT_MS } from './silence.ts';
import { createStore, type Store } from './store.ts';

const GADGETS: Resource = { group: 'test.dev', version: 'v1', plural: 'gadgets', kind: 'Gadget' };
const COLLECTION = 'test.dev/v1/gadgets';

interface Rig {
  readonly api: MemoryApi;
  readonly time: KubeTime;
  readonly store: Store<KubeObject>;
  readonly reflector: Reflector;
  readonly recorded: Recorded;
  /** Returns the content of the store, as name@version. */
  readonly held: () => readonly string[];
  /** Returns the content of the API server. */
  readonly there: () => readonly string[];
}

const NOT_SLOW = { pageMs: 0 };

function rig({
  seed = 1,
  namespace = null as string | null,
  prepare = (_api: MemoryApi): unknown => undefined,
  slow = NOT_SLOW,
  turns = ENDLESS,
} = {}): Rig {
  const api = new MemoryApi();
  prepare(api);
  const time = kubeTime(seed);
  if (slow.pageMs > 0)
    api.slow = ({ path }) =>
      path.includes('limit=') ? time.sleep(slow.pageMs) : Promise.resolve();
  const { observer, recorded } = recorder();
  const store = createStore<KubeObject>(() => undefined);
  const from = { resource: GADGETS, namespace };
  const client = createClient(api, () => true);
  const reflector = startReflector({
    client,
    from,
    read: (json) => readObject(GADGETS, json),
    store,
    time,
    observer,
    turns,
  });
  const shown = (
    objects: readonly {
      readonly metadata: { readonly name: string; readonly resourceVersion: string };
    }[],
  ) => objects.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`).sort();
  return {
    api,
    time,
    store,
    reflector,
    recorded,
    held: () => shown(store.all()),
    there: () => shown(api.objects.list(COLLECTION, namespace)),
  };
}

const put = (api: MemoryApi, name: string, namespace = 'ns') =>
  api.objects.put(COLLECTION, { metadata: { name, namespace } });
const lists = (api: MemoryApi) =>
  api.requests.filter(({ path }) => !path.includes('watch=true')).length;
const watchesAsked = (api: MemoryApi) =>
  api.requests
    .filter(({ path }) => path.includes('watch=true'))
    .map(({ path }) => new URLSearchParams(path.split('?')[1]));

describe('at rest', () => {
  test('lists in pages, then watches from there with bookmarks, for five to ten minutes', async () => {
    const { api, time, held, there, reflector } = rig({
      prepare: (a) => {
        for (let i = 0; i < 1_201; i++) put(a, `g${i}`);
      },
    });
    await time.settle();
    expect(held()).toEqual(there());
    expect(lists(api)).toBe(3);
    const [asked] = watchesAsked(api);
    expect(Object.fromEntries(asked ?? [])).toMatchObject({
      allowWatchBookmarks: 'true',
      resourceVersion: String(api.objects.version),
    });
    expect(Number(asked?.get('timeoutSeconds'))).toBeGreaterThanOrEqual(300);
    expect(Number(asked?.get('timeoutSeconds'))).toBeLessThan(600);
    await expect(reflector.synced).resolves.toBeUndefined();
    expect(reflector.isCurrent()).toBe(true);
    await reflector.stop();
    expect(api.watches).toBe(0);
  });

  test('follows what is made, changed and removed, in its namespace only', async () => {
    const { api, time, held, there } = rig({ namespace: 'ns' });
    await time.settle();
    put(api, 'a');
    put(api, 'b');
    put(api, 'c', 'other');
    put(api, 'a');
    api.objects.remove(COLLECTION, 'ns', 'b');
    await time.settle();
    expect(held()).toEqual(there());
    expect(held()).toHaveLength(1);
  });

  test.for(['listed', 'watched'] as const)(
    'takes in thousands of objects that are %s in pieces',
    async (how) => {
      const AT_ONCE = 50;
      let [taken, most] = [0, 0];
      const turns = {
        isOver: () => taken++ >= AT_ONCE,
        rest: async () => {
          most = Math.max(most, taken);
          taken = 1;
        },
      };
      const makeAll = (api: MemoryApi): void => {
        for (let i = 0; i < 2_000; i++) put(api, `g${i}`);
      };
      const { api, time, held } = rig({
        turns,
        prepare: (a) => (how === 'listed' ? makeAll(a) : undefined),
      });
      await time.settle();
      if (how === 'watched') makeAll(api);
      await time.settle();
      expect(held()).toHaveLength(2_000);
      expect(most).toBe(AT_ONCE + 1);
    },
  );

  test('keeps no managedFields and no last-applied annotation', async () => {
    const metadata = {
      name: 'a',
      namespace: 'ns',
      managedFields: [{ manager: 'x' }],
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', mine: '1' },
    };
    const { time, store } = rig({ prepare: (a) => a.objects.put(COLLECTION, { metadata }) });
    await time.settle();
    expect(store.get('ns', 'a')).toMatchObject({
      apiVersion: 'test.dev/v1',
      kind: 'Gadget',
      metadata: { annotations: { mine: '1' } },
    });
    expect(JSON.stringify(store.get('ns', 'a'))).not.toMatch(/managedFields|last-applied/);
  });

  test('a watch that the API server closes goes on from the last bookmark, without a listing', async () => {
    const { api, time, recorded } = rig();
    await time.advance(60_000);
    api.objects.put('test.dev/v1/others', { metadata: { name: 'x', namespace: 'ns' } });
    api.bookmark();
    await time.advance(60_000);
    api.endWatches();
    await time.advance(1_000);
    expect(lists(api)).toBe(1);
    expect(watchesAsked(api).map((query) => query.get('resourceVersion'))).toEqual(['100', '101']);
    expect(recorded.watchEnded).toEqual([
      [{ plural: 'gadgets', namespace: null, why: 'closed', detail: '' }],
    ]);
  });
});

describe('in trouble', () => {
  const faults: readonly (readonly [string, Fault])[] = [
    ['no connection', 'refused'],
    ['503', { status: 503 }],
    ['429', { status: 429, retryAfterMs: 1_000 }],
    ['403', { status: 403 }],
    ['404', { status: 404 }],
    ['nonsense', { status: 200, body: '<html>' }],
  ];
  test.each(faults)(
    '%s: tries again and again, ever more slowly, and is whole as soon as it passes',
    async (_, fault) => {
      const { api, time, held, there, recorded, reflector } = rig({
        prepare: (a) => {
          a.fault = () => fault;
        },
      });
      await time.advance(10 * 60_000);
      const tried = api.requests.length;
      expect(tried).toBeGreaterThan(9);
      expect(tried).toBeLessThan(130);
      expect(recorded.watchEnded).toHaveLength(tried);
      expect(reflector.health()).toMatchObject({
        synced: false,
        sinceLastSeenMs: null,
        restarts: tried,
      });
      expect(reflector.health().triedMs).toBeLessThan(STUCK_MS);
      put(api, 'a');
      api.fault = () => null;
      await time.advance(10_000);
      expect(held()).toEqual(there());
      expect(held()).toHaveLength(1);
    },
  );

  test('a broken connection goes on from the same version', async () => {
    const { api, time, held, there } = rig({ prepare: (a) => put(a, 'a') });
    await time.settle();
    api.endWatches(new Error('ECONNRESET'));
    put(api, 'b');
    await time.advance(1_000);
    expect(held()).toEqual(there());
    expect(lists(api)).toBe(1);
  });

  test('410 on opening, and 410 in the stream, mean a new listing', async () => {
    const { api, time, held, there, recorded } = rig({ prepare: (a) => put(a, 'a') });
    await time.advance(1_500);
    for (const expire of [
      () => api.endWatches(),
      () => api.say({ type: 'ERROR', object: { code: 410 } }),
    ]) {
      api.silent = true;
      put(api, 'b');
      api.objects.compact();
      api.silent = false;
      expire();
      await time.advance(2_000);
      expect(held()).toEqual(there());
    }
    expect(recorded.watchEnded.map(([{ why }]) => why)).toEqual(['closed', 'expired', 'expired']);
    expect(lists(api)).toBe(3);
  });

  test('pages that expire on the way are read in one piece', async () => {
    const { api, time, held, there } = rig({
      prepare: (a) => {
        for (let i = 0; i < 600; i++) put(a, `g${i}`);
        a.fault = ({ path }) => (path.includes('continue=') ? { status: 410 } : null);
      },
    });
    await time.settle();
    expect(held()).toEqual(there());
    expect(
      api.requests.filter(({ path }) => !path.includes('limit=') && !path.includes('watch='))
        .length,
    ).toBe(1);
  });

  test('a watch that says nothing at all is cut and everything is listed; bookmarks keep one open', async () => {
    const { api, time, held, there, recorded, reflector } = rig();
    await time.settle();
    for (let minute = 0; minute < 5; minute++) {
      await time.advance(60_000);
      api.bookmark();
    }
    expect(watchesAsked(api)).toHaveLength(1);
    api.silent = true;
    put(api, 'a');
    await time.advance(SILENT_MS - 1_000);
    expect(held()).toEqual([]);
    expect(reflector.health().sinceLastSeenMs).toBe(SILENT_MS - 1_000);
    await time.advance(2_000);
    expect(held()).toEqual(there());
    expect(recorded.watchEnded).toMatchObject([[{ why: 'silent' }]]);
    expect(lists(api)).toBe(2);
  });

  test('a listing may take longer than silence may last, as long as pages come', async () => {
    const { api, time, held, there, recorded, reflector } = rig({
      prepare: (a) => {
        for (let i = 0; i < 30_000; i++) put(a, `g${i}`);
      },
      slow: { pageMs: 2_600 },
    });
    await time.advance(60 * 2_600 + 1_000);
    expect(60 * 2_600).toBeGreaterThan(SILENT_MS);
    expect(lists(api)).toBe(60);
    expect(held()).toHaveLength(30_000);
    expect(held()).toEqual(there());
    expect(recorded.watchEnded).toEqual([]);
    expect(reflector.health().synced).toBe(true);
  });

  test.each(['watch=true', 'limit='])(
    'a request (%s) that is never answered hangs for no longer than silence may last',
    async (asked) => {
      const { api, time, held, there } = rig({
        prepare: (a) => {
          a.fault = ({ path }) => (path.includes(asked) ? 'hanging' : null);
        },
      });
      await time.settle();
      put(api, 'a');
      api.fault = () => null;
      await time.advance(SILENT_MS + 1_000);
      expect(held()).toEqual(there());
    },
  );

  test('a store that throws is reported, and tried again', async () => {
    const api = new MemoryApi();
    put(api, 'a');
    const time = kubeTime();
    const { observer, recorded } = recorder();
    let throws = true;
    const store = createStore<KubeObject>(() => {
      if (throws) throw new Error('a bug');
    });
    const client = createClient(api, () => true);
    startReflector({
      client,
      from: { resource: GADGETS, namespace: null },
      read: (json) => readObject(GADGETS, json),
      store,
      time,
      observer,
    });
    await time.advance(5_000);
    expect(recorded.listenerFailed).toHaveLength(1);
    throws = false;
    put(api, 'b');
    await time.advance(10_000);
    expect(store.all()).toHaveLength(2);
  });
});

const trouble = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('put', 'remove'),
      name: fc.constantFrom('a', 'b', 'c'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 100, 5_000, 60_000, 200_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('close', 'break', 'compact', 'nonsense', 'bookmark', 'silence', 'speak'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      status: fc.constantFrom(0, 1, 401, 403, 404, 410, 429, 500, 504),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('heal' as const) }) },
);

interface Move {
  readonly do: string;
  readonly name?: string;
  readonly ms?: number;
  readonly status?: number;
}

const FAULTS: Readonly<Record<number, Fault>> = { 0: 'refused', 1: 'hanging' };

property.prop([fc.array(trouble, { maxLength: 25, size: 'max' }), fc.nat({ max: 1_000 })], {
  numRuns: 300,
})(
  'whatever goes wrong in whatever order, it never stops and ends with what there is',
  async (moves, seed) => {
    const { api, time, held, there, reflector } = rig({ seed: seed + 1 });
    await time.settle();
    const does: Readonly<Record<string, (move: Move) => unknown>> = {
      put: ({ name = 'a' }) => put(api, name),
      remove: ({ name = 'a' }) => api.objects.remove(COLLECTION, 'ns', name),
      wait: ({ ms = 1 }) => time.advance(ms),
      close: () => api.endWatches(),
      break: () => api.endWatches(new Error('ECONNRESET')),
      compact: () => api.objects.compact(),
      nonsense: () => api.say({ type: 'WHAT' }),
      bookmark: () => (api.silent ? undefined : api.bookmark()),
      silence: () => (api.silent = true),
      speak: () => [(api.silent = false), api.endWatches()],
      fail: ({ status = 500 }) => (api.fault = () => FAULTS[status] ?? { status }),
      heal: () => (api.fault = () => null),
    };
    for (const move of moves as readonly Move[]) {
      await does[move.do]?.(move);
      expect(reflector.health().triedMs).toBeLessThan(STUCK_MS);
    }
    api.fault = () => null;
    await time.settle();
    api.endWatches();
    api.silent = false;
    await time.advance(SILENT_MS + 120_000);
    // This API server sends nothing unprompted: a watch may just have been aborted as silent.
    for (let tries = 0; tries < 3 && !reflector.isCurrent(); tries++) await time.advance(10_000);
    expect(held()).toEqual(there());
    expect(reflector.isCurrent()).toBe(true);
    await reflector.stop();
  },
);
