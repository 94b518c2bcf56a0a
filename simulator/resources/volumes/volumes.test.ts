import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import {
  bare,
  field,
  first,
  fresh,
  make,
  offline,
  PLACE,
  running,
  volume,
} from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const onRunning = (stage: Stage): number => volume(stage, { compute_id: running(stage) });
const label = { label: 'volume' };

playAll([
  {
    name: 'a volume is created with 20 GiB',
    call: () => ['POST', '/volumes', { ...label, region: 'us-east' }],
    has: {
      size: 20,
      status: 'creating',
      compute_id: null,
      filesystem_path: '/dev/disk/by-id/scsi-0Compute_Volume_volume',
    },
  },
  {
    name: 'null tags count as none',
    call: () => ['POST', '/volumes', { ...label, region: 'us-east', tags: null }],
    has: { tags: [] },
  },
  {
    name: 'tags come back sorted and once',
    call: () => ['POST', '/volumes', { ...label, region: 'us-east', tags: ['foo', 'bar', 'foo'] }],
    has: { tags: ['bar', 'foo'] },
  },
  {
    name: 'a label is wanted',
    call: () => ['POST', '/volumes', {}],
    status: 400,
    problems: ['label: label is required'],
  },
  {
    name: 'a place is wanted',
    call: () => ['POST', '/volumes', label],
    status: 400,
    problems: ['Must provide a region or a Compute ID'],
  },
  {
    name: 'a label begins with a letter',
    call: () => ['POST', '/volumes', { label: '1a', region: 'us-east' }],
    status: 400,
    problems: ['label: Must begin with a letter'],
  },
  {
    name: 'a label has at most 32 characters',
    call: () => ['POST', '/volumes', { label: 'a'.repeat(33), region: 'us-east' }],
    status: 400,
    problems: ['label: Length must be 1-32 characters'],
  },
  {
    name: 'the region must exist',
    call: () => ['POST', '/volumes', { ...label, region: 'mars' }],
    status: 400,
    problems: ['region: region is not valid'],
  },
  {
    name: 'the size ends at 10240',
    call: () => ['POST', '/volumes', { ...label, region: 'us-east', size: 10_241 }],
    status: 400,
    problems: ['size: Must be 10-10240'],
  },
  {
    name: 'labels need not be unique',
    given: volume,
    call: () => ['POST', '/volumes', { ...label, region: 'us-east' }],
  },
  {
    name: 'created on an instance it takes its region and profile',
    given: running,
    call: (id) => ['POST', '/volumes', { ...label, compute_id: id }],
    has: { region: 'us-east', compute_label: 'compute46000001' },
    afterwards: (stage, id) =>
      expect(
        field(stage, `/compute/instances/${id}/configs`, 'data', 0, 'devices', 'sdc', 'volume_id'),
      ).toBe(720_001),
  },
  {
    name: 'without a profile nothing can be attached',
    given: bare,
    call: (id) => ['POST', '/volumes', { ...label, compute_id: id }],
    status: 400,
    problems: ['config_id: No configuration profile of this Compute can be selected'],
    afterwards: (stage) => expect(field(stage, '/volumes', 'results')).toBe(0),
  },
  {
    name: 'a profile of another instance is refused',
    given: running,
    call: (id, stage) => [
      'POST',
      '/volumes',
      {
        ...label,
        compute_id: id,
        config_id: first(stage, `/compute/instances/${fresh(stage)}/configs`),
      },
    ],
    status: 400,
    problems: ['config_id: config_id does not belong to this Compute'],
  },
  {
    name: 'an instance that is gone is not active',
    call: () => ['POST', '/volumes', { ...label, compute_id: 7 }],
    status: 400,
    problems: ['compute_id: Compute is not active'],
  },
  {
    name: 'a label can change while creating, and the path follows',
    given: (stage) => make(stage, '/volumes', { ...label, region: 'us-east' }),
    call: (id) => ['PUT', `/volumes/${id}`, { label: 'new' }],
    has: { label: 'new', filesystem_path: '/dev/disk/by-id/scsi-0Compute_Volume_new' },
  },
  {
    name: 'it grows: the new size at once, resizing meanwhile',
    given: volume,
    call: (id) => ['POST', `/volumes/${id}/resize`, { size: 21 }],
    has: { size: 21, status: 'resizing' },
    afterwards: (stage, id) => {
      stage.settle();
      expect(field(stage, `/volumes/${id}`, 'status')).toBe('active');
    },
  },
  {
    name: 'it never shrinks',
    given: volume,
    call: (id) => ['POST', `/volumes/${id}/resize`, { size: 20 }],
    status: 400,
    problems: ['size: Storage volumes can only be resized up'],
  },
  {
    name: 'it does not grow beyond the limit',
    given: volume,
    call: (id) => ['POST', `/volumes/${id}/resize`, { size: 10_241 }],
    status: 400,
    problems: ['size: Storage volumes cannot be resized larger than 10240 gigabytes'],
  },
  {
    name: 'resizing waits for active',
    given: (stage) => make(stage, '/volumes', { ...label, region: 'us-east' }),
    call: (id) => ['POST', `/volumes/${id}/resize`, { size: 40 }],
    status: 400,
    problems: ['Volume is not active'],
  },
  {
    name: 'cloning waits for active',
    given: (stage) => make(stage, '/volumes', { ...label, region: 'us-east' }),
    call: (id) => ['POST', `/volumes/${id}/clone`, { label: 'copy' }],
    status: 400,
    problems: ['Volume is not active'],
  },
  {
    name: 'a clone has the size of its source and its tags',
    given: (stage) => volume(stage, { size: 33, tags: ['one'] }),
    call: (id) => ['POST', `/volumes/${id}/clone`, { label: 'copy' }],
    has: { size: 33, label: 'copy', status: 'creating', tags: ['one'] },
  },
  {
    name: 'a clone has no tags',
    dialect: 'documents',
    given: (stage) => volume(stage, { tags: ['one'] }),
    call: (id) => ['POST', `/volumes/${id}/clone`, { label: 'copy' }],
    has: { tags: [] },
  },
  {
    name: 'attaching shows the instance at once, even while creating',
    given: (stage) => make(stage, '/volumes', { ...label, region: 'us-east' }),
    call: (id, stage) => ['POST', `/volumes/${id}/attach`, { compute_id: running(stage) }],
    has: { compute_id: 46_000_001 },
  },
  {
    name: 'attaching twice is refused',
    given: onRunning,
    call: (id) => ['POST', `/volumes/${id}/attach`, { compute_id: 46_000_001 }],
    status: 400,
    problems: ['Volume 720001 is already attached'],
  },
  {
    name: 'volume and instance share a region',
    given: (stage) => volume(stage, { region: 'eu-west' }),
    call: (id, stage) => ['POST', `/volumes/${id}/attach`, { compute_id: running(stage) }],
    status: 400,
    problems: ['compute_id: Volume and Compute are in different regions'],
  },
  {
    name: 'without persistence the instance must run',
    given: volume,
    call: (id, stage) => [
      'POST',
      `/volumes/${id}/attach`,
      { compute_id: offline(stage), persist_across_boots: false },
    ],
    status: 400,
    problems: ['Compute must be running to attach a volume without persist_across_boots'],
  },
  {
    name: 'without persistence it is in no profile',
    given: volume,
    call: (id, stage) => [
      'POST',
      `/volumes/${id}/attach`,
      { compute_id: running(stage), persist_across_boots: false },
    ],
    afterwards: (stage) =>
      expect(
        field(stage, '/compute/instances/46000001/configs', 'data', 0, 'devices', 'sdc'),
      ).toBeNull(),
  },
  {
    name: 'detaching takes seconds',
    given: onRunning,
    call: (id) => ['POST', `/volumes/${id}/detach`],
    has: {},
    afterwards: (stage, id) => {
      expect(field(stage, `/volumes/${id}`, 'compute_id')).toBe(46_000_001);
      stage.settle();
      expect(field(stage, `/volumes/${id}`, 'compute_id')).toBeNull();
      expect(
        field(stage, '/compute/instances/46000001/configs', 'data', 0, 'devices', 'sdc'),
      ).toBeNull();
    },
  },
  {
    name: 'a loose volume cannot be detached',
    given: volume,
    call: (id) => ['POST', `/volumes/${id}/detach`],
    status: 400,
    problems: ['Volume is not attached'],
  },
  {
    name: 'an attached volume cannot be deleted',
    given: onRunning,
    call: (id) => ['DELETE', `/volumes/${id}`],
    status: 400,
    problems: ['This volume must be detached before it can be deleted.'],
  },
  {
    name: 'a migrating volume cannot be deleted',
    given: (stage) => {
      const id = volume(stage);
      stage.call('POST', '/__sim/patch', { table: 'volumes', id, set: { status: 'migrating' } });
      return id;
    },
    call: (id) => ['DELETE', `/volumes/${id}`],
    status: 400,
    problems: ['This volume cannot be deleted while it is migrating.'],
  },
  {
    name: 'a volume can be deleted while creating',
    given: (stage) => make(stage, '/volumes', { ...label, region: 'us-east' }),
    call: (id) => ['DELETE', `/volumes/${id}`],
    afterwards: (stage, id) => {
      expect(stage.call('GET', `/volumes/${id}`).status).toBe(404);
      stage.settle();
    },
  },
  {
    name: 'unknown ids are not found',
    call: () => ['GET', '/volumes/1'],
    status: 404,
    problems: ['Not found'],
  },
  {
    name: 'ids that are no numbers are not found',
    call: () => ['GET', '/volumes/abc'],
    status: 404,
    problems: ['Not found'],
  },
]);

test('a volume is creating for seconds, then active', () => {
  const stage = openStage();
  const id = make(stage, '/volumes', { ...label, region: PLACE.region });
  stage.pass(2000);
  expect(field(stage, `/volumes/${id}`, 'status')).toBe('creating');
  stage.pass(15_000);
  expect(field(stage, `/volumes/${id}`, 'status')).toBe('active');
});

test('a profile holds eight devices', () => {
  const stage = openStage();
  const compute_id = running(stage);
  for (let count = 0; count < 6; count += 1) make(stage, '/volumes', { ...label, compute_id });
  const response = stage.call('POST', '/volumes', { ...label, compute_id });
  expect(response.at('errors', 0, 'reason')).toBe('The configuration profile has no free device');
});

test('without persistence an instance holds as many volumes as GB of memory, at least eight, minus its disks', () => {
  const stage = openStage();
  const compute_id = running(stage);
  const ids = Array.from({ length: 7 }, () => volume(stage));
  const statuses = ids.map(
    (id) =>
      stage.call('POST', `/volumes/${id}/attach`, { compute_id, persist_across_boots: false })
        .status,
  );
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 400]);
});

test('deleting an instance detaches its volumes some seconds after it is gone', () => {
  const stage = openStage();
  const compute_id = running(stage);
  const id = volume(stage, { compute_id });
  stage.call('DELETE', `/compute/instances/${compute_id}`);
  while (stage.call('GET', `/compute/instances/${compute_id}`).status === 200) stage.pass(500);
  expect(field(stage, `/volumes/${id}`, 'compute_id')).toBe(compute_id);
  stage.pass(15_000);
  expect(field(stage, `/volumes/${id}`, 'compute_id')).toBeNull();
  expect(stage.call('DELETE', `/volumes/${id}`).status).toBe(200);
});
