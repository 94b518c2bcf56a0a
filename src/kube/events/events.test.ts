import { queryObjects } from 'node:v8';
import { describe, expect, test } from 'vitest';
import type { MemoryApi } from '../../../test/support/kube/memory-api.ts';
import { watchingRig } from '../../../test/support/kube/watching-rig.ts';
import type { KubeEvent } from '../../engine/ports/cluster.ts';

const EVENTS = 'events.k8s.io/v1/events';
const ready: KubeEvent = { type: 'Normal', reason: 'Ready', message: 'is usable' };
const held: KubeEvent = { type: 'Warning', reason: 'Held', message: 'waits for consent' };
const written = (api: MemoryApi) => api.objects.list(EVENTS, null);
const sent = (api: MemoryApi): number =>
  api.requests.filter(({ path }) => path.includes('/events')).length;

describe('an event', () => {
  test('says about what, by whom, when, and why', async () => {
    const { api, time, cluster, object } = await watchingRig();
    cluster.emit(object('a'), ready);
    await time.settle();
    expect(written(api)).toMatchObject([
      {
        apiVersion: 'events.k8s.io/v1',
        type: 'Normal',
        reason: 'Ready',
        note: 'is usable',
        action: 'Reconcile',
        eventTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
        reportingController: 'cloudinfra-operator',
        reportingInstance: 'cloudinfra-operator',
        regarding: {
          apiVersion: 'test.dev/v1',
          kind: 'Gadget',
          name: 'a',
          namespace: 'ns',
          uid: object('a').metadata.uid,
        },
        metadata: { namespace: 'ns', name: expect.stringMatching(/^a\.[0-9a-f]{16}$/) },
      },
    ]);
    expect(written(api)[0]).not.toHaveProperty('series');
  });

  test('that comes again is counted, not repeated; another one is another', async () => {
    const { api, time, cluster, object } = await watchingRig();
    for (let i = 0; i < 3; i++) {
      cluster.emit(object('a'), ready);
      await time.advance(1_000);
    }
    cluster.emit(object('a'), held);
    cluster.emit(object('b'), ready);
    await time.settle();
    expect(written(api)).toMatchObject([
      { series: { count: 3 } },
      { reason: 'Held' },
      { regarding: { name: 'b' } },
    ]);
  });

  test('that comes several times while it is being written is written once more', async () => {
    const { api, time, cluster, object } = await watchingRig();
    for (let i = 0; i < 4; i++) cluster.emit(object('a'), ready);
    await time.settle();
    expect(written(api)).toMatchObject([{ series: { count: 4 } }]);
    expect(sent(api)).toBe(2);
  });

  test('that the API server has removed is emitted again', async () => {
    const { api, time, cluster, object } = await watchingRig();
    cluster.emit(object('a'), ready);
    await time.settle();
    api.objects.remove(EVENTS, 'ns', written(api)[0]?.metadata.name ?? '');
    cluster.emit(object('a'), ready);
    await time.settle();
    expect(written(api)).toHaveLength(1);
    cluster.emit(object('a'), ready);
    await time.settle();
    expect(written(api)).toMatchObject([{ series: { count: 2 } }]);
  });

  test('is cut to what the API server takes, between characters', async () => {
    const { api, time, cluster, object } = await watchingRig();
    cluster.emit(object('a'), { ...ready, reason: 'R'.repeat(300), message: 'ä'.repeat(2_000) });
    await time.settle();
    const [event] = written(api);
    expect(Buffer.byteLength(String(event?.['note']))).toBeLessThanOrEqual(1_024);
    expect(event?.['note']).toMatch(/^ä{510}…$/);
    expect(event?.['reason']).toHaveLength(128);
  });

  test('about an object with the longest of names has a name that is allowed', async () => {
    const { api, time, cluster, object } = await watchingRig();
    const name = `${'a'.repeat(199)}.${'b'.repeat(53)}`;
    cluster.emit({ ...object('a'), metadata: { ...object('a').metadata, name } }, ready);
    await time.settle();
    expect(written(api)[0]?.metadata.name).toMatch(/^a{199}\.[0-9a-f]{16}$/);
  });
});

describe('too many events', () => {
  test('about one object: ten at once, then one a minute; repetitions are counted all the same', async () => {
    const { api, time, cluster, object, recorded } = await watchingRig();
    for (let i = 0; i < 15; i++) cluster.emit(object('a'), { ...ready, message: `${i}` });
    await time.settle();
    expect(written(api)).toHaveLength(10);
    expect(recorded.eventsLost).toEqual(
      Array.from({ length: 5 }, () => [1, 'too many events about one object']),
    );
    for (let i = 0; i < 7; i++) cluster.emit(object('a'), { ...ready, message: '0' });
    expect(recorded.eventsLost).toHaveLength(5);
    await time.advance(60_000);
    cluster.emit(object('a'), { ...ready, message: '0' });
    cluster.emit(object('b'), ready);
    await time.settle();
    expect(
      written(api)
        .map((event) => event['series'])
        .filter(Boolean),
    ).toMatchObject([{ count: 9 }]);
    expect(written(api)).toHaveLength(11);
  });

  test('at once: what does not fit is lost and counted', async () => {
    const { api, time, cluster, object, recorded } = await watchingRig();
    const of = (uid: string) => ({ ...object('a'), metadata: { ...object('a').metadata, uid } });
    for (let i = 0; i < 600; i++) cluster.emit(of(`uid-${i}`), ready);
    await time.settle();
    expect(written(api).length + recorded.eventsLost.length).toBe(600);
    expect(recorded.eventsLost.length).toBeGreaterThan(0);
  });
});

describe('trouble', () => {
  test.each([
    ['refused', 'connect ECONNREFUSED'],
    [{ status: 403, body: { message: 'forbidden' } }, 'forbidden'],
    [{ status: 500 }, 'the API server answered 500'],
  ] as const)('%j loses the event, counts it, and is not tried again', async (fault, detail) => {
    const { api, time, cluster, object, recorded } = await watchingRig();
    api.fault = ({ path }) => (path.includes('/events') ? fault : null);
    cluster.emit(object('a'), ready);
    await time.advance(60_000);
    expect(sent(api)).toBe(1);
    expect(recorded.eventsLost).toEqual([[1, detail]]);
    api.fault = () => null;
    cluster.emit(object('a'), ready);
    await time.settle();
    expect(written(api)).toMatchObject([{ series: { count: 2 } }]);
  });

  test('a stop waits for the last events, but not for ever', async () => {
    const { api, time, cluster, object, watching } = await watchingRig();
    cluster.emit(object('a'), ready);
    await watching.stop();
    expect(written(api)).toHaveLength(1);
    const other = await watchingRig((a) => {
      a.fault = ({ path }) => (path.includes('/events') ? 'hanging' : null);
    });
    other.cluster.emit(other.object('a'), ready);
    let stopped = false;
    void other.watching.stop().then(() => (stopped = true));
    await other.time.advance(1_900);
    expect(stopped).toBe(false);
    await other.time.advance(200);
    expect(stopped).toBe(true);
    await time.settle();
  });
});

test('an event that is remembered keeps nothing of the object but what names it', async () => {
  class LargeSpec {
    readonly size = 1;
  }
  const { time, cluster, object } = await watchingRig();
  for (const name of ['a', 'b']) cluster.emit({ ...object(name), spec: new LargeSpec() }, ready);
  await time.settle();
  expect(queryObjects(LargeSpec, { format: 'count' })).toBe(0);
});
