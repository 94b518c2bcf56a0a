import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { MemoryApi } from '../../../test/support/kube/memory-api.ts';
import { COLLECTION, named, watchingRig } from '../../../test/support/kube/watching-rig.ts';
import type { SecretRecord } from '../../engine/ports/cluster.ts';
import { custodyMarks } from '../../model/group.ts';
import { Secret } from '../../model/secret.ts';

const SECRETS = 'core/v1/secrets';
const encoded = (text: string): string => Buffer.from(text).toString('base64');
const store = (api: MemoryApi, name: string, token: string, extra: object = {}): unknown =>
  api.objects.put(SECRETS, {
    metadata: { name, namespace: 'ns', ...extra },
    data: { token: encoded(token) },
  });
const reads = (api: MemoryApi, name: string): number =>
  api.requests.filter(({ path }) => path.endsWith(`/secrets/${name}`)).length;
const about = (api: MemoryApi): readonly string[] =>
  api.requests
    .filter(({ path }) => path.includes('/secrets'))
    .map(({ path }) => decodeURIComponent(path));
const revealed = (record: SecretRecord | null | undefined): unknown =>
  record &&
  Object.fromEntries(Object.entries(record.contents).map(([key, value]) => [key, value.reveal()]));

async function rig(prepare: (api: MemoryApi) => void = () => undefined) {
  const base = await watchingRig(prepare);
  const get = async (name: string, reader = 'a'): Promise<SecretRecord | null> => {
    const found = await base.cluster.getSecret('ns', name, named(reader));
    if (!found.ok) throw new Error(found.failure.code);
    return found.value;
  };
  return { ...base, get };
}

describe('a Secret that is read', () => {
  test('is read by its name, then watched by its name, shared by all who read it', async () => {
    const { api, get, time } = await rig((a) => store(a, 'login', 'one'));
    const [first] = await Promise.all([get('login', 'a'), get('login', 'b'), get('login', 'a')]);
    await time.settle();
    await get('login', 'b');
    expect(revealed(first)).toEqual({ token: 'one' });
    expect(reads(api, 'login')).toBe(1);
    expect(about(api).slice(1)).toEqual([
      expect.stringMatching(
        /^\/api\/v1\/namespaces\/ns\/secrets\?limit=500&fieldSelector=metadata.name=login$/,
      ),
      expect.stringMatching(
        /^\/api\/v1\/namespaces\/ns\/secrets\?watch=true.*&fieldSelector=metadata.name=login$/,
      ),
    ]);
    expect(about(api)[0]).toBe('/api/v1/namespaces/ns/secrets/login');
  });

  test('of 1 MiB that a thousand objects read is asked for once, and its contents are held once', async () => {
    const READERS = Array.from({ length: 1_000 }, (_, n) => `reader-${n}`);
    const text = 'x'.repeat(1_000_000);
    const { api, get, time, woken } = await rig((a) => store(a, 'large', text));
    const found = await Promise.all(READERS.map((reader) => get('large', reader)));
    const [first] = found;
    expect(revealed(first)).toEqual({ token: text });
    expect(found.filter((one) => one?.contents !== first?.contents)).toEqual([]);
    await time.settle();
    expect(reads(api, 'large')).toBe(1);
    store(api, 'large', `${text}y`);
    await time.settle();
    expect(woken).toEqual(READERS);
    const again = await Promise.all(READERS.map((reader) => get('large', reader)));
    expect(again.filter((one) => one?.contents !== again[0]?.contents)).toEqual([]);
    expect(reads(api, 'large')).toBe(1);
  });

  test('wakes its readers when it changes, goes or comes, and is current then', async () => {
    const { api, get, time, woken } = await rig((a) => store(a, 'login', 'one'));
    await Promise.all([get('login', 'a'), get('login', 'b')]);
    await time.settle();
    expect(woken).toEqual([]);
    store(api, 'login', 'two');
    await time.settle();
    expect(woken).toEqual(['a', 'b']);
    expect(revealed(await get('login'))).toEqual({ token: 'two' });
    api.objects.remove(SECRETS, 'ns', 'login');
    await time.settle();
    expect([await get('login'), woken.length]).toEqual([null, 4]);
    store(api, 'login', 'three');
    await time.settle();
    expect([revealed(await get('login')), woken.length]).toEqual([{ token: 'three' }, 6]);
    expect(reads(api, 'login')).toBe(1);
  });

  test('that is not there is null, and its coming wakes', async () => {
    const { api, get, time, woken } = await rig();
    expect(await get('login')).toBeNull();
    await time.settle();
    store(api, 'login', 'one');
    await time.settle();
    expect(woken).toEqual(['a']);
  });

  test('a change between the reading and the watch wakes too', async () => {
    const { api, get, time, woken } = await rig((a) => store(a, 'login', 'one'));
    let changed = false;
    api.fault = ({ path }) => {
      if (path.includes('fieldSelector') && !changed) changed = store(api, 'login', 'two') !== null;
      return null;
    };
    await get('login');
    await time.settle();
    expect(woken).toEqual(['a']);
  });

  test('is read again while its watch is down', async () => {
    const { api, get, time } = await rig((a) => store(a, 'login', 'one'));
    await get('login');
    await time.settle();
    api.endWatches(new Error('ECONNRESET'));
    api.fault = ({ path }) => (path.includes('fieldSelector') ? 'refused' : null);
    store(api, 'login', 'two');
    await time.settle();
    expect(revealed(await get('login'))).toEqual({ token: 'two' });
    expect(reads(api, 'login')).toBe(2);
  });

  test('that may not be read says so', async () => {
    const { api, cluster } = await rig();
    api.fault = ({ path }) => (path.includes('/secrets') ? { status: 403 } : null);
    expect(await cluster.getSecret('ns', 'login', named('a'))).toMatchObject({
      ok: false,
      failure: { code: 'Denied' },
    });
    api.fault = ({ path }) => (path.includes('/secrets') ? { status: 200, body: 'x' } : null);
    expect(await cluster.getSecret('ns', 'login', named('a'))).toMatchObject({
      ok: false,
      failure: { code: 'Unreachable' },
    });
  });

  test('is watched no longer when its readers are gone, or after an hour without a request', async () => {
    const { api, get, time } = await rig((a) => [store(a, 'one', 'x'), store(a, 'two', 'x')]);
    await get('one', 'a');
    await get('two', 'b');
    await time.settle();
    const before = api.watches;
    api.objects.put(COLLECTION, { metadata: { name: 'a', namespace: 'ns' } });
    api.objects.remove(COLLECTION, 'ns', 'a');
    await time.advance(61_000);
    await get('two', 'b');
    await time.settle();
    expect(api.watches).toBe(before - 1);
    for (let minute = 0; minute < 61; minute++) {
      await time.advance(60_000);
      api.bookmark();
    }
    await get('three', 'b');
    await time.settle();
    expect(reads(api, 'two')).toBe(1);
    await get('two', 'b');
    expect(reads(api, 'two')).toBe(2);
  });

  test('and is one of very many: those not asked for longest are let go', async () => {
    const { api, get, time } = await rig();
    for (let i = 0; i < 300; i++) await get(`s${i}`);
    await time.settle();
    expect(api.watches).toBe(1 + 256);
    await get('s299');
    await get('s0');
    expect([reads(api, 's299'), reads(api, 's0')]).toEqual([1, 2]);
  });

  test('that is being deleted makes its namespace known before the reader goes on', async () => {
    const { cluster, get } = await rig((a) => {
      a.objects.put('core/v1/namespaces', {
        metadata: { name: 'ns' },
        status: { phase: 'Terminating' },
      });
      store(a, 'login', 'one', { finalizers: ['mine'], deletionTimestamp: '2030-01-01T00:00:00Z' });
    });
    expect(await get('login')).toMatchObject({ deleting: true, finalizers: ['mine'] });
    expect(cluster.namespaceTerminating('ns')).toBe(true);
  });

  test('cannot be printed', async () => {
    const { get } = await rig((a) => store(a, 'login', 'geheim'));
    const record = await get('login');
    expect(`${JSON.stringify(record)} ${inspect(record, { depth: 9 })}`).not.toMatch(
      /geheim|Z2VoZWlt/,
    );
  });

  test('may hold any bytes and any key', async () => {
    const { api, get } = await rig();
    const data = { ['__proto__']: encoded('x'), 'a.b-c_d': encoded('ä\n'), odd: 7, binary: '/w==' };
    api.objects.put(SECRETS, { metadata: { name: 'odd', namespace: 'ns' }, data });
    expect(Object.entries(revealed(await get('odd')) as object)).toEqual([
      ['__proto__', 'x'],
      ['a.b-c_d', 'ä\n'],
      ['odd', ''],
      ['binary', '\uFFFD'],
    ]);
  });
});

describe('a Secret that is written', () => {
  const draft = (
    owner: ReturnType<Awaited<ReturnType<typeof rig>>['object']>,
    contents: Readonly<Record<string, string>>,
  ) => ({
    name: 'made',
    namespace: 'ns',
    labels: { ours: 'yes' },
    contents: Object.fromEntries(
      Object.entries(contents).map(([key, value]) => [key, new Secret(value)]),
    ),
    owner,
  });

  test('goes with its owner, says whose it is, and is Opaque', async () => {
    const { api, cluster, object } = await rig();
    const made = await cluster.putSecret(draft(object('a'), { password: 'ä' }), null);
    expect(made).toMatchObject({
      ok: true,
      value: { name: 'made', namespace: 'ns', labels: { ours: 'yes' }, deleting: false },
    });
    expect(api.objects.get(SECRETS, 'ns', 'made')).toMatchObject({
      type: 'Opaque',
      metadata: {
        labels: { ours: 'yes' },
        ownerReferences: [
          { apiVersion: 'test.dev/v1', kind: 'Gadget', name: 'a', uid: object('a').metadata.uid },
        ],
      },
      data: { password: encoded('ä') },
    });
  });

  test('leaves the references of others, and has none of ours without an owner', async () => {
    const theirs = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: 'theirs',
      uid: 'theirs',
      controller: true,
    };
    const { api, cluster, object, get } = await rig((a) =>
      store(a, 'made', 'old', { ownerReferences: [theirs] }),
    );
    expect((await get('made'))?.owners).toEqual([theirs]);
    await cluster.putSecret(draft(object('a'), {}), await get('made'));
    const ours = {
      apiVersion: 'test.dev/v1',
      kind: 'Gadget',
      name: 'a',
      uid: object('a').metadata.uid,
    };
    expect(api.objects.get(SECRETS, 'ns', 'made')).toMatchObject({
      metadata: { ownerReferences: [theirs, ours] },
    });
    await cluster.putSecret({ ...draft(object('a'), {}), name: 'free', owner: null }, null);
    expect(api.objects.get(SECRETS, 'ns', 'free')?.['metadata']).not.toHaveProperty(
      'ownerReferences',
    );
  });

  test('is never written over another one', async () => {
    const { cluster, object } = await rig((a) => store(a, 'made', 'of another owner'));
    expect(await cluster.putSecret(draft(object('a'), {}), null)).toMatchObject({
      ok: false,
      failure: { code: 'Conflict' },
    });
  });

  test('replaces exactly the version that was read, whole, but for what others put beside it', async () => {
    const { api, cluster, object, get } = await rig((a) =>
      store(a, 'made', 'old', { finalizers: ['theirs'] }),
    );
    const previous = await get('made');
    expect(
      await cluster.putSecret(draft(object('a'), { password: 'new' }), previous),
    ).toMatchObject({ ok: true });
    expect(api.objects.get(SECRETS, 'ns', 'made')).toMatchObject({
      data: { password: encoded('new') },
      metadata: { finalizers: ['theirs'] },
    });
    expect(api.objects.get(SECRETS, 'ns', 'made')?.['data']).not.toHaveProperty('token');
    expect(
      await cluster.putSecret(draft(object('a'), { password: 'newer' }), previous),
    ).toMatchObject({ failure: { code: 'Conflict' } });
  });

  test('is visible to readers at once, and wakes no object', async () => {
    const { api, cluster, object, get, time, woken } = await rig();
    await get('made');
    await time.settle();
    api.silent = true;
    const made = await cluster.putSecret(draft(object('a'), { password: 'new' }), null);
    expect(revealed(await get('made'))).toEqual({ password: 'new' });
    if (made.ok) await cluster.patchSecret(made.value, { metadata: { finalizers: ['ours'] } });
    expect(await get('made')).toMatchObject({ finalizers: ['ours'] });
    api.silent = false;
    await time.settle();
    expect(woken).toEqual([]);
    expect(reads(api, 'made')).toBe(1);
  });

  test('is not believed any more after a Conflict: the next reader asks', async () => {
    const { api, cluster, get, time } = await rig((a) => store(a, 'made', 'old'));
    const previous = await get('made');
    await time.settle();
    api.silent = true;
    store(api, 'made', 'new');
    expect(revealed(await get('made'))).toEqual({ token: 'old' });
    if (previous)
      expect(
        await cluster.patchSecret(previous, { metadata: { finalizers: ['ours'] } }),
      ).toMatchObject({ failure: { code: 'Conflict' } });
    expect(revealed(await get('made'))).toEqual({ token: 'new' });
  });
});

test('those in use are found by our label, in one request', async () => {
  const { api, cluster } = await rig((a) => {
    store(a, 'used', 'one', { labels: { 'cloudinfra.dev/in-use': 'true' }, finalizers: ['mine'] });
    store(a, 'other', 'two', { labels: { 'example.org/in-use': 'true' } });
    store(a, 'plain', 'three');
  });
  expect(await cluster.heldSecrets(custodyMarks(null))).toMatchObject({
    ok: true,
    value: [{ name: 'used', namespace: 'ns', finalizers: ['mine'] }],
  });
  expect(about(api)).toEqual(['/api/v1/secrets?limit=500&labelSelector=cloudinfra.dev/in-use']);
  api.fault = () => ({ status: 403 });
  expect(await cluster.heldSecrets(custodyMarks(null))).toMatchObject({
    ok: false,
    failure: { code: 'Denied' },
  });
});

test('those in use are followed by our label for who asks again, and their contents are never sent', async () => {
  const { api, cluster, time } = await rig((a) => {
    store(a, 'used', 'one', { labels: { 'cloudinfra.dev/in-use': 'true' }, finalizers: ['mine'] });
    store(a, 'plain', 'two');
  });
  const names = async (): Promise<readonly string[]> => {
    const held = await cluster.heldSecrets(custodyMarks(null));
    if (!held.ok) throw new Error(held.failure.code);
    expect(JSON.stringify(held.value)).not.toContain('contents');
    return held.value.map(({ name }) => name).toSorted();
  };
  for (let round = 0; round < 100; round++) {
    expect(await names()).toEqual(['used']);
    await time.advance(1_000);
  }
  store(api, 'late', 'three', { labels: { 'cloudinfra.dev/in-use': 'true' } });
  await time.settle();
  expect(await names()).toEqual(['late', 'used']);
  store(api, 'used', 'one', { labels: {}, finalizers: ['mine'] });
  await time.settle();
  expect(await names()).toEqual(['late']);
  const asked = api.requests.filter(({ path }) => path.includes('labelSelector'));
  expect(asked.length).toBeLessThanOrEqual(5);
  expect(asked.every(({ accept }) => accept?.includes('as=PartialObjectMetadata') === true)).toBe(
    true,
  );
  api.fault = () => ({ status: 403 });
  api.endWatches();
  await time.settle();
  expect(await cluster.heldSecrets(custodyMarks(null))).toMatchObject({
    ok: false,
    failure: { code: 'Denied' },
  });
});

test('those that were read and carry our finalizer are in use without the label too', async () => {
  const { api, cluster, get, time } = await rig((a) => {
    store(a, 'unmarked', 'one', { finalizers: ['cloudinfra.dev/finalizer'] });
    store(a, 'free', 'two');
  });
  await Promise.all([get('unmarked'), get('free')]);
  await time.settle();
  const before = api.requests.length;
  expect(await cluster.heldSecrets(custodyMarks(null))).toMatchObject({
    ok: true,
    value: [{ name: 'unmarked' }],
  });
  expect(api.requests.length - before).toBe(1);
});
