import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_VERSION } from '../../src/model/group.ts';
import { type CloudObject, conditionOf } from './cloud-object.ts';
import { type Installation, install } from './installation.ts';

const NAMESPACE = 'operations';
const WEB = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };
const REBOOT = { target: { kind: 'Instance', name: 'web' }, verb: 'Reboot' };

let at: Installation;

beforeAll(async () => {
  at = await install(NAMESPACE);
  await at.operator.component.start();
  await at.objects.apply('Instance', 'web', WEB);
  await at.objects.ready('Instance', 'web');
});
afterAll(() => at?.close());

const finished = (name: string): Promise<CloudObject> =>
  at.objects.until('Operation', name, 'its end', ({ status }) => 'finishedAt' in status);

async function reboots(): Promise<number> {
  const events = await at.service.rows<{ readonly action: string }>('/account/events');
  return events.filter(({ action }) => action === 'compute_reboot').length;
}

describe('an Operation', () => {
  test('is carried out once, and again by another one', async () => {
    await at.objects.apply('Operation', 'one', REBOOT);
    const one = await finished('one');
    expect(one.status).toMatchObject({ phase: 'Succeeded', message: 'done' });
    expect(conditionOf(one, 'Complete')).toMatchObject({ status: 'True', observedGeneration: 1 });
    expect(await reboots()).toBe(1);
    await at.objects.annotate('Operation', 'one', { 'example.com/other': 'change' });
    await at.objects.annotate('Instance', 'web', { 'example.com/other': 'change' });
    await at.objects.apply('Operation', 'two', { ...REBOOT, ttlSecondsAfterFinished: 86_400 });
    await finished('two');
    expect(await reboots()).toBe(2);
    expect(await at.kubectl('get', '-n', NAMESPACE, 'ciop')).toMatch(
      /KIND +TARGET +VERB +PHASE +AGE\none +Instance +web +Reboot +Succeeded/,
    );
  });

  test('waits for its target, and is withdrawn while it waits', async () => {
    const spec = { ...REBOOT, target: { kind: 'Instance', name: 'later' } };
    await at.objects.apply('Operation', 'early', spec);
    const early = await at.objects.until('Operation', 'early', 'a phase', ({ status }) =>
      Boolean(status['phase']),
    );
    expect(early.status).toMatchObject({
      phase: 'Pending',
      message: 'waiting for Instance/later, which does not exist',
    });
    await at.objects.delete('Operation', 'early');
    await at.objects.gone('Operation', 'early');
  });

  test('goes when its time after the end is over', async () => {
    await at.objects.apply('Operation', 'short', { ...REBOOT, ttlSecondsAfterFinished: 1 });
    await at.objects.gone('Operation', 'short');
    expect((await at.objects.events('short')).map(({ reason }) => reason)).toContain('Succeeded');
  });
});

describe('admission refuses', () => {
  test.each<[string, object, string]>([
    [
      'a kind without verbs',
      { ...REBOOT, target: { kind: 'Volume', name: 'data' } },
      'Unsupported value: "Volume"',
    ],
    ['a verb that no kind has', { ...REBOOT, verb: 'Dance' }, 'Unsupported value: "Dance"'],
    [
      'a verb of another kind',
      { ...REBOOT, verb: 'Snapshot' },
      'spec.verb: Invalid value: must be Reboot or Rescue for a target of kind Instance',
    ],
    [
      'a parameter of another verb',
      { ...REBOOT, parameters: { label: 'a' } },
      'spec.parameters.label: Forbidden: may be set only with the verb Snapshot',
    ],
    ['a parameter that no verb has', { ...REBOOT, parameters: { how: 'fast' } }, 'how'],
    [
      'a value that the parameter does not allow',
      {
        target: { kind: 'MySQLDatabase', name: 'shop' },
        verb: 'Snapshot',
        parameters: { label: 'no blanks' },
      },
      'spec.parameters.label',
    ],
    ['a time to live before the end', { ...REBOOT, ttlSecondsAfterFinished: -1 }, 'ttlSeconds'],
    ['what is no hash', { ...REBOOT, approvedPlan: 'yes' }, 'spec.approvedPlan'],
  ])('%s', async (_, spec, message) => {
    expect(await at.objects.refusal('Operation', 'wrong', spec)).toContain(message);
  });

  test('a change of the spec, and takes what does not change it', async () => {
    const spec = { target: { kind: 'Instance', name: 'nobody' }, verb: 'Reboot' };
    await at.objects.apply('Operation', 'fixed', spec);
    expect(await at.objects.refusal('Operation', 'fixed', { ...spec, verb: 'Rescue' })).toContain(
      'spec: Forbidden: must not change: delete the Operation and create another one',
    );
    expect(await at.objects.refusal('Operation', 'fixed', spec)).toBe('');
  });
});

const PERSON = 'clerk';
const RBAC = `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}`;

test('a person who may create Operations alone reboots what they cannot change', async () => {
  const metadata = { name: PERSON };
  const rules = [
    { apiGroups: ['cloudinfra.dev'], resources: ['operations'], verbs: ['create', 'get'] },
  ];
  await at.objects.api.request('POST', `${RBAC}/roles`, { metadata, rules });
  await at.objects.api.request('POST', `${RBAC}/rolebindings`, {
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: PERSON },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: PERSON }],
  });
  const before = await reboots();
  const as = (...args: readonly string[]) =>
    at.kubectl(`--as=${PERSON}`, '-n', NAMESPACE, ...args).catch(String);
  expect(await as('annotate', 'instance/web', 'a=b')).toMatch(/cannot (get|patch) resource/);
  expect(await as('patch', 'instance/web', '--type=merge', '-p', '{"spec":{"group":"x"}}')).toMatch(
    /cannot (get|patch) resource/,
  );
  const file = join(at.directory, 'clerk.json');
  const head = { apiVersion: API_VERSION, kind: 'Operation' };
  await writeFile(file, JSON.stringify({ ...head, metadata: { name: 'by-clerk' }, spec: REBOOT }));
  await expect
    .poll(() => as('create', '-f', file), { timeout: 20_000 })
    .toContain('operation.cloudinfra.dev/by-clerk created');
  expect((await finished('by-clerk')).status).toMatchObject({ phase: 'Succeeded' });
  const patch = '{"status":{"phase":"Pending"}}';
  expect(
    await as('patch', 'operation/one', '--subresource=status', '--type=merge', '-p', patch),
  ).toMatch(/cannot (get|patch) resource/);
  expect(await reboots()).toBe(before + 1);
});
