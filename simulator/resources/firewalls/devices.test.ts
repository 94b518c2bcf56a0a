import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { bare, field, make } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';
import { grant, userNamed } from '../../core/users.ts';

const ALL = '/networking/firewalls';
const RULES = { inbound_policy: 'DROP', outbound_policy: 'ACCEPT' };

const firewall = (stage: Stage, label: string, computes: readonly number[] = []): number =>
  make(stage, ALL, { label, rules: RULES, devices: { computes } });

const disabled = (stage: Stage, label: string): number => {
  const id = firewall(stage, label);
  stage.call('PUT', `${ALL}/${id}`, { status: 'disabled' });
  return id;
};

const devices = (id: number): string => `${ALL}/${id}/devices`;
const device = (id: number): object => ({ id, type: 'compute' });

const entities = (stage: Stage, id: number): readonly unknown[] =>
  (
    field(stage, devices(id), 'data') as readonly { readonly entity: { readonly id: number } }[]
  ).map(({ entity }) => entity.id);

/** Creates an instance behind the first firewall; the second is `other`. */
const protectedBy = (
  stage: Stage,
  other: (stage: Stage, label: string) => number,
): readonly [compute: number, first: number, other: number] => {
  const compute = bare(stage);
  return [compute, firewall(stage, 'first', [compute]), other(stage, 'other')];
};

const ACTIVE = 'Compute compute46000001 already has an active firewall: first.';

playAll([
  {
    name: 'a firewall is created with its devices, each once',
    given: bare,
    call: (id) => [
      'POST',
      ALL,
      { label: 'firewall', rules: RULES, devices: { computes: [id, id] } },
    ],
    afterwards: (stage, id) =>
      expect(entities(stage, Number(field(stage, ALL, 'data', 0, 'id')))).toEqual([id]),
  },
  {
    name: 'a device that is not there is refused, and nothing is created',
    call: () => ['POST', ALL, { label: 'firewall', rules: RULES, devices: { computes: [1] } }],
    status: 400,
    problems: ['devices.computes[0]: Compute is not active'],
    afterwards: (stage) => expect(field(stage, ALL, 'results')).toBe(0),
  },
  {
    name: 'an instance with an active firewall is refused at creation',
    given: (stage) => protectedBy(stage, disabled)[0],
    call: (id) => ['POST', ALL, { label: 'third', rules: RULES, devices: { computes: [id] } }],
    status: 400,
    problems: [ACTIVE],
  },
  {
    name: 'an instance is added and named',
    given: (stage) => {
      firewall(stage, 'firewall');
      return bare(stage);
    },
    call: (id, stage) => ['POST', devices(Number(field(stage, ALL, 'data', 0, 'id'))), device(id)],
    has: {
      entity: { type: 'compute', label: 'compute46000001', url: '/v4/compute/instances/46000001' },
    },
  },
  {
    name: 'only instances are taken',
    given: (stage) => firewall(stage, 'firewall'),
    call: (id) => ['POST', devices(id), { id: 1, type: 'nodebalancer' }],
    status: 400,
    problems: ['type: Must be one of compute'],
  },
  {
    name: 'an instance is added once',
    given: (stage) => protectedBy(stage, disabled)[1],
    call: (id, stage) => ['POST', devices(id), device(Number(entities(stage, id)[0]))],
    status: 400,
    problems: ['id: Compute compute46000001 is already assigned to this firewall.'],
  },
  {
    name: 'an instance has one active firewall',
    given: (stage) => protectedBy(stage, firewall)[2],
    call: (id, stage) => [
      'POST',
      devices(id),
      device(Number(field(stage, '/compute/instances', 'data', 0, 'id'))),
    ],
    status: 400,
    problems: [ACTIVE],
  },
  {
    name: 'and disabled ones besides',
    given: (stage) => protectedBy(stage, disabled)[2],
    call: (id, stage) => [
      'POST',
      devices(id),
      device(Number(field(stage, '/compute/instances', 'data', 0, 'id'))),
    ],
  },
  {
    name: 'a firewall is not enabled while another is active on its instance',
    given: (stage) => {
      const [compute, , other] = protectedBy(stage, disabled);
      make(stage, devices(other), device(compute));
      return other;
    },
    call: (id) => ['PUT', `${ALL}/${id}`, { status: 'enabled' }],
    status: 400,
    problems: [ACTIVE],
  },
  {
    name: 'it is enabled once the other is disabled',
    given: (stage) => {
      const [compute, first, other] = protectedBy(stage, disabled);
      make(stage, devices(other), device(compute));
      stage.call('PUT', `${ALL}/${first}`, { status: 'disabled' });
      return other;
    },
    call: (id) => ['PUT', `${ALL}/${id}`, { status: 'enabled' }],
    has: { status: 'enabled' },
  },
  {
    name: 'it can be added once the other is deleted',
    given: (stage) => {
      const [, first, other] = protectedBy(stage, firewall);
      stage.call('DELETE', `${ALL}/${first}`);
      return other;
    },
    call: (id, stage) => [
      'POST',
      devices(id),
      device(Number(field(stage, '/compute/instances', 'data', 0, 'id'))),
    ],
  },
  {
    name: 'a device that was removed is not found',
    given: (stage) => protectedBy(stage, disabled)[1],
    call: (id, stage) => [
      'DELETE',
      `${devices(id)}/${Number(field(stage, devices(id), 'data', 0, 'id'))}`,
    ],
    afterwards: (stage, id) => {
      expect(entities(stage, id)).toEqual([]);
      expect(stage.call('GET', `${devices(id)}/391001`).status).toBe(404);
    },
  },
  {
    name: 'a device is found only below its own firewall',
    given: (stage) => protectedBy(stage, firewall)[2],
    call: (id) => ['GET', `${devices(id)}/391001`],
    status: 404,
  },
  {
    name: 'an instance shows its firewalls, disabled ones too',
    given: (stage) => {
      const [compute, , other] = protectedBy(stage, disabled);
      make(stage, devices(other), device(compute));
      return compute;
    },
    call: (id) => ['GET', `/compute/instances/${id}/firewalls`],
    has: { results: 2, data: [{ label: 'first' }, { label: 'other', status: 'disabled' }] },
  },
]);

test('the device of a deleted instance goes with it', () => {
  const stage = openStage();
  const [compute, first] = protectedBy(stage, disabled);
  stage.call('DELETE', `/compute/instances/${compute}`);
  stage.settle();
  expect(entities(stage, first)).toEqual([]);
});

test('a device wants a grant to write to the instance', () => {
  const stage = openStage();
  const compute = bare(stage);
  const id = firewall(stage, 'firewall');
  const world = stage.sim.world();
  const guest = userNamed(world, 'restricted');
  if (guest === undefined) throw new Error('no restricted user');
  grant(world, guest, 'firewall', id, 'read_write');
  grant(world, guest, 'compute', compute, 'read_only');
  const call = (): number =>
    stage.call('POST', devices(id), device(compute), { token: stage.sim.tokens.restricted }).status;
  expect(call()).toBe(403);
  grant(world, guest, 'compute', compute, 'read_write');
  expect(call()).toBe(200);
});
