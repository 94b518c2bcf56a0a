import { expect, test } from 'vitest';
import {
  field,
  first,
  firstRunning,
  fresh,
  make,
  offline,
  PASSWORD,
  PLACE,
  running,
} from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const all = '/compute/instances';
const statusOf = (stage: Stage, id: number): unknown => field(stage, `${all}/${id}`, 'status');

const walk = (stage: Stage, id: number, seconds: number): readonly unknown[] => {
  const seen: unknown[] = [];
  for (let second = 0; second < seconds; second += 1) {
    const status = statusOf(stage, id);
    if (seen.at(-1) !== status) seen.push(status);
    stage.pass(1000);
  }
  return seen;
};

test.each([
  [
    'a creation from an image',
    (stage: Stage) => fresh(stage),
    ['provisioning', 'booting', 'running'],
  ],
  [
    'a creation that stays off',
    (stage: Stage) => fresh(stage, { booted: false }),
    ['provisioning', 'offline'],
  ],
  [
    'a creation without an image',
    (stage: Stage) => make(stage, all, PLACE),
    ['provisioning', 'offline'],
  ],
  [
    'a shutdown',
    (stage: Stage) => act(stage, running(stage), 'shutdown'),
    ['running', 'shutting_down', 'offline'],
  ],
  [
    'a boot',
    (stage: Stage) => act(stage, offline(stage), 'boot'),
    ['offline', 'booting', 'running'],
  ],
  [
    'a reboot',
    (stage: Stage) => act(stage, running(stage), 'reboot'),
    ['running', 'rebooting', 'running'],
  ],
  [
    'a resize',
    (stage: Stage) => act(stage, running(stage), 'resize', { type: 'g6-standard-1' }),
    ['running', 'resizing', 'offline'],
  ],
  [
    'a rebuild',
    (stage: Stage) =>
      act(stage, running(stage), 'rebuild', { image: 'compute/arch', root_pass: PASSWORD }),
    ['rebuilding', 'booting', 'running'],
  ],
  [
    'a clone',
    (stage: Stage) => act(stage, offline(stage), 'clone', PLACE) + 1,
    ['offline', 'cloning', 'offline'],
  ],
  [
    'a rescue',
    (stage: Stage) => act(stage, running(stage), 'rescue', {}),
    ['running', 'rebooting', 'running'],
  ],
  [
    'a move elsewhere',
    (stage: Stage) => act(stage, running(stage), 'migrate', { region: 'eu-west' }),
    ['running', 'migrating', 'running'],
  ],
  [
    'a deletion',
    (stage: Stage) => {
      const id = running(stage);
      stage.call('DELETE', `${all}/${id}`);
      return id;
    },
    ['deleting', undefined],
  ],
] as const)('%s walks through its words', (_name, begin, words) => {
  const stage = openStage();
  expect(walk(stage, begin(stage), 320)).toEqual(words);
});

function act(stage: Stage, id: number, action: string, body?: object): number {
  const response = stage.call('POST', `${all}/${id}/${action}`, body);
  expect(response).toMatchObject({ status: 200 });
  return id;
}

test('a resize ends with the new plan, its default alert and a grown disk', () => {
  const stage = openStage();
  const id = act(stage, offline(stage), 'resize', { type: 'g6-standard-2' });
  stage.settle();
  expect(stage.call('GET', `${all}/${id}`).body).toMatchObject({
    type: 'g6-standard-2',
    specs: { disk: 81_920 },
    alerts: { cpu: 180 },
  });
  expect(field(stage, `${all}/${id}/disks`, 'data', 0, 'size')).toBe(81_408);
});

test('a resize shows a documented word in the dialect of the documents', () => {
  const stage = openStage({ dialect: 'documents' });
  const id = act(stage, running(stage), 'resize', { type: 'g6-standard-1' });
  expect(walk(stage, id, 320)).toEqual(['running', 'migrating', 'offline']);
});

test('a deployment makes two disks and a profile that boots them', () => {
  const stage = openStage();
  const id = running(stage);
  expect(stage.call('GET', `${all}/${id}/disks`).at('data')).toMatchObject([
    { label: 'Debian 11 Disk', filesystem: 'ext4', size: 25_088, status: 'ready' },
    { label: '512 MB Swap Image', filesystem: 'swap', size: 512, status: 'ready' },
  ]);
  expect(field(stage, `${all}/${id}/configs`, 'data', 0, 'kernel')).toBe('compute/grub2');
});

test('nothing of an instance is left after its deletion', () => {
  const stage = openStage();
  const id = running(stage, { backups_enabled: true });
  make(stage, `${all}/${id}/backups`, { label: 'snap' });
  stage.settle();
  stage.call('DELETE', `${all}/${id}`);
  stage.settle();
  const { tables } = stage.sim.world();
  for (const name of ['instances', 'disks', 'configs', 'backups', 'jobs'])
    expect([name, ...(tables[name] ?? [])]).toEqual([name]);
});

test('the watchdog boots what lost its power, five times in a quarter of an hour', () => {
  const stage = openStage();
  const id = running(stage);
  const words = Array.from({ length: 6 }, () => {
    stage.call('POST', '/__sim/incident', { name: 'compute.powerLost', args: { computeId: id } });
    stage.pass(100_000);
    return statusOf(stage, id);
  });
  expect(words).toEqual(['running', 'running', 'running', 'running', 'running', 'offline']);
});

test('without the watchdog lost power stays lost', () => {
  const stage = openStage();
  const id = running(stage);
  stage.call('PUT', `${all}/${id}`, { watchdog_enabled: false });
  stage.call('POST', '/__sim/incident', { name: 'compute.powerLost', args: { computeId: id } });
  stage.settle();
  expect(statusOf(stage, id)).toBe('offline');
});

test('maintenance shows stopped', () => {
  const stage = openStage();
  const id = running(stage);
  stage.call('POST', '/__sim/incident', {
    name: 'compute.maintenance',
    args: { computeId: id, begins: true },
  });
  expect(statusOf(stage, id)).toBe('stopped');
});

test.each([
  ['recorded', ['started', 'finished']],
  ['documents', ['finished']],
] as const)(
  'in the dialect %s the boot is %j while the status says running',
  (dialect, expected) => {
    const stage = openStage({ dialect });
    const id = firstRunning(stage);
    const filter = { 'entity.id': id, action: 'compute_boot' };
    const seen = Array.from({ length: 12 }, () => {
      stage.pass(1000);
      return stage.call('GET', '/account/events', undefined, { filter }).at('data', 0, 'status');
    });
    expect([...new Set(seen)]).toEqual(expected);
    expect(walk(stage, id, 60)).toEqual(['running']);
  },
);

test('the record of an instance stays as it is from the first sight of running on', () => {
  const stage = openStage();
  const path = `${all}/${firstRunning(stage)}`;
  const before = stage.call('GET', path).body;
  stage.settle();
  expect(stage.call('GET', path).body).toEqual(before);
});

test('power that is lost before the boot is over stays lost until the watchdog boots', () => {
  const stage = openStage();
  const id = firstRunning(stage);
  stage.call('POST', '/__sim/incident', { name: 'compute.powerLost', args: { computeId: id } });
  expect(walk(stage, id, 120)).toEqual(['offline', 'booting', 'running']);
});

test('a deletion at the first sight of running is not undone by the end of the boot', () => {
  const stage = openStage();
  const id = firstRunning(stage);
  stage.call('DELETE', `${all}/${id}`);
  expect(walk(stage, id, 60)).toEqual(['deleting', undefined]);
});

test('a boot whose profile is deleted ends offline and failed, whenever that happens', () => {
  const stage = openStage();
  const id = firstRunning(stage);
  stage.call('DELETE', `${all}/${id}/configs/${first(stage, `${all}/${id}/configs`)}`);
  stage.settle();
  const filter = { 'entity.id': id, action: 'compute_boot' };
  expect([
    statusOf(stage, id),
    stage.call('GET', '/account/events', undefined, { filter }).at('data', 0, 'status'),
  ]).toEqual(['offline', 'failed']);
});
