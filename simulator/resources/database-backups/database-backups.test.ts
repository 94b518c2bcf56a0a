import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { field, make } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const ALL = '/databases/mysql/instances';
const BODY = { label: 'database', engine: 'mysql/8.0.26', region: 'us-east', type: 'g6-nanode-1' };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const fresh = (stage: Stage): number => make(stage, ALL, BODY);

const active = (stage: Stage): number => {
  const id = fresh(stage);
  stage.settle();
  return id;
};

const backups = (id: number): string => `${ALL}/${id}/backups`;

const withSnapshots =
  (...labels: readonly string[]) =>
  (stage: Stage): number => {
    const id = active(stage);
    for (const label of labels) {
      stage.call('POST', backups(id), { label });
      stage.pass(5 * MINUTE_MS);
    }
    return id;
  };

const labels = (stage: Stage, id: number): readonly unknown[] =>
  (field(stage, backups(id), 'data') as readonly { readonly label: unknown }[]).map(
    ({ label }) => label,
  );

const firstOf = (stage: Stage, id: number): string =>
  `${backups(id)}/${Number(field(stage, backups(id), 'data', 0, 'id'))}`;

playAll([
  {
    name: 'a snapshot is listed before the database says that it is backing up',
    given: active,
    call: (id) => ['POST', backups(id), { label: 'before', target: 'primary' }],
    has: {},
    afterwards: (stage, id) => {
      const seen = Array.from({ length: 200 }, () => {
        stage.pass(1000);
        return `${String(field(stage, `${ALL}/${id}`, 'status'))} ${labels(stage, id).length}`;
      });
      expect(seen.filter((word, index) => word !== seen[index - 1])).toEqual([
        'active 0',
        'backing_up 1',
        'active 1',
      ]);
    },
  },
  {
    name: 'a snapshot that an update overtakes is listed, and the update goes on',
    given: active,
    call: (id) => ['POST', backups(id), { label: 'before' }],
    afterwards: (stage, id) => {
      expect(stage.call('POST', `${ALL}/${id}/patch`).status).toBe(200);
      stage.pass(4 * MINUTE_MS);
      expect([labels(stage, id), field(stage, `${ALL}/${id}`, 'status')]).toEqual([
        ['before'],
        'updating',
      ]);
      stage.settle();
      expect(field(stage, `${ALL}/${id}`, 'status')).toBe('active');
      expect(stage.call('POST', backups(id), { label: 'next' }).status).toBe(200);
    },
  },
  {
    name: 'a snapshot is answered with nothing and listed when it is complete',
    dialect: 'documents',
    given: active,
    call: (id) => ['POST', backups(id), { label: 'before', target: 'primary' }],
    afterwards: (stage, id) => {
      expect(field(stage, `${ALL}/${id}`, 'status')).toBe('backing_up');
      expect(labels(stage, id)).toEqual([]);
      stage.pass(3 * MINUTE_MS);
      expect(labels(stage, id)).toEqual(['before']);
      expect(field(stage, `${ALL}/${id}`, 'status')).toBe('active');
    },
  },
  {
    name: 'the answer carries no id',
    given: active,
    call: (id) => ['POST', backups(id), { label: 'before' }],
    afterwards: (stage, id) =>
      expect(stage.call('POST', backups(id), { label: 'next' }).status).toBe(400),
  },
  {
    name: 'a snapshot wants a label',
    given: active,
    call: (id) => ['POST', backups(id), {}],
    status: 400,
    problems: ['label: label is required'],
  },
  {
    name: 'a label is made of letters and digits',
    given: active,
    call: (id) => ['POST', backups(id), { label: 'a-b' }],
    status: 400,
    problems: ['label: Must only use ASCII letters and numbers'],
  },
  {
    name: 'one backup at a time, although the status says active at first',
    given: (stage) => {
      const id = active(stage);
      stage.call('POST', backups(id), { label: 'first' });
      return id;
    },
    call: (id) => ['POST', backups(id), { label: 'second' }],
    status: 400,
    problems: ['A backup of the database is in progress.'],
  },
  {
    name: 'one backup at a time',
    dialect: 'documents',
    given: (stage) => {
      const id = active(stage);
      stage.call('POST', backups(id), { label: 'first' });
      return id;
    },
    call: (id) => ['POST', backups(id), { label: 'second' }],
    status: 400,
    problems: ['The database must be active; it is backing_up.'],
  },
  {
    name: 'a fourth snapshot is refused',
    given: withSnapshots('a', 'b', 'c'),
    call: (id) => ['POST', backups(id), { label: 'd' }],
    status: 400,
    problems: ['A database can have at most 3 snapshot backups.'],
    afterwards: (stage, id) => {
      expect(stage.call('DELETE', firstOf(stage, id)).body).toEqual({});
      expect(stage.call('POST', backups(id), { label: 'd' }).status).toBe(200);
    },
  },
  {
    name: 'labels are unique within a database',
    given: withSnapshots('a'),
    call: (id) => ['POST', backups(id), { label: 'a' }],
    status: 400,
    problems: ['label: Label must be unique among the backups'],
  },
  {
    name: 'backups cannot be listed while provisioning',
    given: fresh,
    call: (id) => ['GET', backups(id)],
    status: 400,
    problems: ['The database is provisioning.'],
  },
  {
    name: 'backups can be listed while updating',
    given: (stage) => {
      const id = withSnapshots('a')(stage);
      stage.call('POST', `${ALL}/${id}/patch`);
      return id;
    },
    call: (id) => ['GET', backups(id)],
    has: { results: 1 },
  },
  {
    name: 'reading backups wants the scope to write',
    given: active,
    call: (id, stage) => ['GET', backups(id), undefined, { token: stage.sim.tokens.readonly }],
    status: 401,
  },
  {
    name: 'a backup is viewed',
    given: withSnapshots('a'),
    call: (id, stage) => ['GET', firstOf(stage, id)],
    has: { type: 'snapshot', label: 'a', created: '2023-06-15T13:00:00' },
  },
  {
    name: 'the backup of another database is not found',
    given: withSnapshots('a'),
    call: (id, stage) => {
      const other = make(stage, ALL, { ...BODY, label: 'other' });
      stage.settle();
      return ['GET', firstOf(stage, id).replace(`/${id}/`, `/${other}/`)];
    },
    status: 404,
  },
  {
    name: 'a restore takes the database away for minutes',
    given: withSnapshots('a'),
    call: (id, stage) => ['POST', `${firstOf(stage, id)}/restore`],
    afterwards: (stage, id) => {
      expect(field(stage, `${ALL}/${id}`, 'status')).toBe('restoring');
      stage.settle();
      expect(field(stage, `${ALL}/${id}`, 'status')).toBe('active');
    },
  },
  {
    name: 'a backup that is older than the credentials cannot be restored well',
    given: (stage) => {
      const id = withSnapshots('a')(stage);
      stage.call('POST', `${ALL}/${id}/credentials/reset`);
      stage.settle();
      return id;
    },
    call: (id, stage) => ['POST', `${firstOf(stage, id)}/restore`],
    afterwards: (stage, id) => {
      stage.settle();
      expect(field(stage, `${ALL}/${id}`, 'status')).toBe('failed');
      const told = stage.call('GET', '/account/events', undefined, {
        filter: { action: 'database_failed' },
      });
      expect(told.at('data', 0, 'entity', 'id')).toBe(id);
      expect(stage.call('POST', backups(id), { label: 'late' }).status).toBe(400);
    },
  },
  {
    name: 'no restore but from active',
    given: (stage) => {
      const id = withSnapshots('a')(stage);
      stage.call('POST', backups(id), { label: 'b' });
      return id;
    },
    call: (id, stage) => ['POST', `${firstOf(stage, id)}/restore`],
    status: 400,
    problems: ['A backup of the database is in progress.'],
  },
]);

test('a backup is made each day at midnight, whatever the speed, and kept for seven days beside the snapshots', () => {
  for (const speed of [1, 60]) {
    const stage = openStage({ speed });
    const id = withSnapshots('mine')(stage);
    stage.pass(3 * DAY_MS);
    const three = field(stage, backups(id), 'data') as readonly {
      readonly created: string;
      readonly type: string;
    }[];
    expect(three.map(({ created, type }) => `${created} ${type}`).slice(1)).toEqual([
      '2023-06-16T00:00:00 auto',
      '2023-06-17T00:00:00 auto',
      '2023-06-18T00:00:00 auto',
    ]);
    stage.pass(10 * DAY_MS);
    expect(field(stage, backups(id), 'results')).toBe(8);
    expect(labels(stage, id)).toContain('mine');
  }
});

test('a database that is busy at midnight is backed up when it is active again', () => {
  const stage = openStage();
  const id = active(stage);
  stage.pass(10.75 * 60 * MINUTE_MS);
  stage.call('POST', `${ALL}/${id}/patch`);
  stage.pass(20 * MINUTE_MS);
  expect(labels(stage, id)).toEqual([]);
  stage.settle();
  expect(labels(stage, id)).toEqual([
    expect.stringMatching(/^Scheduled - 06\/16\/23 00:\d\d UTC-[0-9a-f]{6}$/),
  ]);
});

test('backups go with their database', () => {
  const stage = openStage();
  const id = withSnapshots('a')(stage);
  stage.call('DELETE', `${ALL}/${id}`);
  stage.pass(2 * DAY_MS);
  expect(stage.sim.world().tables['database backups']).toEqual([]);
  expect(stage.sim.world().pending).toEqual([]);
});
