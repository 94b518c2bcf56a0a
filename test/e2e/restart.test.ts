import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Installation, startInstallation } from './installation.ts';
import type { OperatorProcess } from './operator-process.ts';
import { soon } from './soon.ts';

const WEB = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };
const DATA = { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } };
const LISTINGS = ['GET /profile', 'GET /volumes', 'GET /compute/instances', 'GET /account/events'];

let at: Installation;

beforeAll(async () => {
  at = await startInstallation('restart');
  await at.objects.apply('Instance', 'web', {
    ...WEB,
    booted: true,
    backupsEnabled: true,
    configs: [{ label: 'main' }],
    tags: ['blue'],
  });
  await at.objects.apply('Volume', 'data', {
    ...DATA,
    attachment: { mode: 'Attached', instanceRef: { name: 'web' } },
  });
  for (const name of ['one', 'two', 'three']) await at.objects.apply('Volume', name, DATA);
  await at.objects.ready('Instance', 'web');
  for (const name of ['data', 'one', 'two', 'three']) await at.objects.ready('Volume', name);
});
afterAll(() => at?.close());

/** Resolves after this many sweeps of the whole account. */
async function looks(times: number): Promise<void> {
  await at.service.resetCalls();
  await soon('looks at the account', async () => {
    const calls = await at.service.calls();
    const done = Math.min(calls['GET /volumes'] ?? 0, calls['GET /compute/instances'] ?? 0);
    return { done: done >= times || null, seen: JSON.stringify(calls) };
  });
}

/** Returns the versions of all objects, Secrets and events, which every write changes. */
async function versions(): Promise<readonly string[]> {
  const { api, namespace } = at.objects;
  const group = '/apis/cloudinfra.dev/v1alpha1';
  const paths = [
    `${group}/namespaces/${namespace}/instances`,
    `${group}/namespaces/${namespace}/volumes`,
  ].concat(['secrets', 'events'].map((plural) => `/api/v1/namespaces/${namespace}/${plural}`));
  const answers = await Promise.all(paths.map((path) => api.request('GET', path)));
  return answers.flatMap(({ body }) => {
    const { items } = body as {
      readonly items: readonly {
        readonly metadata: { readonly name: string; readonly resourceVersion: string };
      }[];
    };
    return items.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`);
  });
}

interface Line {
  readonly time: string;
  readonly msg: string;
  readonly name?: string;
  readonly steps?: readonly string[];
}

const linesOf = async (operator: OperatorProcess): Promise<readonly Line[]> =>
  (await operator.log())
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
/** Resolves with the matching lines of an operator's log, once there is one. */
const said = (operator: OperatorProcess, isSo: (line: Line) => boolean): Promise<readonly Line[]> =>
  soon('a line in the log', async () => {
    const lines = await linesOf(operator);
    const found = lines.filter(isSo);
    return { done: found.length > 0 ? found : null, seen: JSON.stringify(lines.slice(-3)) };
  });

/** Stops an operator gracefully. @returns its ending */
async function stop({ component }: OperatorProcess): Promise<string> {
  const ended = component.ended();
  await component.kill('SIGTERM');
  return (await ended).split('\n')[0] ?? '';
}

describe('an operator that is started again over objects at rest', () => {
  test.for(['SIGTERM', 'SIGKILL'] as const)(
    'after %s writes nothing, and asks the account for nothing but its listings',
    async (signal) => {
      const { component } = at.operator;
      await looks(2);
      const before = await versions();
      await component.kill(signal);
      await at.service.resetCalls();
      await component.start();
      await soon('looks at the account', async () => {
        const calls = await at.service.calls();
        return {
          done:
            (calls['GET /volumes'] ?? 0) >= 3 && (calls['GET /compute/instances'] ?? 0) >= 3
              ? true
              : null,
          seen: JSON.stringify(calls),
        };
      });
      expect(
        Object.keys(await at.service.calls()).filter((call) => !LISTINGS.includes(call)),
      ).toEqual([]);
      expect(
        await at.operator.metric('controller_runtime_reconcile_total', 'result="success"'),
      ).toBe(5);
      expect(await at.operator.metric('cloudinfra_kubernetes_writes_total')).toBe(0);
      // An operator without an election patches only its own Lease.
      const written = await Promise.all(
        ['POST', 'PUT', 'DELETE'].map((method) =>
          at.operator.metric('rest_client_requests_total', `method="${method}"`),
        ),
      );
      expect(written).toEqual([0, 0, 0]);
      expect(await versions()).toEqual(before);
    },
  );

  test('ends with exit code 0 when it is asked to', async () => {
    expect(await stop(at.operator)).toContain('ended (exit code 0)');
    await at.operator.component.start();
  });

  test('does what was asked for while it was away', async () => {
    await at.operator.component.kill();
    await at.objects.apply('Volume', 'one', { ...DATA, size: 30 });
    await at.objects.apply('Volume', 'four', DATA);
    await at.objects.delete('Volume', 'two');
    await at.operator.component.start();
    for (const name of ['one', 'four']) await at.objects.ready('Volume', name);
    await at.objects.gone('Volume', 'two');
    const found = await at.service.rows<{ readonly label: string; readonly size: number }>(
      '/volumes',
    );
    expect(found.map(({ label, size }) => `${label} ${size}`).toSorted()).toEqual([
      'data 20',
      'four 20',
      'one 30',
      'three 20',
    ]);
  });
});

describe('of two operators', () => {
  let pair: readonly [OperatorProcess, OperatorProcess];
  beforeAll(async () => {
    await stop(at.operator);
    // Another Lease means another operator.
    await at.kubectl(
      'annotate',
      'cloud',
      '--all',
      'cloudinfra.dev/moved-from=default/cloudinfra-operator-restart',
    );
    const elect = { flags: ['--leader-elect', '--lease-namespace', at.objects.namespace] };
    pair = [await at.another('first', elect), await at.another('second', elect)];
    await Promise.all(pair.map(({ component }) => component.start()));
  });

  const leads = async (operator: OperatorProcess): Promise<boolean> =>
    (await operator.metric('leader_election_master_status')) === 1;
  /** Returns the leader, and the standby. */
  const roles = (): Promise<readonly [OperatorProcess, OperatorProcess]> =>
    soon('one leader', async () => {
      const leading = await Promise.all(pair.map(leads));
      const [first, second] = pair;
      const inOrder = leading[0] === true ? ([first, second] as const) : ([second, first] as const);
      return {
        done: leading.filter(Boolean).length === 1 ? inOrder : null,
        seen: leading.join(', '),
      };
    });
  const takenOver = (heir: OperatorProcess) =>
    soon('the other one to lead', async () => ({
      done: (await leads(heir)) || null,
      seen: 'it does not',
    }));
  const holder = async (): Promise<string> => {
    const path = `/apis/coordination.k8s.io/v1/namespaces/${at.objects.namespace}/leases/cloudinfra-operator`;
    const { body } = await at.objects.api.request('GET', path);
    return (
      (body as { readonly spec: { readonly holderIdentity?: string } }).spec.holderIdentity ?? ''
    );
  };
  const volumes = async (): Promise<readonly string[]> =>
    (await at.service.rows<{ readonly label: string }>('/volumes')).map(({ label }) => label);

  test('one works, and lets go of the lease when it is asked to end, so that the other one takes over at once', async () => {
    const [leader, heir] = await roles();
    await at.objects.apply('Volume', 'of-the-first', DATA);
    await at.objects.ready('Volume', 'of-the-first');
    const before = await holder();
    expect(before).not.toBe('');
    expect(await stop(leader)).toContain('exit code 0');
    expect(await holder()).not.toBe(before);
    await takenOver(heir);
    await at.objects.apply('Volume', 'of-the-second', DATA);
    await at.objects.ready('Volume', 'of-the-second');
    await leader.component.start();
  });

  test('one that is asked to end finishes what it writes, begins nothing more, and only then lets the other one lead', async () => {
    const [leader, heir] = await roles();
    const begunAt = Date.now();
    await at.service.fault({ kind: 'delay', route: '/volumes', method: 'POST', delayMs: 2_500 });
    await at.service.resetCalls();
    await at.objects.apply('Volume', 'under-way', DATA);
    await soon('the create to be sent', async () => {
      const sent = (await at.service.calls())['POST /volumes'] ?? 0;
      return { done: sent > 0 || null, seen: `${sent} of them` };
    });
    const ended = stop(leader);
    await said(leader, ({ msg }) => msg === 'stopping');
    await at.objects.apply('Volume', 'too-late', DATA);
    expect(await ended).toContain('exit code 0');
    const endedAt = Date.now();
    const [led] = await said(
      heir,
      ({ msg, time }) => msg === 'leading' && Date.parse(time) > begunAt,
    );
    await at.service.clearFaults();
    const last = (await linesOf(leader)).slice(
      (await linesOf(leader)).findLastIndex(({ msg }) => msg === 'stopping'),
    );
    expect(last.filter(({ name }) => name === 'too-late')).toEqual([]);
    const [made] = last.filter(({ name, msg }) => name === 'under-way' && msg === 'acted');
    expect(made?.steps?.[0]).toContain('Create (POST /volumes)');
    expect(Date.parse(led?.time ?? '')).toBeGreaterThanOrEqual(Date.parse(made?.time ?? ''));
    process.stdout.write(
      `the other replica leads ${Date.parse(led?.time ?? '') - endedAt} ms after the first has ended\n`,
    );
    for (const name of ['under-way', 'too-late']) await at.objects.ready('Volume', name);
    expect((await volumes()).filter((label) => label === 'under-way')).toHaveLength(1);
    await leader.component.start();
  });

  test('the other one takes over when the lease runs out, and nothing is doubled', async () => {
    const [leader, heir] = await roles();
    await at.objects.apply('Volume', 'in-between', DATA);
    await leader.component.kill('SIGKILL');
    await takenOver(heir);
    await at.objects.ready('Volume', 'in-between');
    expect((await volumes()).filter((label) => label === 'in-between')).toHaveLength(1);
  });
});
