import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { membersOf } from '../../src/model/status-layout.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const named = (kind: string, name: string) => ({ kind, namespace: 'default', name });
const WEB = named('Instance', 'web-1');
const machine = (extra: object = {}) => ({
  region: 'eu-west',
  type: 'g6-nanode-1',
  image: 'compute/debian11',
  booted: true,
  ...extra,
});
const RULES = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT', inbound: [] };
const ONE_RULE = {
  action: 'ACCEPT',
  protocol: 'TCP',
  ports: '22',
  addresses: { ipv4: ['0.0.0.0/0'] },
};

type Row = Readonly<Record<string, unknown>> & {
  readonly id: number;
  readonly type: string;
  readonly status: string;
};

/** Builds a running installation, with an outsider in its account. */
function begun() {
  const world = new World({ kinds: KINDS, limits: 'off', pollMs: 120_000 });
  world.start();
  const rows = (path: string): readonly Row[] => world.outsider.rows<Row>(path);
  const act = (method: 'POST' | 'PUT', path: string, body?: object): void => {
    const { status } = world.outsider.call(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path}: ${status}`);
  };
  const minutes = (count: number): Promise<void> => world.time.advance(count * MINUTE_MS);
  const reason = (name: ReturnType<typeof named>): string =>
    `${world.condition(name, 'Synced')?.reason}`;
  const lines = (name: ReturnType<typeof named>): readonly string[] =>
    (
      (asRecord(asRecord(world.cluster.get(name)?.status)['plan'])['steps'] ?? []) as readonly {
        readonly summary: string;
      }[]
    ).map(({ summary }) => summary);
  return { world, rows, act, minutes, reason, lines };
}

const machines = '/compute/instances';

describe('what protects goes on while another step is held', () => {
  test('a machine gets its firewall while a rule that was changed outside requires consent', async () => {
    const { world, rows, act, minutes, reason } = begun();
    const guard = named('Firewall', 'guard');
    world.cluster.apply(WEB, machine());
    world.cluster.apply(guard, {
      rules: RULES,
      instanceRefs: [{ name: 'web-1' }, { name: 'web-2' }],
    });
    await minutes(15);
    const [id] = rows('/networking/firewalls').map((one) => one.id);
    act('PUT', `/networking/firewalls/${id}/rules`, {
      inbound: [ONE_RULE],
      inbound_policy: 'DROP',
      outbound: [],
      outbound_policy: 'ACCEPT',
    });
    await minutes(15);
    world.cluster.apply(named('Instance', 'web-2'), machine());
    await minutes(15);
    expect([rows(`/networking/firewalls/${id}/devices`).length, reason(guard)]).toEqual([
      2,
      'ConsentRequired',
    ]);
    await world.stop();
  });

  test('a machine that was switched off is booted while its profile requires consent', async () => {
    const { world, rows, act, minutes, reason } = begun();
    world.cluster.apply(
      WEB,
      machine({ configs: [{ label: 'main', kernel: 'compute/grub2' }], bootConfig: 'main' }),
    );
    await minutes(15);
    const [id] = rows(machines).map((one) => one.id);
    const [profile] = rows(`${machines}/${id}/configs`).filter(({ label }) => label === 'main');
    act('PUT', `${machines}/${id}/configs/${profile?.id}`, { kernel: 'compute/latest-64bit' });
    act('POST', `${machines}/${id}/shutdown`);
    await minutes(20);
    expect([rows(machines)[0]?.['status'], reason(WEB)]).toEqual(['running', 'ConsentRequired']);
    await world.stop();
  });

  test('a machine that was switched off is booted while the service refuses its resize', async () => {
    const { world, rows, act, minutes } = begun();
    world.cluster.apply(WEB, machine({ type: 'g6-standard-2' }));
    await minutes(15);
    world.cluster.apply(WEB, machine());
    await minutes(30);
    act('POST', `${machines}/${rows(machines)[0]?.id}/shutdown`);
    await minutes(30);
    expect(rows(machines).map(({ type, status }) => `${type} ${status}`)).toEqual([
      'g6-standard-2 running',
    ]);
    await world.stop();
  });

  test('a machine that was resized and switched off outside is booted while the way back requires consent', async () => {
    const { world, rows, act, minutes, reason, lines } = begun();
    world.cluster.apply(WEB, machine());
    await minutes(15);
    act('POST', `${machines}/${rows(machines)[0]?.id}/resize`, { type: 'g6-standard-1' });
    await minutes(30);
    expect([rows(machines)[0]?.['status'], reason(WEB)]).toEqual(['running', 'ConsentRequired']);
    expect(lines(WEB)).toEqual([
      expect.stringMatching(/^Resize .*type: g6-standard-1 -> g6-nanode-1$/),
    ]);
    await world.stop();
  });

  test('a machine that was switched off is booted while another of its profiles is refused', async () => {
    const { world, rows, act, minutes, reason } = begun();
    world.cluster.apply(WEB, machine());
    await minutes(15);
    world.cluster.apply(
      WEB,
      machine({ configs: [{ label: 'extra', kernel: 'compute/nonsense' }] }),
    );
    await minutes(5);
    act('POST', `${machines}/${rows(machines)[0]?.id}/shutdown`);
    await minutes(30);
    expect([rows(machines)[0]?.['status'], reason(WEB)]).toEqual(['running', 'Rejected']);
    await world.stop();
  });

  test('a volume that was detached is attached while its new label requires consent, and grows where it can', async () => {
    const { world, rows, act, minutes, reason } = begun();
    const data = named('Volume', 'data');
    world.cluster.apply(WEB, machine());
    world.cluster.apply(data, {
      label: 'data',
      region: 'eu-west',
      size: 20,
      attachment: { mode: 'Attached', instanceRef: { name: 'web-1' } },
    });
    await minutes(20);
    const [id] = rows('/volumes').map((one) => one.id);
    act('PUT', `/volumes/${id}`, { label: 'renamed' });
    act('POST', `/volumes/${id}/detach`);
    await minutes(20);
    expect([rows('/volumes')[0]?.['compute_label'], reason(data)]).toEqual([
      'web-1',
      'ConsentRequired',
    ]);
    await world.stop();
  });

  test('a volume is attached while the service refuses its size', async () => {
    const { world, rows, minutes } = begun();
    const data = named('Volume', 'data');
    world.cluster.apply(WEB, machine());
    world.cluster.apply(data, { region: 'eu-west', size: 20 });
    await minutes(20);
    world.cluster.apply(data, {
      region: 'eu-west',
      size: 16_000,
      attachment: { mode: 'Attached', instanceRef: { name: 'web-1' } },
    });
    await minutes(20);
    expect(rows('/volumes')[0]?.['compute_label']).toBe('web-1');
    await world.stop();
  });

  test('a pool gets its nodes while the service refuses another pool', async () => {
    const { world, rows, minutes, reason } = begun();
    const prod = named('KubeCluster', 'prod');
    const pool = (name: string, count: number, type = 'g6-standard-1') => ({ name, type, count });
    const cluster = (...pools: readonly object[]) => ({
      region: 'eu-west',
      k8sVersion: '1.25',
      pools,
    });
    world.cluster.apply(prod, cluster(pool('a', 1), pool('b', 1)));
    await minutes(40);
    world.cluster.apply(prod, cluster(pool('new', 1, 'g6-no-such'), pool('a', 1), pool('b', 4)));
    await minutes(20);
    const counts = rows(`/kube/clusters/${rows('/kube/clusters')[0]?.id}/pools`).map(
      ({ count }) => count,
    );
    expect([counts, reason(prod)]).toEqual([[1, 4], 'Rejected']);
    await world.stop();
  });
});

describe('an instance whose power the spec does not name', () => {
  const unmanaged = (type: string) => ({ region: 'eu-west', type, image: 'compute/debian11' });

  test('runs again after a resize, and is not Ready before', async () => {
    const { world, rows, minutes } = begun();
    world.cluster.apply(WEB, unmanaged('g6-nanode-1'));
    await minutes(10);
    world.cluster.apply(WEB, unmanaged('g6-standard-1'));
    const early: string[] = [];
    for (let spent = 0; spent < 20 * MINUTE_MS; spent += 5_000) {
      await world.time.advance(5_000);
      const [one] = rows(machines);
      if (one?.['status'] !== 'running' && world.condition(WEB, 'Ready')?.status === 'True')
        early.push(one?.status ?? 'gone');
    }
    expect(early).toEqual([]);
    expect(rows(machines).map(({ type, status }) => `${type} ${status}`)).toEqual([
      'g6-standard-1 running',
    ]);
    expect(membersOf(world.cluster.get(WEB)?.status)['item']).toBeUndefined();
    await world.stop();
  });

  test('stays off after a resize that found it off', async () => {
    const { world, rows, act, minutes } = begun();
    world.cluster.apply(WEB, unmanaged('g6-nanode-1'));
    await minutes(10);
    act('POST', `${machines}/${rows(machines)[0]?.id}/shutdown`);
    await minutes(10);
    world.cluster.apply(WEB, unmanaged('g6-standard-1'));
    await minutes(20);
    expect(rows(machines).map(({ type, status }) => `${type} ${status}`)).toEqual([
      'g6-standard-1 offline',
    ]);
    expect(world.condition(WEB, 'Ready')?.status).toBe('True');
    await world.stop();
  });
});
