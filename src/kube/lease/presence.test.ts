import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { kubeTime } from '../../../test/support/kube/kube-time.ts';
import { MemoryApi } from '../../../test/support/kube/memory-api.ts';
import { recorder } from '../../../test/support/kube/recorder.ts';
import { createClient } from '../api/client.ts';
import { startElector } from './lease.ts';
import { startPresence } from './presence.ts';
import { listUnelected } from './unelected.ts';

const LEASES = 'coordination.k8s.io/v1/leases';
const UUID = '00000000-0000-4000-8000-000000000000';

function rig() {
  const [api, time] = [new MemoryApi(), kubeTime()];
  const means = (identity: string) => ({
    client: createClient(api, () => true, 'once'),
    time,
    observer: recorder().observer,
    identity,
  });
  const announce = (identity: string) => {
    const calls: string[] = [];
    const elector = startPresence(
      {
        namespace: 'ns',
        name: 'lease',
        begins: () => calls.push('begins'),
        waits: (holder) => calls.push(`waits for ${holder}`),
        unseen: (detail) => calls.push(`unseen: ${detail}`),
      },
      means(identity),
    );
    return { calls, elector };
  };
  return { api, time, means, announce };
}

describe('an operator without an election', () => {
  test('is seen by its Lease, which says so, and the next one waits until it has ended', async () => {
    const { api, time, means, announce } = rig();
    const first = announce('first');
    await time.advance(10);
    const second = announce('second');
    await time.advance(60_000);
    expect([first.calls, second.calls]).toEqual([['begins'], ['waits for first']]);
    expect(api.objects.get(LEASES, 'ns', 'lease')).toMatchObject({
      metadata: { labels: { 'cloudinfra.dev/unelected': 'true' } },
    });
    const { client } = means('person');
    const holder = { lease: 'ns/lease', holder: 'first' };
    expect(await listUnelected(client)).toMatchObject({ ok: true, value: [holder] });
    const stopping = first.elector.stop();
    await time.advance(2_000);
    await stopping;
    expect(second.calls).toEqual(['waits for first', 'begins']);
  });

  test('is waited for by one that takes part in an election, whose Lease says nothing of the kind', async () => {
    const { api, time, means, announce } = rig();
    const { elector } = announce('first');
    await time.advance(10);
    const calls: string[] = [];
    const gained = (): unknown => calls.push('gained');
    startElector({
      ...means('second'),
      namespace: 'ns',
      name: 'lease',
      gained,
      lost: () => undefined,
    });
    await time.advance(60_000);
    expect(calls).toEqual([]);
    const stopping = elector.stop();
    await time.advance(2_000);
    await stopping;
    expect(calls).toEqual(['gained']);
    expect(api.objects.get(LEASES, 'ns', 'lease')?.['metadata']).not.toMatchObject({
      labels: { 'cloudinfra.dev/unelected': 'true' },
    });
  });

  test('works unseen where no Lease can be written, and says so once', async () => {
    const { api, time, announce } = rig();
    api.fault = () => ({ status: 403 });
    const { calls } = announce('first');
    await time.advance(60_000);
    expect(calls).toEqual([expect.stringMatching(/^unseen: /), 'begins']);
  });

  test('does not wait for the process of before in the same container', async () => {
    const { time, announce } = rig();
    announce(`${hostname()}_${process.pid}_${UUID}`);
    await time.advance(10);
    const { calls } = announce('next');
    await time.advance(2_000);
    expect(calls).toEqual(['begins']);
  });
});
