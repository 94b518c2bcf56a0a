import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { KubeAnswer, KubeApi } from '../controlplane/kubeapi.ts';
import type { Example } from './examples.ts';
import type { Row } from './row.ts';
import { keepWatching, untilReady, type Watched } from './watch.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const KINDS = [
  { kind: 'Instance', plural: 'instances' },
  { kind: 'Volume', plural: 'volumes' },
];
const EXPECTED: readonly Example[] = [
  { kind: 'Instance', namespace: 'default', name: 'web', spec: {} },
  { kind: 'Volume', namespace: 'shop', name: 'stock', spec: {} },
];

const object = (name: string, namespace: string, ready: 'True' | 'False') => ({
  metadata: { name, namespace, generation: 1 },
  status: {
    observedGeneration: 1,
    state: 'there',
    conditions: [{ type: 'Ready', status: ready, reason: 'R', message: `is ${ready}` }],
  },
});
const listing = (...items: readonly object[]): KubeAnswer => ({
  status: 200,
  body: { items },
  warnings: [],
});
const busy: KubeAnswer = { status: 503, body: 'apiserver is shutting down', warnings: [] };

/** Listings of the API server from a time on, by plural; a text is the reason for a missing
 *  answer. */
type Course = readonly {
  readonly fromMs: number;
  readonly instances: KubeAnswer | string;
  readonly volumes: KubeAnswer | string;
}[];

const serve = (course: Course): Pick<KubeApi, 'request'> => ({
  request: async (_method, path) => {
    const plural = path === '/apis/cloudinfra.dev/v1alpha1/instances' ? 'instances' : 'volumes';
    const answer = course.findLast(({ fromMs }) => fromMs <= Date.now())?.[plural];
    if (answer === undefined || typeof answer === 'string') throw new Error(answer ?? 'not yet');
    return answer;
  },
});

const words = (rows: readonly Row[]): string =>
  rows.map(({ kind, name, ready, mood }) => `${kind}/${name} ${ready || '-'} ${mood}`).join(', ');

/** Records the shown rows without repetitions, with the time of the first read that returned
 *  them. */
function watch(course: Course): { readonly watched: Watched; readonly shown: string[] } {
  const shown: string[] = [];
  const onRows: Watched['onRows'] = (rows, elapsedMs) => {
    if (shown.at(-1)?.split(': ')[1] !== words(rows)) shown.push(`${elapsedMs}: ${words(rows)}`);
  };
  return { watched: { api: serve(course), kinds: KINDS, sinceMs: 0, onRows }, shown };
}

describe('untilReady', () => {
  test('shows what is expected from the first look on, and ends when all of it is ready', async () => {
    const { watched, shown } = watch([
      { fromMs: 0, instances: listing(), volumes: listing() },
      {
        fromMs: 1_000,
        instances: listing(object('web', 'default', 'False')),
        volumes: listing(object('stock', 'shop', 'True')),
      },
      {
        fromMs: 2_100,
        instances: listing(object('web', 'default', 'True')),
        volumes: listing(object('stock', 'shop', 'True')),
      },
    ]);
    const readiness = untilReady(watched, EXPECTED, 60_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await readiness).toMatchObject({ type: 'ready', tookMs: 2_250 });
    expect(shown).toEqual([
      '0: Instance/web - working, Volume/shop/stock - working',
      '1000: Instance/web False working, Volume/shop/stock True ready',
      '2250: Instance/web True ready, Volume/shop/stock True ready',
    ]);
  });

  test('waits for objects without names, and gives up after the timeout', async () => {
    const volumes = listing(object('zeta', 'default', 'False'), object('stock', 'shop', 'True'));
    const { watched } = watch([
      { fromMs: 0, instances: listing(object('web', 'default', 'True')), volumes },
    ]);
    const readiness = untilReady(watched, EXPECTED, 5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    const { type, rows, tookMs } = await readiness;
    expect([type, tookMs, words(rows)]).toEqual([
      'late',
      5_000,
      'Instance/web True ready, Volume/shop/stock True ready, Volume/zeta False working',
    ]);
  });

  test.each([busy, 'connection refused'])(
    'keeps what it saw while the API server answers %j',
    async (trouble) => {
      const instances = listing(object('web', 'default', 'True'));
      const { watched, shown } = watch([
        { fromMs: 0, instances, volumes: listing(object('stock', 'shop', 'False')) },
        { fromMs: 1_000, instances: trouble, volumes: trouble },
        { fromMs: 9_000, instances, volumes: listing(object('stock', 'shop', 'True')) },
      ]);
      const readiness = untilReady(watched, EXPECTED, 60_000);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await readiness).toMatchObject({ type: 'ready', tookMs: 9_000 });
      expect(shown).toEqual([
        '0: Instance/web True ready, Volume/shop/stock False working',
        '9000: Instance/web True ready, Volume/shop/stock True ready',
      ]);
    },
  );
});

test('keepWatching shows what comes and goes, without end', async () => {
  const one = listing(object('web', 'default', 'True'));
  const { watched, shown } = watch([
    { fromMs: 0, instances: one, volumes: listing() },
    { fromMs: 60_000, instances: one, volumes: listing(object('new', 'default', 'False')) },
    { fromMs: 61_000, instances: listing(), volumes: listing() },
  ]);
  void keepWatching(watched);
  await vi.advanceTimersByTimeAsync(62_000);
  expect(shown).toEqual([
    '0: Instance/web True ready',
    '60000: Instance/web True ready, Volume/new False working',
    '61000: ',
  ]);
  expect(vi.getTimerCount()).toBe(1);
});
