import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';
import { events } from '../../core/events.ts';
import { databaseBackups } from '../database-backups/table.ts';
import { databaseTable } from './table.ts';

const ALL = '/databases/mysql/instances';
const BODY = { label: 'database', engine: 'mysql/8.0.26', region: 'us-east', type: 'g6-nanode-1' };
const DAY_MS = 86_400_000;

const ids = fc.constantFrom(10_001, 10_002);
const backups = fc.integer({ min: 170_001, max: 170_006 });
const labels = fc.constantFrom('one', 'two', 'three', 'four', 'five');

const call =
  (method: string, path: string, body?: unknown) =>
  (stage: Stage): void =>
    void stage.call(method, path, body);

/** An action on databases, or a lapse of time. */
const deed: fc.Arbitrary<(stage: Stage) => void> = fc.oneof(
  labels.map((label) => call('POST', ALL, { ...BODY, label })),
  ids.map((id) => call('DELETE', `${ALL}/${id}`)),
  fc
    .tuple(ids, labels)
    .map(([id, label]) =>
      call('PUT', `${ALL}/${id}`, { label, updates: { frequency: 'monthly', week_of_month: 1 } }),
    ),
  ids.map((id) => call('POST', `${ALL}/${id}/patch`)),
  ids.map((id) => call('POST', `${ALL}/${id}/credentials/reset`)),
  fc.tuple(ids, labels).map(([id, label]) => call('POST', `${ALL}/${id}/backups`, { label })),
  fc
    .tuple(ids, backups)
    .map(([id, backup]) => call('POST', `${ALL}/${id}/backups/${backup}/restore`)),
  fc.tuple(ids, backups).map(([id, backup]) => call('DELETE', `${ALL}/${id}/backups/${backup}`)),
  fc
    .constantFrom(3000, 120_000, 1_800_000, DAY_MS, 3 * DAY_MS)
    .map((ms) => (stage: Stage) => stage.pass(ms)),
);

const later = (acts: readonly ((stage: Stage) => void)[]): Stage => {
  const stage = openStage();
  call('POST', ALL, BODY)(stage);
  stage.settle();
  for (const act of acts) act(stage);
  for (let hour = 0; hour < 3; hour += 1) stage.settle();
  return stage;
};

test.prop([fc.array(deed, { maxLength: 40 })])(
  'whatever is done, databases come to rest, and backups stay within their limits',
  (acts) => {
    const stage = later(acts);
    const databases = databaseTable.all(stage.sim.world());
    expect(databases.filter(({ status }) => status !== 'active' && status !== 'failed')).toEqual(
      [],
    );
    expect(new Set(databases.map(({ label }) => label)).size).toBe(databases.length);
    const kept = databaseBackups.all(stage.sim.world());
    const known = new Set(databases.map(({ id }) => id));
    expect(kept.filter(({ databaseId }) => !known.has(databaseId))).toEqual([]);
    for (const { id } of databases) {
      const types = kept.filter(({ databaseId }) => databaseId === id).map(({ type }) => type);
      expect(types.filter((type) => type === 'snapshot').length).toBeLessThanOrEqual(3);
      expect(types.filter((type) => type === 'auto').length).toBeLessThanOrEqual(7);
    }
  },
);

test.prop([fc.array(deed, { maxLength: 40 })])('an event that began ends', (acts) => {
  const stage = later(acts);
  expect(
    events
      .all(stage.sim.world())
      .filter(({ status, seconds }) => seconds !== null && status === 'notification'),
  ).toEqual([]);
});
