import { expect, test } from 'vitest';
import { CREDENTIAL } from '../../../test/support/memory-secrets.ts';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { fail } from '../../model/failure.ts';
import { Secret } from '../../model/secret.ts';
import { itemClaim } from '../term/claims.ts';
import { locate } from './locate.ts';

const FAR = { uid: 'far', title: 'Gadget other/far', namespace: 'other' };

test('an object with an odd spec is refused before any account is opened', async () => {
  const opened: string[] = [];
  const { pass } = stage({
    spec: { size: 'big' },
    env: {
      cloud: {
        open: async () => {
          opened.push('open');
          return fail({ code: 'Unreachable', detail: '' });
        },
        onChange: () => undefined,
      },
    },
  });
  expect(await locate(pass)).toEqual({
    outcome: { type: 'refused', field: 'spec.size', detail: expect.stringContaining('number') },
  });
  expect(opened).toEqual([]);
});

test.each<[string, Scene]>([
  ['a Secret that is missing', { spec: { credentialsRef: { name: 'none' } } }],
  ['the settings of the operator', {}],
])('an account that cannot be opened with %s is the outcome', async (_, scene) => {
  const { pass } = stage({ ...scene, env: { ownCredential: () => null } });
  const located = await locate(pass);
  expect('outcome' in located && located.outcome.type).toBe('waiting');
  expect('credential' in located).toBe(false);
});

test('an account is opened, other passes run, and the requested collections are reported', async () => {
  for (const isOver of [true, false]) {
    let rests = 0;
    const turns = {
      isOver: () => isOver,
      rest: async () => {
        rests += 1;
      },
    };
    const { pass } = stage({ spec: { size: 3 }, env: { turns } });
    const located = await locate(pass);
    expect('desired' in located && located.desired.spec).toEqual({ size: 3 });
    expect(rests).toBe(isOver ? 1 : 0);
  }
});

test('a spec that names what another namespace holds is refused', async () => {
  const { pass, claims } = stage({
    kind: { ids: [{ path: 'size', names: 'Gadget' }] },
    spec: { size: 7 },
  });
  expect('desired' in (await locate(pass))).toBe(true);
  claims.take(itemClaim('A', 'Gadget', 7), FAR);
  expect(await locate(pass)).toMatchObject({ outcome: { type: 'refused', field: 'spec.size' } });
});

test('the credential that opened no account is named where it is known', async () => {
  const { pass, cluster } = stage({
    spec: { credentialsRef: { name: 'key' } },
    env: {
      cloud: {
        open: async () => fail({ code: 'Unauthenticated', detail: 'no such token' }),
        onChange: () => undefined,
      },
    },
  });
  cluster.secrets.apply('team', 'key', { token: new Secret('t') }, CREDENTIAL);
  expect(await locate(pass)).toMatchObject({ credential: { secret: 'key' } });
});
