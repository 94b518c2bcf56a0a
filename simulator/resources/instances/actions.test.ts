import { expect } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import {
  bare,
  field,
  firstRunning,
  fresh,
  make,
  offline,
  PASSWORD,
  PLACE,
  running,
} from '../../../test/support/simulator/givens.ts';

const all = '/compute/instances';
const busy = ['Compute busy.'];

playAll([
  {
    name: 'shutting down waits until the creation is over',
    given: fresh,
    call: (id) => ['POST', `${all}/${id}/shutdown`],
    status: 400,
    problems: busy,
  },
  ...(['resize', 'shutdown', 'reboot', 'boot', 'migrate', 'rescue', 'disks'] as const).map(
    (action) => ({
      name: `running is shown before the boot is over: ${action} is refused as busy`,
      given: firstRunning,
      call: (id: number) =>
        [
          'POST',
          `${all}/${id}/${action}`,
          { type: 'g6-standard-1', region: 'eu-west', size: 1, label: 'data' },
        ] as const,
      status: 400,
      problems: busy,
    }),
  ),
  {
    name: 'some seconds after the first sight of running the boot is over',
    given: (stage) => {
      const id = firstRunning(stage);
      stage.pass(10_000);
      return id;
    },
    call: (id) => ['POST', `${all}/${id}/resize`, { type: 'g6-standard-1' }],
  },
  {
    name: 'running is shown when the boot is over',
    dialect: 'documents',
    given: firstRunning,
    call: (id) => ['POST', `${all}/${id}/resize`, { type: 'g6-standard-1' }],
  },
  {
    name: 'a boot that is asked for while the instance is made waits for that',
    given: (stage) => fresh(stage, { booted: false }),
    call: (id) => ['POST', `${all}/${id}/boot`],
    has: {},
    afterwards: (stage, id) => {
      expect(field(stage, `${all}/${id}`, 'status')).toBe('provisioning');
      stage.settle();
      expect(field(stage, `${all}/${id}`, 'status')).toBe('running');
    },
  },
  {
    name: 'a boot with a profile that was made meanwhile waits for the creation',
    given: (stage) => {
      const id = make(stage, all, PLACE);
      make(stage, `${all}/${id}/configs`, { label: 'one', devices: {} });
      return id;
    },
    call: (id) => ['POST', `${all}/${id}/boot`],
  },
  {
    name: 'one boot waits for a creation, a second one is refused',
    given: (stage) => {
      const id = fresh(stage, { booted: false });
      stage.call('POST', `${all}/${id}/boot`);
      return id;
    },
    call: (id) => ['POST', `${all}/${id}/boot`],
    status: 400,
    problems: busy,
  },
  {
    name: 'a creation that ends in a boot takes no other',
    given: fresh,
    call: (id) => ['POST', `${all}/${id}/boot`],
    status: 400,
    problems: busy,
  },
  {
    name: 'booting what runs is refused',
    given: running,
    call: (id) => ['POST', `${all}/${id}/boot`],
    status: 400,
    problems: ['Compute already booted.'],
  },
  {
    name: 'booting wants a profile',
    given: bare,
    call: (id) => ['POST', `${all}/${id}/boot`],
    status: 400,
    problems: ['config_id: Compute has no configuration profile to boot'],
  },
  {
    name: 'booting wants to know which of two profiles',
    given: (stage) => {
      const id = offline(stage);
      make(stage, `${all}/${id}/configs`, { label: 'two', devices: {} });
      return id;
    },
    call: (id) => ['POST', `${all}/${id}/boot`],
    status: 400,
    problems: ['config_id: config_id is required'],
  },
  {
    name: 'the profile booted last is taken',
    given: (stage) => {
      const id = running(stage);
      make(stage, `${all}/${id}/configs`, { label: 'two', devices: {} });
      return id;
    },
    call: (id) => ['POST', `${all}/${id}/reboot`],
    has: {},
  },
  {
    name: 'a profile of another instance cannot be booted',
    given: offline,
    call: (id) => ['POST', `${all}/${id}/boot`, { config_id: 1 }],
    status: 400,
    problems: ['config_id: config_id is not valid'],
  },
  {
    name: 'a resize to the same plan is refused',
    given: running,
    call: (id) => ['POST', `${all}/${id}/resize`, { type: 'g6-nanode-1' }],
    status: 400,
    problems: ['Compute is already running this service plan.'],
  },
  {
    name: 'a resize to an unknown plan is refused',
    given: running,
    call: (id) => ['POST', `${all}/${id}/resize`, { type: 'x' }],
    status: 400,
    problems: ['type: A valid plan type by that ID was not found'],
  },
  {
    name: 'a resize waits for other work',
    given: fresh,
    call: (id) => ['POST', `${all}/${id}/resize`, { type: 'g6-standard-1' }],
    status: 400,
    problems: busy,
  },
  {
    name: 'a resize waits for a pending migration',
    given: (stage) => {
      const id = running(stage);
      stage.call('POST', '/__sim/incident', {
        name: 'compute.moveWanted',
        args: { computeId: id },
      });
      return id;
    },
    call: (id) => ['POST', `${all}/${id}/resize`, { type: 'g6-standard-1' }],
    status: 400,
    problems: ['Compute has a pending migration.'],
  },
  {
    name: 'a resize waits for the balance',
    given: (stage) => {
      stage.call('POST', '/__sim/patch', { table: 'account', id: 1, set: { balance: 5 } });
      return running(stage);
    },
    call: (id) => ['POST', `${all}/${id}/resize`, { type: 'g6-standard-1' }],
    status: 400,
    problems: ['Account has an outstanding balance.'],
  },
  {
    name: 'a resize down waits for smaller disks',
    given: (stage) => running(stage, { type: 'g6-standard-1' }),
    call: (id) => ['POST', `${all}/${id}/resize`, { type: 'g6-nanode-1' }],
    status: 400,
    problems: [
      'Compute has allocated more disk than the new service plan allows. Delete or resize disks smaller.',
    ],
  },
  {
    name: 'a rebuild answers at once and keeps id, label and addresses',
    given: (stage) => running(stage, { label: 'web' }),
    call: (id) => [
      'POST',
      `${all}/${id}/rebuild`,
      { image: 'compute/alpine3.17', root_pass: PASSWORD },
    ],
    has: { status: 'rebuilding', image: 'compute/alpine3.17', label: 'web', ipv4: ['198.18.0.2'] },
  },
  {
    name: 'a rescue uses the own disks only',
    given: running,
    call: (id) => ['POST', `${all}/${id}/rescue`, { devices: { sda: { disk_id: 9 } } }],
    status: 400,
    problems: ['devices.sda.disk_id: disk_id is not valid'],
  },
  {
    name: 'sdh is not for a rescue',
    given: running,
    call: (id, stage) => [
      'POST',
      `${all}/${id}/rescue`,
      {
        devices: { sdh: { disk_id: stage.call('GET', `${all}/${id}/disks`).at('data', 0, 'id') } },
      },
    ],
    status: 400,
    problems: ['devices.sdh: sdh is reserved for the rescue system'],
  },
  {
    name: 'a rescue takes a null in place of sdh',
    given: running,
    call: (id) => ['POST', `${all}/${id}/rescue`, { devices: { sda: null, sdh: null } }],
  },
  {
    name: 'a password is set only while offline',
    given: running,
    call: (id) => ['POST', `${all}/${id}/password`, { root_pass: PASSWORD }],
    status: 400,
    problems: ['Compute must be offline to reset its password.'],
  },
  {
    name: 'a move without a reason is refused',
    given: running,
    call: (id) => ['POST', `${all}/${id}/migrate`],
    status: 400,
    problems: ['Compute has no pending migration.'],
  },
  {
    name: 'a plan without a successor has no upgrade',
    given: running,
    call: (id) => ['POST', `${all}/${id}/mutate`],
    status: 400,
    problems: ['Compute has no upgrade available.'],
  },
  {
    name: 'a deletion is not stopped by provisioning',
    given: fresh,
    call: (id) => ['DELETE', `${all}/${id}`],
    has: {},
  },
  {
    name: 'a deletion waits for a clone, on both sides',
    given: (stage) => {
      const id = offline(stage);
      stage.call('POST', `${all}/${id}/clone`, PLACE);
      return id;
    },
    call: (id) => ['DELETE', `${all}/${id}`],
    status: 400,
    problems: ['Compute cannot be deleted while it is being cloned or restored.'],
    afterwards: (stage, id) => expect(stage.call('DELETE', `${all}/${id + 1}`).status).toBe(400),
  },
  {
    name: 'a clone is offline first and copies tags',
    given: (stage) => running(stage, { tags: ['one'] }),
    call: (id) => ['POST', `${all}/${id}/clone`, { ...PLACE, private_ip: true }],
    has: { status: 'offline', label: 'compute46000002', tags: ['one'], image: 'compute/debian11' },
  },
  {
    name: 'a clone wants region and type',
    given: running,
    call: (id) => ['POST', `${all}/${id}/clone`, {}],
    status: 400,
    problems: ['region and type are required without compute_id'],
  },
  {
    name: 'a source is cloned five times at once at most',
    given: (stage) => {
      const id = offline(stage);
      for (let count = 0; count < 5; count += 1) stage.call('POST', `${all}/${id}/clone`, PLACE);
      return id;
    },
    call: (id) => ['POST', `${all}/${id}/clone`, PLACE],
    status: 400,
    problems: ['A Compute can be cloned 5 times at once.'],
  },
]);
