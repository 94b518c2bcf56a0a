import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { type KubeTime, kubeTime } from '../../../test/support/kube/kube-time.ts';
import { type Fault, MemoryApi } from '../../../test/support/kube/memory-api.ts';
import { recorder } from '../../../test/support/kube/recorder.ts';
import { LIMITS } from '../../engine/ports/limits.ts';
import { createClient } from '../api/client.ts';
import type { Transport } from '../api/transport.ts';
import { type Elector, startElector } from './lease.ts';

const LEASES = 'coordination.k8s.io/v1/leases';

interface Candidate {
  readonly elector: Elector;
  readonly calls: string[];
  readonly failed: unknown[];
  readonly way: Way;
}

/** Faults between a candidate and the API server. */
interface Way {
  fault: Fault | null;
  /** Delay of its requests, and of their answers, in milliseconds. */
  lateMs: number;
}

/** Builds the transport of one candidate to a shared API server. */
function wayTo(api: MemoryApi, time: KubeTime, way: Way): Transport {
  const broken = new MemoryApi();
  broken.fault = () => way.fault;
  const late = async (): Promise<void> => {
    if (way.lateMs > 0) await time.sleep(way.lateMs);
  };
  return {
    send: async (request) => {
      await late();
      const { fault } = way;
      if (fault === 'unanswered') await api.send(request);
      if (fault !== null) return await broken.send(request);
      const answer = await api.send(request);
      await late();
      return answer;
    },
    stream: (request) => api.stream(request),
    close: async () => undefined,
  };
}

function candidate(api: MemoryApi, time: KubeTime, identity: string): Candidate {
  const { observer, recorded } = recorder();
  const calls: string[] = [];
  const way: Way = { fault: null, lateMs: 0 };
  const client = createClient(wayTo(api, time, way), () => true, 'once');
  const election = {
    namespace: 'ns',
    name: 'leader',
    gained: () => calls.push('gained'),
    lost: () => calls.push('lost'),
  };
  const elector = startElector({ ...election, client, time, observer, identity });
  return { elector, calls, way, failed: recorded.leaseFailed };
}

async function two(): Promise<{
  readonly api: MemoryApi;
  readonly time: KubeTime;
  readonly first: Candidate;
  readonly second: Candidate;
}> {
  const api = new MemoryApi();
  const time = kubeTime();
  const first = candidate(api, time, 'first');
  await time.advance(10);
  const second = candidate(api, time, 'second');
  await time.advance(10);
  return { api, time, first, second };
}

const leaders = (...candidates: readonly Candidate[]): readonly string[] =>
  candidates.filter(({ elector }) => elector.mayWrite()).map(({ elector }) => elector.identity);

describe('an election', () => {
  test('is won by who comes first, and stays won', async () => {
    const { api, time, first, second } = await two();
    for (let minute = 0; minute < 10; minute++) {
      await time.advance(60_000);
      expect(leaders(first, second)).toEqual(['first']);
    }
    expect([first.calls, second.calls]).toEqual([['gained'], []]);
    expect(api.objects.get(LEASES, 'ns', 'leader')).toMatchObject({
      spec: {
        holderIdentity: 'first',
        leaseDurationSeconds: 15,
        leaseTransitions: 0,
        acquireTime: expect.stringMatching(/\.\d{6}Z$/),
        renewTime: expect.stringMatching(/\.\d{6}Z$/),
      },
    });
  });

  test('goes over within two seconds when the leader stops', async () => {
    const { api, time, first, second } = await two();
    await time.advance(60_000);
    const stopping = first.elector.stop();
    expect(first.elector.mayWrite()).toBe(false);
    await time.settle();
    await stopping;
    await time.advance(1_000);
    expect(leaders(first, second)).toEqual(['second']);
    expect(api.objects.get(LEASES, 'ns', 'leader')).toMatchObject({
      spec: { holderIdentity: 'second', leaseTransitions: 1 },
    });
    expect(first.calls).toEqual(['gained']);
  });

  test('goes over when the leader dies, after the lease has run out and not before', async () => {
    const { time, first, second } = await two();
    await time.advance(60_000);
    first.way.fault = 'refused';
    await time.advance(LIMITS.leaseMs - 2_500);
    expect(second.elector.mayWrite()).toBe(false);
    await time.advance(4_000);
    expect(leaders(first, second)).toEqual(['second']);
  });

  test('a leader that cannot renew stops writing well before another can lead, and is notified', async () => {
    const { time, first } = await two();
    await time.advance(60_000);
    first.way.fault = 'refused';
    await time.advance(7_900);
    expect([first.elector.mayWrite(), first.calls]).toEqual([true, ['gained']]);
    await time.advance(4_100);
    expect([first.elector.mayWrite(), first.calls]).toEqual([false, ['gained', 'lost']]);
    expect(first.failed.length).toBeGreaterThan(2);
  });

  test('a leader that can renew again in time goes on as if nothing had been', async () => {
    const { time, first, second } = await two();
    await time.advance(60_000);
    first.way.fault = 'unanswered';
    await time.advance(6_000);
    first.way.fault = null;
    await time.advance(60_000);
    expect([leaders(first, second), first.calls]).toEqual([['first'], ['gained']]);
  });

  test('a leader whose renewals hang stops at the very moment, not when the request ends', async () => {
    const { time, first } = await two();
    await time.advance(60_000);
    first.way.lateMs = 100_000;
    await time.advance(12_000);
    expect(first.elector.mayWrite()).toBe(false);
  });

  test('a renewal counts from when it was sent, not from when its answer came', async () => {
    const { time, first, second } = await two();
    await time.advance(60_000);
    first.way.lateMs = 9_000;
    await time.advance(12_000);
    first.way.fault = 'refused';
    for (let passed = 0; passed < 30_000; passed += 100) {
      await time.advance(100);
      expect(leaders(first, second).length).toBeLessThanOrEqual(1);
    }
    expect(leaders(first, second)).toEqual(['second']);
  });

  test('a clock on the wall that is set, or stands still, moves no lease', async () => {
    const { time, first, second } = await two();
    await time.advance(60_000);
    for (const by of [-86_400_000, 86_400_000]) {
      time.setWall(by);
      await time.advance(30_000);
      expect(leaders(first, second)).toEqual(['first']);
    }
    expect(second.calls).toEqual([]);
  });

  test('time that passed while the machine slept counts', async () => {
    const { time, first } = await two();
    await time.advance(60_000);
    time.setWall(3_600_000);
    expect(first.elector.mayWrite()).toBe(false);
  });

  test('a user who takes the Lease by hand is respected', async () => {
    const { api, time, first, second } = await two();
    await time.advance(60_000);
    const lease = api.objects.get(LEASES, 'ns', 'leader');
    if (lease !== undefined)
      api.objects.put(LEASES, {
        ...lease,
        spec: { holderIdentity: 'person', leaseDurationSeconds: 100 },
      });
    await time.advance(3_000);
    expect([leaders(first, second), first.calls]).toEqual([[], ['gained', 'lost']]);
    await time.advance(120_000);
    expect(leaders(first, second)).toHaveLength(1);
  });

  test('a Lease that is deleted is made again', async () => {
    const { api, time, first, second } = await two();
    api.objects.remove(LEASES, 'ns', 'leader');
    await time.advance(5_000);
    expect(leaders(first, second)).toHaveLength(1);
    expect(api.objects.get(LEASES, 'ns', 'leader')).toBeDefined();
  });

  test.each(['x', {}, { metadata: {} }])(
    'an answer that is no Lease (%j) elects no leader',
    async (body) => {
      const api = new MemoryApi();
      const time = kubeTime();
      const one = candidate(api, time, 'one');
      one.way.fault = { status: 200, body };
      await time.advance(60_000);
      expect(one.elector.mayWrite()).toBe(false);
      expect(one.failed.length).toBeGreaterThan(10);
    },
  );
});

const trouble = fc.record({
  who: fc.constantFrom(0, 1, 2),
  fault: fc.constantFrom(
    null,
    null,
    'refused' as const,
    'unanswered' as const,
    { status: 500 },
    { status: 403 },
    { status: 409 },
  ),
  lateMs: fc.constantFrom(0, 0, 10, 700, 3_000, 9_000, 30_000),
  wall: fc.constantFrom(0, 0, 0, -3_600_000, 60_000),
  forMs: fc.constantFrom(100, 1_000, 5_000, 11_000, 40_000),
});

property.prop([fc.array(trouble, { maxLength: 12, size: 'max' })], { numRuns: 100 })(
  'whatever goes wrong, never do two lead at once, and when it passes one leads',
  async (troubles) => {
    const api = new MemoryApi();
    const time = kubeTime();
    const all = ['x', 'y', 'z'].map((identity) => candidate(api, time, identity));
    for (const { who, fault, lateMs, wall, forMs } of troubles) {
      const one = all[who];
      if (one === undefined) continue;
      one.way.fault = fault;
      one.way.lateMs = lateMs;
      time.setWall(wall);
      for (let passed = 0; passed < forMs; passed += 500) {
        await time.advance(Math.min(500, forMs - passed));
        expect(leaders(...all).length).toBeLessThanOrEqual(1);
      }
    }
    for (const one of all) {
      one.way.fault = null;
      one.way.lateMs = 0;
    }
    await time.advance(100_000);
    expect(leaders(...all)).toHaveLength(1);
    const [leader] = all.filter(({ elector }) => elector.mayWrite());
    expect(leader?.calls.at(-1)).toBe('gained');
  },
);
