import { expect } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import {
  DEPLOYED,
  field,
  fresh,
  make,
  PASSWORD,
  PLACE,
  running,
} from '../../../test/support/simulator/givens.ts';

const all = '/compute/instances';
const create = (body: object, given: object = DEPLOYED) =>
  ['POST', all, { ...given, ...body }] as const;

playAll([
  {
    name: "an instance from an image is provisioning, with the plan's size and default alerts",
    call: () => create({}),
    has: {
      status: 'provisioning',
      label: 'compute46000001',
      group: '',
      specs: { disk: 25_600, memory: 1024, vcpus: 1, gpus: 0, transfer: 1000 },
      alerts: { cpu: 90, io: 10_000, network_in: 10, network_out: 10, transfer_quota: 80 },
      backups: {
        enabled: false,
        available: false,
        schedule: { day: null, window: null },
        last_successful: null,
      },
      watchdog_enabled: true,
      hypervisor: 'kvm',
    },
  },
  {
    name: 'an instance without an image is provisioning too',
    call: () => create({}, PLACE),
    has: { status: 'provisioning', image: null },
  },
  {
    name: 'region and type are wanted',
    call: () => ['POST', all, {}],
    status: 400,
    problems: ['region: region is required', 'type: type is required'],
  },
  {
    name: 'several problems are reported at once',
    call: () => create({ region: 'mars', type: 'huge', image: 'compute/none' }),
    status: 400,
    problems: [
      'region: region is not valid',
      'type: A valid plan type by that ID was not found',
      'image: image is not valid',
    ],
  },
  {
    name: 'an image wants a password',
    call: () => create({ image: 'compute/debian11' }, PLACE),
    status: 400,
    problems: ['root_pass: root_pass is required'],
  },
  {
    name: 'a weak password is refused',
    call: () => create({ root_pass: 'aaaaaaaa' }),
    status: 400,
    problems: ['root_pass: Password does not meet strength requirement'],
  },
  {
    name: 'a short password is refused',
    call: () => create({ root_pass: 'aA1!' }),
    status: 400,
    problems: ['root_pass: Length must be 7-128 characters'],
  },
  {
    name: 'a key must be one',
    call: () => create({ authorized_keys: ['no key'] }),
    status: 400,
    problems: ['authorized_keys[0]: SSH Key is not valid'],
  },
  {
    name: 'a user must have a key',
    call: () => create({ authorized_users: ['admin', 'nobody'] }),
    status: 400,
    problems: [
      'authorized_users[0]: User admin has no SSH keys',
      'authorized_users[1]: User nobody does not exist',
    ],
  },
  {
    name: 'a user with a key is fine',
    given: (stage) =>
      make(stage, '/profile/sshkeys', { label: 'k', ssh_key: 'ssh-ed25519 AAAA me' }),
    call: () => create({ authorized_users: ['admin'] }),
  },
  {
    name: 'labels are unique',
    given: (stage) => fresh(stage, { label: 'web' }),
    call: () => create({ label: 'web' }),
    status: 400,
    problems: ['label: Label must be unique among your computes'],
  },
  {
    name: 'labels are for display only',
    dialect: 'documents',
    given: (stage) => fresh(stage, { label: 'web' }),
    call: () => create({ label: 'web' }),
  },
  {
    name: 'a label has three characters at least',
    call: () => create({ label: 'ab' }),
    status: 400,
    problems: ['label: Length must be 3-64 characters'],
  },
  {
    name: 'a StackScript wants a compatible image',
    call: () =>
      create({ stackscript_id: 623_101 }, { ...PLACE, image: 'compute/arch', root_pass: PASSWORD }),
    status: 400,
    problems: ['image: The requested distribution is not supported by this stackscript.'],
  },
  {
    name: 'a StackScript wants its answers',
    call: () => create({ stackscript_id: 623_101 }),
    status: 400,
    problems: ['stackscript_data: hostname is required'],
  },
  {
    name: 'a StackScript takes only offered answers',
    call: () =>
      create({ stackscript_id: 623_101, stackscript_data: { hostname: 'a', channel: 'wild' } }),
    status: 400,
    problems: ['stackscript_data: channel must be one of stable,testing'],
  },
  {
    name: 'a StackScript with its answers is deployed and counted',
    call: () => create({ stackscript_id: 623_101, stackscript_data: { hostname: 'a' } }),
    afterwards: (stage) =>
      expect(field(stage, '/compute/stackscripts/623101', 'deployments_total')).toBe(1),
  },
  {
    name: 'a VLAN wants a label',
    call: () => create({ interfaces: [{ purpose: 'public' }, { purpose: 'vlan' }] }),
    status: 400,
    problems: ['interfaces[1].label: label is required'],
  },
  {
    name: 'a VLAN wants a region that has them',
    call: () => create({ region: 'us-west', interfaces: [{ purpose: 'vlan', label: 'lan' }] }),
    status: 400,
    problems: ['interfaces[0]: VLANs are not available in this region'],
  },
  {
    name: 'one public interface at most',
    call: () => create({ interfaces: [{ purpose: 'public' }, { purpose: 'public' }] }),
    status: 400,
    problems: ['interfaces[1]: Only one public interface is allowed'],
  },
  {
    name: 'three interfaces at most',
    call: () =>
      create({ interfaces: Array.from({ length: 4 }, () => ({ purpose: 'vlan', label: 'lan' })) }),
    status: 400,
  },
  {
    name: 'a private address comes second',
    call: () => create({ private_ip: true }),
    has: { ipv4: ['198.18.0.2', '192.168.128.2'] },
  },
  {
    name: 'an unknown backup is refused',
    call: () => create({ backup_id: 1 }, PLACE),
    status: 400,
    problems: ['backup_id: backup_id is not valid'],
  },
  {
    name: 'the swap disk leaves room for the system',
    call: () => create({ swap_size: 25_600 }),
    status: 400,
  },
  {
    name: 'tags come into being',
    call: () => create({ tags: ['k8s:one'] }),
    has: { tags: ['k8s:one'] },
    afterwards: (stage) => expect(field(stage, '/tags', 'data', 0, 'label')).toBe('k8s:one'),
  },
  {
    name: 'an update merges alerts and keeps what is not named',
    given: running,
    call: (id) => [
      'PUT',
      `${all}/${id}`,
      { alerts: { io: 5 }, group: 'g', watchdog_enabled: false },
    ],
    has: {
      alerts: { io: 5, cpu: 90 },
      group: 'g',
      watchdog_enabled: false,
      label: 'compute46000001',
    },
  },
  {
    name: 'an alert on cpu ends at 4800',
    given: running,
    call: (id) => ['PUT', `${all}/${id}`, { alerts: { cpu: 4801 } }],
    status: 400,
    problems: ['alerts.cpu: Must be 0-4800'],
  },
  {
    name: 'the own label may be sent back',
    given: (stage) => running(stage, { label: 'web' }),
    call: (id) => ['PUT', `${all}/${id}`, { label: 'web' }],
  },
  {
    name: 'a taken label is refused',
    given: (stage) => {
      running(stage, { label: 'web' });
      return fresh(stage);
    },
    call: (id) => ['PUT', `${all}/${id}`, { label: 'web' }],
    status: 400,
    problems: ['label: Label must be unique among your computes'],
  },
  {
    name: 'a schedule is kept only while backups are enabled',
    given: running,
    call: (id) => [
      'PUT',
      `${all}/${id}`,
      { backups: { schedule: { day: 'Monday', window: 'W2' } } },
    ],
    has: { backups: { schedule: { day: null, window: null } } },
  },
]);
