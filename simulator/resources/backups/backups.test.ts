import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import {
  DEPLOYED,
  field,
  first,
  make,
  PLACE,
  running,
} from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const all = (id: number): string => `/compute/instances/${id}/backups`;
const enabled = (stage: Stage): number => running(stage, { backups_enabled: true });
const DAY_MS = 86_400_000;

const snapped = (stage: Stage): number => {
  const id = enabled(stage);
  make(stage, all(id), { label: 'snap' });
  stage.settle();
  return id;
};

/** Takes a snapshot that still needs post-processing. */
const taken = (stage: Stage): number => {
  const id = enabled(stage);
  make(stage, all(id), { label: 'snap' });
  while (field(stage, all(id), 'snapshot', 'in_progress', 'status') !== 'needsPostProcessing')
    stage.pass(1000);
  return id;
};

const inProgress = (stage: Stage, id: number): number =>
  Number(field(stage, all(id), 'snapshot', 'in_progress', 'id'));

const snapshot = (stage: Stage, id: number): unknown =>
  field(stage, all(id), 'snapshot', 'current', 'id');
const restore = (stage: Stage, id: number): string =>
  `${all(id)}/${String(snapshot(stage, id))}/restore`;

playAll([
  {
    name: 'backups are in no envelope',
    given: running,
    call: (id) => ['GET', all(id)],
    has: { automatic: [], snapshot: { current: null, in_progress: null } },
  },
  {
    name: 'a snapshot wants backups enabled',
    given: running,
    call: (id) => ['POST', all(id), { label: 'snap' }],
    status: 400,
    problems: ['Backups must be enabled to take a snapshot.'],
  },
  {
    name: 'a snapshot is pending first',
    given: enabled,
    call: (id) => ['POST', all(id), { label: 'snap' }],
    has: { type: 'snapshot', status: 'pending', finished: null, configs: [], disks: [] },
  },
  {
    name: 'a finished snapshot lists its contents',
    given: snapped,
    call: (id) => ['GET', all(id)],
    has: {
      snapshot: {
        in_progress: null,
        current: {
          status: 'successful',
          configs: ['My Debian 11 Disk Profile'],
          disks: [{ label: 'Debian 11 Disk' }, { filesystem: 'swap' }],
        },
      },
    },
  },
  {
    name: 'canceling deletes what is stored',
    given: snapped,
    call: (id) => ['POST', `${all(id)}/cancel`],
    has: {},
    afterwards: (stage, id) => {
      expect(snapshot(stage, id)).toBeUndefined();
      expect(field(stage, `/compute/instances/${id}`, 'backups', 'enabled')).toBe(false);
    },
  },
  {
    name: 'an instance can be made from a backup',
    given: snapped,
    call: (id, stage) => [
      'POST',
      '/compute/instances',
      { ...PLACE, backup_id: snapshot(stage, id) },
    ],
    afterwards: (stage, id) => {
      stage.settle();
      expect(field(stage, `/compute/instances/${id + 1}`, 'status')).toBe('running');
      expect(field(stage, `/compute/instances/${id + 1}/disks`, 'results')).toBe(2);
    },
  },
  {
    name: 'a backup stays in its region',
    given: snapped,
    call: (id, stage) => [
      'POST',
      '/compute/instances',
      { ...PLACE, region: 'eu-west', backup_id: snapshot(stage, id) },
    ],
    status: 400,
    problems: ['region: The backup is in another region'],
  },
  {
    name: 'a backup and an image exclude each other',
    given: snapped,
    call: (id, stage) => [
      'POST',
      '/compute/instances',
      { ...DEPLOYED, backup_id: snapshot(stage, id) },
    ],
    status: 400,
    problems: ['backup_id: backup_id and image exclude each other'],
  },
  {
    name: 'restoring needs room',
    given: snapped,
    call: (id, stage) => ['POST', restore(stage, id), { compute_id: id }],
    status: 400,
    problems: ['compute_id: The Compute has not enough free disk'],
  },
  {
    name: 'restoring with overwrite replaces disks and profiles, and holds a deletion',
    given: snapped,
    call: (id, stage) => ['POST', restore(stage, id), { compute_id: id, overwrite: true }],
    has: {},
    afterwards: (stage, id) => {
      expect(stage.call('DELETE', `/compute/instances/${id}`).status).toBe(400);
      stage.pass(5000);
      expect(field(stage, `/compute/instances/${id}`, 'status')).toBe('restoring');
      stage.settle();
      expect(field(stage, `/compute/instances/${id}`, 'status')).toBe('offline');
      expect(field(stage, `/compute/instances/${id}/disks`, 'results')).toBe(2);
    },
  },
  {
    name: 'a snapshot that needs post-processing is available',
    given: taken,
    call: (id) => ['GET', all(id)],
    has: {
      snapshot: {
        current: null,
        in_progress: { available: true, finished: expect.any(String), disks: [{}, {}] },
      },
    },
    afterwards: (stage, id) =>
      expect(field(stage, `/compute/instances/${id}`, 'backups', 'available')).toBe(true),
  },
  {
    name: 'a snapshot that needs post-processing is restored',
    given: taken,
    call: (id, stage) => [
      'POST',
      `${all(id)}/${inProgress(stage, id)}/restore`,
      { compute_id: id, overwrite: true },
    ],
    afterwards: (stage, id) => {
      stage.settle();
      expect(field(stage, all(id), 'snapshot', 'current', 'status')).toBe('successful');
    },
  },
  {
    name: 'an instance is made from a snapshot that needs post-processing',
    given: taken,
    call: (id, stage) => [
      'POST',
      '/compute/instances',
      { ...PLACE, backup_id: inProgress(stage, id) },
    ],
  },
  {
    name: 'no instance is made from a snapshot that is being taken',
    given: (stage) => {
      const id = enabled(stage);
      make(stage, all(id), { label: 'snap' });
      return id;
    },
    call: (id, stage) => [
      'POST',
      '/compute/instances',
      { ...PLACE, backup_id: inProgress(stage, id) },
    ],
    status: 400,
    problems: ['backup_id: backup_id is not valid'],
  },
  {
    name: 'an unknown backup is not found',
    given: enabled,
    call: (id) => ['GET', `${all(id)}/5`],
    status: 404,
  },
]);

test('the day and the window are chosen some time after enabling', () => {
  const stage = openStage();
  const id = make(stage, '/compute/instances', { ...DEPLOYED, backups_enabled: true });
  expect(field(stage, `/compute/instances/${id}`, 'backups', 'schedule')).toEqual({
    day: 'Scheduling',
    window: 'Scheduling',
  });
  stage.pass(61_000);
  expect(field(stage, `/compute/instances/${id}`, 'backups', 'schedule', 'window')).toMatch(
    /^W\d+$/,
  );
});

test('there is a backup every day, three are kept, and the record says when', () => {
  const stage = openStage();
  const id = enabled(stage);
  for (let day = 0; day < 5; day += 1) stage.pass(DAY_MS);
  expect(stage.call('GET', all(id)).at('automatic')).toHaveLength(3);
  expect(field(stage, `/compute/instances/${id}`, 'backups', 'available')).toBe(true);
});

test('enabling again after canceling makes one backup a day, not two', () => {
  const stage = openStage();
  const id = enabled(stage);
  stage.call('POST', `${all(id)}/cancel`);
  stage.call('POST', `${all(id)}/enable`);
  stage.pass(DAY_MS + 1000);
  expect(stage.call('GET', all(id)).at('automatic')).toHaveLength(1);
});

test('a snapshot takes the place of the one before only when it is done', () => {
  const stage = openStage();
  const id = snapped(stage);
  const before = snapshot(stage, id);
  const next = make(stage, all(id), { label: 'next' });
  stage.pass(10_000);
  expect([snapshot(stage, id), field(stage, all(id), 'snapshot', 'in_progress', 'status')]).toEqual(
    [before, 'running'],
  );
  stage.settle();
  expect(snapshot(stage, id)).toBe(next);
  expect(first(stage, '/compute/instances')).toBe(id);
});
