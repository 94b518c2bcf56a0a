import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { DEPLOYED, fresh, make, running, volume } from '../test/support/simulator/givens.ts';
import { OPENING, openStage, type Stage } from '../test/support/simulator/stage.ts';
import { manualClock } from './core/clock.ts';
import { createSimulator } from './simulator.ts';

const ids = fc.constantFrom(46_000_001, 46_000_002, 720_001, 720_002);

/** A request to the service, or a lapse of time. */
const deed: fc.Arbitrary<(stage: Stage) => void> = fc.oneof(
  fc.constant((stage: Stage) => void stage.call('POST', '/compute/instances', DEPLOYED)),
  fc.constant(
    (stage: Stage) =>
      void stage.call('POST', '/volumes', { label: 'v', region: 'us-east', tags: ['one'] }),
  ),
  ids.map((id) => (stage: Stage) => void stage.call('DELETE', `/compute/instances/${id}`)),
  ids.map((id) => (stage: Stage) => void stage.call('DELETE', `/volumes/${id}`)),
  ids.map((id) => (stage: Stage) => void stage.call('POST', `/volumes/${id}/detach`)),
  fc.tuple(ids, ids).map(
    ([id, compute_id]) =>
      (stage: Stage) =>
        void stage.call('POST', `/volumes/${id}/attach`, { compute_id }),
  ),
  fc.tuple(ids, fc.constantFrom('boot', 'reboot', 'shutdown', 'backups/enable')).map(
    ([id, action]) =>
      (stage: Stage) =>
        void stage.call('POST', `/compute/instances/${id}/${action}`),
  ),
  ids.map(
    (id) => (stage: Stage) =>
      void stage.call('POST', `/compute/instances/${id}/clone`, {
        region: 'us-east',
        type: 'g6-nanode-1',
      }),
  ),
  fc.nat(90_000).map((ms) => (stage: Stage) => stage.pass(ms)),
);

const deeds = fc.array(deed, { maxLength: 30 });

test.prop([deeds, fc.nat(1000), fc.constantFrom('recorded' as const, 'documents' as const)])(
  'the same seed and deeds give the same world',
  (acts, seed, dialect) => {
    const worlds = [0, 1].map(() => {
      const stage = openStage({ seed, dialect });
      for (const act of acts) act(stage);
      return JSON.stringify(stage.sim.world());
    });
    expect(worlds[0]).toBe(worlds[1]);
  },
);

test.prop([deeds])('reading changes nothing of what happens later', (acts) => {
  const [quiet, read] = [openStage(), openStage()];
  for (const act of acts) {
    act(quiet);
    act(read);
    for (const path of ['/volumes', '/compute/instances', '/account/events', '/tags'])
      read.call('GET', path);
  }
  expect(read.sim.world().tables).toEqual(quiet.sim.world().tables);
});

test.prop([deeds])(
  'nothing that was done stays under way for ever, and volumes point at instances',
  (acts) => {
    const stage = openStage();
    for (const act of acts) act(stage);
    for (let hour = 0; hour < 3; hour += 1) stage.settle();
    const { tables } = stage.sim.world();
    const statuses = ['instances', 'volumes', 'disks'].flatMap((name) =>
      (tables[name] ?? []).map((row) => (row as { readonly status?: string }).status),
    );
    expect(
      statuses.filter(
        (status) => !['running', 'offline', 'active', 'ready'].includes(status ?? ''),
      ),
    ).toEqual([]);
    expect(tables['jobs'] ?? []).toEqual([]);
    const there = new Set<unknown>([null, ...(tables['instances'] ?? []).map(({ id }) => id)]);
    for (const row of tables['volumes'] ?? [])
      expect(there.has((row as { readonly compute_id?: unknown }).compute_id)).toBe(true);
  },
);

test('a world that was written down goes on where it was', () => {
  const clock = manualClock(OPENING);
  const before = createSimulator({ clock, seed: 5 });
  const stage = openStage({ clock, seed: 5 });
  expect(before.tokens).toEqual(stage.sim.tokens);
  const id = fresh(stage);
  const kept = JSON.parse(JSON.stringify(stage.sim.world())) as ReturnType<typeof before.world>;
  const later = manualClock(OPENING + 3_600_000);
  const after = openStage({ clock: later, world: kept, seed: 9 });
  expect(after.sim.tokens).toEqual(stage.sim.tokens);
  expect(after.call('GET', `/compute/instances/${id}`).at('status')).toBe('running');
  const [created] = after.call('GET', '/account/events').at('data') as readonly {
    readonly status: string;
  }[];
  expect(created?.status).toBe('finished');
});

test('ten thousand volumes are listed in pages of 500, each once', () => {
  const stage = openStage();
  const compute_id = running(stage);
  volume(stage, { compute_id });
  for (let number = 0; number < 9999; number += 1)
    make(stage, '/volumes', { label: `v${number}`, region: 'us-east', tags: ['k8s:one'] });
  stage.settle();
  const listed = Array.from({ length: 20 }, (_, page) => {
    const rows = stage
      .call('GET', `/volumes?page=${page + 1}&page_size=500`)
      .at('data') as readonly { readonly id: number }[];
    expect(rows).toHaveLength(500);
    return rows.map(({ id }) => id);
  });
  expect(new Set(listed.flat()).size).toBe(10_000);
});
