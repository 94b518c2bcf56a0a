import { describe, expect, test } from 'vitest';
import { markOf } from '../../src/model/tags.ts';
import { familiesOf, samplesOf, seriesOf, sumOf } from '../deploy/monitoring/exposition.ts';
import { type Measured, measured } from '../deploy/monitoring/measured.ts';
import type { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const VOLUME = { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } };
const name = (volume: string) => ({ kind: 'Volume', namespace: 'team', name: volume });

const idOf = ({ world }: Measured, volume: string): number | undefined =>
  (world.cluster.get(name(volume))?.status as { readonly id?: number } | undefined)?.id;
const labelOf = ({ world }: Measured, id: number | undefined): string =>
  (world.outsider.call('GET', `/volumes/${id}`).body as { readonly label: string }).label;
const isReady = ({ world }: Measured, volume: string): boolean =>
  world.condition(name(volume), 'Ready')?.status === 'True';

/** Builds volumes with marks; then starts the operator, until all are idle. */
async function atRest(count: number): Promise<Measured> {
  const installation = measured();
  const { world } = installation;
  for (let i = 0; i < count; i++) {
    const { uid } = world.cluster.apply(name(`data-${i}`), VOLUME).metadata;
    world.outsider.call('POST', '/volumes', {
      region: 'eu-west',
      size: 20,
      label: `data-${i}`,
      tags: [markOf(uid)],
    });
  }
  world.start();
  await world.until(() =>
    Array.from({ length: count }, (_, i) => isReady(installation, `data-${i}`)).every(Boolean),
  );
  return installation;
}

/** Lets the service refuse an object once; it is paused then. */
async function refuse(world: World): Promise<void> {
  const route = { method: 'POST', route: '/volumes' } as const;
  const reason = { status: 400, field: 'size', reason: 'size is not valid' };
  world.service.addFault({ kind: 'refuse', ...route, ...reason });
  world.cluster.apply(name('odd'), VOLUME);
  await world.until(() => world.condition(name('odd'), 'Synced')?.reason === 'Rejected');
  world.service.clearFaults();
  world.cluster.apply(name('odd'), { ...VOLUME, policy: { mode: 'Paused' } });
}

/** Produces every kind of event: a create, a change, a drift, a refusal, a held plan, a waiting
 *  object, a deletion. */
async function lived(installation: Measured): Promise<void> {
  const { world } = installation;
  await refuse(world);
  world.cluster.apply(name('made'), {
    ...VOLUME,
    label: 'made',
    policy: { deletion: 'Delete', drift: 'Correct' },
  });
  world.cluster.apply(name('seen'), { ...VOLUME, policy: { mode: 'Preview' } });
  world.cluster.apply(name('waits'), {
    ...VOLUME,
    attachment: { mode: 'Attached', instanceRef: { name: 'nobody' } },
  });
  await world.until(() => isReady(installation, 'made'));
  const id = idOf(installation, 'made');
  world.outsider.call('PUT', `/volumes/${id}`, { label: 'renamed' });
  await world.until(() => labelOf(installation, id) === 'made');
  world.cluster.delete(name('made'));
  await world.until(() => world.cluster.get(name('made')) === undefined);
  await world.time.advance(15 * MINUTE_MS);
}

describe('the work of a pass is exported', () => {
  test('whole: what was sent, what failed, what drifted, what is waited for, and for how long', async () => {
    const installation = await atRest(2);
    await lived(installation);
    const text = await installation.scrape();
    const volumes = (metric: string, labels = {}) =>
      sumOf(text, metric, { kind: 'Volume', ...labels });
    expect(volumes('cloudinfra_drift_found_total')).toBe(1);
    expect(volumes('cloudinfra_drift_corrected_total')).toBe(1);
    expect(volumes('cloudinfra_steps_total', { result: 'error' })).toBeGreaterThan(0);
    expect(volumes('cloudinfra_steps_total', { result: 'success' })).toBeGreaterThanOrEqual(3);
    expect(volumes('cloudinfra_plans_held', { why: 'Preview' })).toBe(1);
    expect(volumes('cloudinfra_objects', { condition: 'Ready', status: 'True' })).toBe(2);
    expect(volumes('cloudinfra_objects_unsynced', { reason: 'WaitingForReference' })).toBe(1);
    expect(volumes('cloudinfra_longest_not_ready_seconds')).toBeGreaterThan(15 * 60);
    expect(volumes('cloudinfra_time_to_delete_seconds_count')).toBe(1);
    expect(volumes('cloudinfra_time_to_ready_seconds_count')).toBeGreaterThanOrEqual(3);
    expect(sumOf(text, 'cloudinfra_credentials', { state: 'accepted' })).toBe(1);
    expect(sumOf(text, 'leader_election_master_status')).toBe(1);
    expect(sumOf(text, 'cloudinfra_watch_silence_seconds')).toBe(70);
    await installation.world.stop();
  });

  test('a call that the service refuses is no step that was done', async () => {
    const installation = measured();
    const { world } = installation;
    world.start();
    world.service.addFault({ kind: 'throttle', route: '/volumes', method: 'POST' });
    world.cluster.apply(name('late'), VOLUME);
    await world.time.advance(MINUTE_MS);
    const text = await installation.scrape();
    expect(sumOf(text, 'cloudinfra_steps_total', { kind: 'Volume', result: 'success' })).toBe(0);
    expect(
      sumOf(text, 'cloudinfra_steps_total', { kind: 'Volume', result: 'error' }),
    ).toBeGreaterThan(0);
    expect(world.cluster.events.filter(({ reason }) => reason === 'Acted')).toEqual([]);
    await world.stop();
  });

  test('drift that is only reported is found once, however often it is seen', async () => {
    const installation = measured();
    const { world } = installation;
    world.start();
    world.cluster.apply(name('told'), { ...VOLUME, label: 'told', policy: { drift: 'Report' } });
    await world.until(() => isReady(installation, 'told'));
    world.outsider.call('PUT', `/volumes/${idOf(installation, 'told')}`, { label: 'renamed' });
    await world.time.advance(120 * MINUTE_MS);
    const text = await installation.scrape();
    expect(sumOf(text, 'cloudinfra_drift_found_total', { kind: 'Volume' })).toBe(1);
    expect(sumOf(text, 'cloudinfra_drift_corrected_total', { kind: 'Volume' })).toBe(0);
    await world.stop();
  });

  test('a replica that does not lead exports no accounts', async () => {
    const installation = await atRest(1);
    installation.world.kill();
    const text = await installation.scrape();
    expect(sumOf(text, 'leader_election_master_status')).toBe(0);
    expect(
      samplesOf(text).filter(({ name: metric }) => /budget_limit|observation_age/.test(metric)),
    ).toEqual([]);
    expect(
      sumOf(text, 'cloudinfra_objects', { kind: 'Volume', condition: 'Ready', status: 'True' }),
    ).toBe(1);
  });
});

describe('the series', () => {
  test('are the same for 10 objects and for 300, and none names an object, an id, an account, a user or a token', {
    timeout: 120_000,
  }, async () => {
    const seen: (readonly string[])[] = [];
    for (const count of [10, 300]) {
      const installation = await atRest(count);
      await lived(installation);
      const text = await installation.scrape();
      seen.push(seriesOf(text));
      expect(
        labelsOf(text).filter((word) =>
          forbiddenIn(installation).some((one) => word.toLowerCase().includes(one)),
        ),
      ).toEqual([]);
      await installation.world.stop();
    }
    expect(seen[0]?.length).toBeGreaterThan(500);
    expect(seen[1]).toEqual(seen[0]);
  });

  test('of the work queue cover the controller of Operations', async () => {
    const text = await measured().scrape();
    expect(text).toContain('workqueue_depth{name="Operation"} 0\n');
    expect(text).toContain('controller_runtime_active_workers{controller="Operation"} 0\n');
    expect(text).toContain(
      'controller_runtime_max_concurrent_reconciles{controller="Operation"} 20\n',
    );
  });

  test('all have a help text, and none is exported twice', async () => {
    const text = await measured().scrape();
    const families = familiesOf(text);
    expect(families.length).toBeGreaterThan(40);
    expect(families.filter(({ help }) => !/^[A-Z].{10,}\.$/.test(help))).toEqual([]);
    expect(new Set(families.map((family) => family.name)).size).toBe(families.length);
    expect(new Set(seriesOf(text)).size).toBe(seriesOf(text).length);
  });

  test('a reason of another writer becomes no label', async () => {
    const installation = measured();
    const reasons = [
      'x'.repeat(500),
      ...Array.from(
        { length: 100 },
        (_, i) => `Made${'abcdefghij'[i % 10]}${'abcdefghij'[Math.floor(i / 10)]}`,
      ),
    ];
    for (const [i, reason] of reasons.entries()) {
      const { cluster } = installation.world;
      const object = cluster.apply(name(`odd-${i}`), VOLUME);
      await cluster.patchStatus(object, {
        conditions: [
          {
            type: 'Synced',
            status: 'False',
            reason,
            message: '',
            lastTransitionTime: '2026-01-01T00:00:00Z',
          },
        ],
      });
    }
    const unsynced = samplesOf(await installation.scrape()).filter(
      (sample) => sample.name === 'cloudinfra_objects_unsynced',
    );
    expect(unsynced.length).toBeLessThanOrEqual(41);
    expect(unsynced.reduce((sum, { value }) => sum + value, 0)).toBe(reasons.length);
    expect(unsynced.filter(({ labels }) => (labels['reason'] ?? '').length > 100)).toEqual([]);
  });
});

const labelsOf = (text: string): readonly string[] => [
  ...new Set(samplesOf(text).flatMap(({ labels }) => Object.values(labels))),
];

/** Returns forbidden texts in lower case. */
function forbiddenIn(installation: Measured): readonly string[] {
  const { world } = installation;
  const objects = world.cluster.all('Volume');
  const items = objects
    .flatMap(({ metadata }) => idOf(installation, metadata.name) ?? [])
    .map(String);
  const accounts = objects.flatMap(
    ({ status }) => (status as { readonly account?: string } | undefined)?.account ?? [],
  );
  const { username } = world.outsider.call('GET', '/profile').body as { readonly username: string };
  const told = [
    ...objects.flatMap(({ metadata }) => [metadata.name, metadata.namespace, metadata.uid]),
    ...items,
    ...accounts,
    username,
  ];
  expect(new Set(told).size).toBeGreaterThan(10);
  return [...new Set([...told, ...Object.values(world.service.tokens)])].map((word) =>
    word.toLowerCase(),
  );
}
