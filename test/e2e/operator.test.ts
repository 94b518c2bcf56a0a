import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { markOf } from '../../src/model/tags.ts';
import { type CloudObject, reasonOf } from './cloud-object.ts';
import { type Installation, startInstallation } from './installation.ts';
import { soon } from './soon.ts';

const WEB = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };
const DATA = { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } };

interface Item {
  readonly id: number;
  readonly label: string;
  readonly status: string;
  readonly tags: readonly string[];
}

let at: Installation;

beforeAll(async () => {
  at = await startInstallation('operator');
});
afterAll(() => at?.close());

const itemOf = async (
  path: '/volumes' | '/compute/instances',
  { status }: CloudObject,
): Promise<Item | undefined> =>
  (await at.service.rows<Item>(path)).find(({ id }) => id === status.id);
const tags = async (): Promise<readonly string[]> =>
  (await at.service.rows<Item>('/tags')).map(({ label }) => label);
const made = async (kind: string, name: string, spec: object): Promise<CloudObject> => {
  await at.objects.apply(kind, name, spec);
  return await at.objects.ready(kind, name);
};

const Password = z.object({ data: z.object({ password: z.string() }) });
/** Returns the stored root password of an instance; null when there is no such Secret. */
async function passwordOf(name: string): Promise<string | null> {
  const { status, body } = await at.objects.api.request(
    'GET',
    `/api/v1/namespaces/${at.objects.namespace}/secrets/${name}-root`,
  );
  return status === 404
    ? null
    : Buffer.from(Password.parse(body).data.password, 'base64').toString();
}

test('a root password is made and kept in a Secret before the instance is asked for, and is then not changed any more', async () => {
  await at.service.fault({ kind: 'throttle', route: '/compute/instances', method: 'POST' });
  await at.objects.apply('Instance', 'secretive', WEB);
  await at.objects.until(
    'Instance',
    'secretive',
    'refused for now',
    (object) => reasonOf(object, 'Synced') === 'Throttled',
  );
  const kept = (await passwordOf('secretive')) ?? '';
  expect(kept).toHaveLength(32);
  for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]) expect(kept).toMatch(kind);
  expect(await at.service.rows('/compute/instances')).toEqual([]);
  await at.service.clearFaults();
  await at.objects.ready('Instance', 'secretive');
  expect(await passwordOf('secretive')).toBe(kept);
  await at.objects.delete('Instance', 'secretive');
  await at.objects.gone('Instance', 'secretive');
});

describe.concurrent('an object is brought to the account', () => {
  test('an instance and a volume, with all that kubectl shows of them', async () => {
    await at.objects.apply('Instance', 'web', { ...WEB, label: 'the-web', tags: ['blue'] });
    await at.objects.apply('Volume', 'data', {
      ...DATA,
      attachment: { mode: 'Attached', instanceRef: { name: 'web' } },
    });
    await at.kubectl(
      'wait',
      '--for=condition=Ready',
      'instance/web',
      'volume/data',
      '--timeout=120s',
    );
    const [web, data] = [
      await at.objects.ready('Instance', 'web'),
      await at.objects.ready('Volume', 'data'),
    ];
    const { id } = web.status;
    expect(await itemOf('/compute/instances', web)).toMatchObject({
      label: 'the-web',
      tags: ['blue', markOf(web.metadata.uid)],
    });
    expect(await itemOf('/volumes', data)).toMatchObject({
      label: 'data',
      compute_id: id,
      tags: [markOf(data.metadata.uid)],
    });
    const shown = await at.kubectl('get', 'cloud');
    expect(shown).toMatch(/^NAME +READY +SYNCED +STATE +ID +TYPE +IPV4 +AGE$/m);
    expect(shown).toMatch(
      new RegExp(
        `^instance\\S*/web +True +InSync +running +${id} +g6-nanode-1 +198\\.\\S+ +\\d+s`,
        'm',
      ),
    );
    expect(shown).toMatch(/^NAME +READY +SYNCED +STATE +ID +SIZE +INSTANCE +AGE$/m);
    expect(shown).toMatch(
      new RegExp(
        `^volume\\S*/data +True +InSync +active +${data.status.id} +20 +the-web +\\d+s`,
        'm',
      ),
    );
    expect(await at.kubectl('describe', 'ciinst', 'web')).toMatch(
      /Normal +Ready .* the instance is running/,
    );
  });

  test('a volume is attached, moved, detached, grown and cloned', async () => {
    const [a, b] = [await made('Instance', 'host-a', WEB), await made('Instance', 'host-b', WEB)];
    const volume = async (spec: object) =>
      itemOf('/volumes', await made('Volume', 'moved', { ...DATA, ...spec }));
    expect(
      await volume({ attachment: { mode: 'Attached', instanceRef: { name: 'host-a' } } }),
    ).toMatchObject({
      compute_id: a.status.id,
    });
    expect(
      await volume({ attachment: { mode: 'Attached', instanceRef: { name: 'host-b' } } }),
    ).toMatchObject({
      compute_id: b.status.id,
    });
    expect(
      await volume({ attachment: { mode: 'Attached', instanceRef: { id: a.status.id } } }),
    ).toMatchObject({ compute_id: a.status.id });
    expect(await volume({ attachment: { mode: 'Detached' } })).toMatchObject({
      compute_id: null,
      size: 20,
    });
    expect(await volume({ attachment: { mode: 'Detached' }, size: 40 })).toMatchObject({
      compute_id: null,
      size: 40,
    });
    const copy = await made('Volume', 'copy', {
      cloneFrom: { volumeRef: { name: 'moved' } },
      size: 50,
      tags: ['copied'],
    });
    expect(await itemOf('/volumes', copy)).toMatchObject({
      label: 'copy',
      size: 50,
      tags: ['copied', markOf(copy.metadata.uid)],
    });
  });

  test('an instance runs and rests as `booted` says', async () => {
    const state = async (booted: boolean) =>
      (await made('Instance', 'power', { ...WEB, booted })).status.state;
    expect(await state(false)).toBe('offline');
    expect(await state(true)).toBe('running');
    expect(await state(false)).toBe('offline');
  });

  test('a volume waits for the instance that it names, and goes on by itself', async () => {
    await at.objects.apply('Volume', 'early', {
      size: 20,
      attachment: { mode: 'Attached', instanceRef: { name: 'late' } },
    });
    const waits = await at.objects.until(
      'Volume',
      'early',
      'waiting',
      (object) => reasonOf(object, 'Synced') === 'WaitingForReference',
    );
    expect(waits.status.conditions.find(({ type }) => type === 'Ready')?.message).toContain(
      'Instance/late, which does not exist',
    );
    const late = await made('Instance', 'late', WEB);
    expect(await itemOf('/volumes', await at.objects.ready('Volume', 'early'))).toMatchObject({
      compute_id: late.status.id,
    });
  });
});

describe.concurrent('an object that is deleted', () => {
  test('leaves nothing in the account: neither item nor mark', async () => {
    const [web, data] = [
      await made('Instance', 'brief', WEB),
      await made('Volume', 'brief', {
        ...DATA,
        attachment: { mode: 'Attached', instanceRef: { name: 'brief' } },
      }),
    ];
    for (const { kind } of [web, data]) await at.objects.delete(kind, 'brief');
    for (const { kind } of [web, data]) await at.objects.gone(kind, 'brief');
    expect([await itemOf('/compute/instances', web), await itemOf('/volumes', data)]).toEqual([
      undefined,
      undefined,
    ]);
    const marks = [web, data].map(({ metadata }) => markOf(metadata.uid));
    expect((await tags()).filter((tag) => marks.includes(tag))).toEqual([]);
  });

  test('with Retain leaves the item without our mark, and says that it still costs', async () => {
    const kept = await made('Volume', 'kept', { region: 'eu-west', size: 20, tags: ['mine'] });
    await at.objects.delete('Volume', 'kept');
    await at.objects.gone('Volume', 'kept');
    expect(await itemOf('/volumes', kept)).toMatchObject({ label: 'kept', tags: ['mine'] });
    expect(await tags()).not.toContain(markOf(kept.metadata.uid));
    const told = await soon('an event', async () => {
      const found = (await at.objects.events('kept')).find(({ reason }) => reason === 'Retained');
      return { done: found ?? null, seen: 'none' };
    });
    expect(told.message).toBe(
      `item ${kept.status.id} remains in the account and continues to be billed, because policy.deletion is Retain`,
    );
  });
});

test('at rest nothing is logged and nothing is written', async () => {
  const before = { events: await at.objects.events(), objects: await versions() };
  await at.service.resetCalls();
  await soon('three more looks at the account', async () => {
    const looks = (await at.service.calls())['GET /volumes'] ?? 0;
    return { done: looks >= 3 || null, seen: `${looks} looks` };
  });
  expect({ events: await at.objects.events(), objects: await versions() }).toEqual(before);
  const told = before.events.filter(
    ({ involvedObject, reason }) => involvedObject.name === 'power' && reason === 'Ready',
  );
  expect(told.map(({ message, series }) => `${message}: ${series?.count ?? 1}`).toSorted()).toEqual(
    ['the instance is off, as requested: 2', 'the instance is running: 1'],
  );
});

const versions = async (): Promise<readonly string[]> =>
  (await Promise.all(['Instance', 'Volume'].map((kind) => at.objects.list(kind))))
    .flat()
    .map(({ kind, metadata }) => `${kind} ${metadata.name} ${metadata.resourceVersion}`);

test('no token and no password is in any log, event, status or metric', async () => {
  const secrets = [
    ...Object.values(at.service.tokens),
    ...(await Promise.all(['web', 'power'].map(passwordOf))),
  ];
  const said = [
    await at.operator.log(),
    await at.operator.metrics(),
    JSON.stringify(await at.objects.events()),
    JSON.stringify(await Promise.all(['Instance', 'Volume'].map((kind) => at.objects.list(kind)))),
  ];
  for (const text of said) {
    expect(text.length).toBeGreaterThan(500);
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
});

test('a Secret that was made for an object goes with it', async () => {
  expect(await passwordOf('web')).not.toBeNull();
  await soon('the Secret to go', async () => ({
    done: (await passwordOf('secretive')) === null || null,
    seen: 'it stays',
  }));
});

test('a namespace is deleted with everything in it', async () => {
  await at.objects.apply('Volume', 'last', DATA);
  await at.objects.api.request('DELETE', `/api/v1/namespaces/${at.objects.namespace}`);
  await soon('the namespace to go', async () => {
    const { status, body } = await at.objects.api.request(
      'GET',
      `/api/v1/namespaces/${at.objects.namespace}`,
    );
    return { done: status === 404 || null, seen: JSON.stringify(body) };
  });
  expect(await at.service.rows('/compute/instances')).toEqual([]);
  expect((await at.service.rows<Item>('/volumes')).map(({ label }) => label).toSorted()).toEqual([
    'copy',
    'early',
    'kept',
  ]);
});
