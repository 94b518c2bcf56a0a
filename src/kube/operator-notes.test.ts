import { expect, test } from 'vitest';
import { watchingRig } from '../../test/support/kube/watching-rig.ts';

const COLLECTION = 'core/v1/configmaps';
const valueOf = <T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false },
): T => {
  if (!result.ok) throw new Error('it failed');
  return result.value;
};

test('a note is created, changed under lock and read by the next process', async () => {
  const { api, cluster } = await watchingRig();
  const none = valueOf(await cluster.readNote('brake'));
  expect(none).toEqual({ text: '', version: null });
  const first = valueOf(await cluster.writeNote('brake', 'one', none));
  const second = valueOf(await cluster.writeNote('brake', 'two', first));
  expect(await cluster.readNote('brake')).toEqual({ ok: true, value: second });
  expect(second.text).toBe('two');
  expect(api.objects.get(COLLECTION, 'default', 'cloudinfra-operator-brake')).toMatchObject({
    data: { note: 'two' },
  });
  for (const stale of [none, first]) {
    expect(await cluster.writeNote('brake', 'three', stale)).toMatchObject({
      ok: false,
      failure: { code: 'Conflict' },
    });
  }
});

test('one that a user emptied reads as empty', async () => {
  const { api, cluster } = await watchingRig();
  const { metadata } = api.objects.put(COLLECTION, {
    metadata: { name: 'cloudinfra-operator-brake', namespace: 'default' },
  });
  expect(await cluster.readNote('brake')).toEqual({
    ok: true,
    value: { text: '', version: metadata.resourceVersion },
  });
});
