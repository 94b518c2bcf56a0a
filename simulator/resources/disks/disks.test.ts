import { expect } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import {
  bare,
  DEPLOYED,
  field,
  first,
  make,
  offline,
  PASSWORD,
  running,
} from '../../../test/support/simulator/givens.ts';
import type { Stage } from '../../../test/support/simulator/stage.ts';

const all = (id: number): string => `/compute/instances/${id}/disks`;
const one = (stage: Stage, id: number): string => `${all(id)}/${first(stage, all(id))}`;
const small = { label: 'small', size: 100 };

/** Creates an offline instance whose disk leaves some space. */
const roomy = (stage: Stage): number => {
  const id = bare(stage);
  make(stage, all(id), { label: 'system', size: 10_000 });
  stage.settle();
  return id;
};

playAll([
  {
    name: 'a new disk is not ready, and ext4',
    given: bare,
    call: (id) => ['POST', all(id), small],
    has: { status: 'not ready', filesystem: 'ext4', size: 100 },
  },
  {
    name: 'a new disk is listed before it is found',
    given: (stage) => {
      const id = bare(stage);
      make(stage, all(id), small);
      return id;
    },
    call: (id, stage) => ['GET', one(stage, id)],
    status: 404,
    afterwards: (stage, id) => {
      stage.pass(2000);
      expect(stage.call('GET', one(stage, id)).status).toBe(200);
    },
  },
  {
    name: 'a new disk is found at once',
    dialect: 'documents',
    given: (stage) => {
      const id = bare(stage);
      make(stage, all(id), small);
      return id;
    },
    call: (id, stage) => ['GET', one(stage, id)],
  },
  {
    name: 'a second disk waits for the first',
    given: (stage) => {
      const id = bare(stage);
      make(stage, all(id), small);
      return id;
    },
    call: (id) => ['POST', all(id), small],
    status: 400,
    problems: ['Compute busy.'],
  },
  {
    name: 'a disk wants a label or an image',
    given: bare,
    call: (id) => ['POST', all(id), { size: 10 }],
    status: 400,
    problems: ['label: label is required'],
  },
  {
    name: 'an image wants a password and room',
    given: bare,
    call: (id) => ['POST', all(id), { size: 10, image: 'compute/debian11', root_pass: PASSWORD }],
    status: 400,
    problems: ['image: image is too large for the disk'],
  },
  {
    name: 'disks fit the plan',
    given: bare,
    call: (id) => ['POST', all(id), { label: 'big', size: 25_601 }],
    status: 400,
    problems: ['size: Must be 1-25600'],
  },
  {
    name: 'a deleted disk leaves its profile',
    given: offline,
    call: (id, stage) => ['DELETE', one(stage, id)],
    has: {},
    afterwards: (stage, id) => {
      expect(field(stage, all(id), 'data', 0, 'status')).toBe('deleting');
      stage.settle();
      expect(field(stage, all(id), 'results')).toBe(1);
      expect(
        field(stage, `/compute/instances/${id}/configs`, 'data', 0, 'devices', 'sda'),
      ).toBeNull();
    },
  },
  {
    name: 'a disk is copied',
    given: roomy,
    call: (id, stage) => ['POST', `${one(stage, id)}/clone`],
    has: { label: 'Copy of system', size: 10_000, status: 'not ready' },
  },
  {
    name: 'a copy needs room',
    given: offline,
    call: (id, stage) => ['POST', `${one(stage, id)}/clone`],
    status: 400,
    problems: ['size: Compute has no free disk space.'],
  },
  {
    name: 'a disk is resized',
    given: roomy,
    call: (id, stage) => ['POST', `${one(stage, id)}/resize`, { size: 20_000 }],
    has: {},
    afterwards: (stage, id) => {
      stage.settle();
      expect(field(stage, all(id), 'data', 0, 'size')).toBe(20_000);
    },
  },
  {
    name: 'resizing a disk in use is accepted and fails',
    given: running,
    call: (id, stage) => ['POST', `${one(stage, id)}/resize`, { size: 20_000 }],
    has: {},
    afterwards: (stage, id) => {
      stage.settle();
      expect(field(stage, all(id), 'data', 0, 'size')).toBe(25_088);
      expect(
        stage
          .call('GET', '/account/events', undefined, { filter: { action: 'disk_resize' } })
          .at('data', 0, 'status'),
      ).toBe('failed');
    },
  },
  {
    name: 'a password waits until the instance is offline',
    given: running,
    call: (id, stage) => ['POST', `${one(stage, id)}/password`, { password: PASSWORD }],
    status: 400,
    problems: ['Compute must be offline to reset a password.'],
  },
  {
    name: 'a password is set',
    given: offline,
    call: (id, stage) => ['POST', `${one(stage, id)}/password`, { password: PASSWORD }],
    has: {},
  },
  {
    name: 'a disk is renamed',
    given: offline,
    call: (id, stage) => ['PUT', one(stage, id), { label: 'root' }],
    has: { label: 'root' },
  },
  {
    name: 'a deployment without swap has one disk',
    given: (stage) => {
      const id = make(stage, '/compute/instances', { ...DEPLOYED, swap_size: 0 });
      stage.settle();
      return id;
    },
    call: (id) => ['GET', all(id)],
    has: { results: 1, data: [{ size: 25_600 }] },
  },
]);
