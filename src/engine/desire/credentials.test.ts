import { describe, expect, test } from 'vitest';
import { CREDENTIAL } from '../../../test/support/memory-secrets.ts';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { CALLER } from '../../../test/support/stage-service.ts';
import { type Failure, fail, ok } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';
import { Secret } from '../../model/secret.ts';
import { locate } from '../observe/locate.ts';
import { recordOf } from '../pass/intent.ts';
import type { Credential } from '../ports/cloud.ts';
import type { KubeFailure, SecretRecord } from '../ports/cluster.ts';
import { namingCredential, openAccount } from './credentials.ts';
import { lackedGrant, lackedScopes } from './entitlement.ts';

const DEFAULT = 'cloudinfra-credentials';
const TOKEN = { token: new Secret(' t \n') };
const NAMED: Scene = { spec: { credentialsRef: { name: 'mine' } } };
const INVALID: Failure = { code: 'Unauthenticated', detail: 'Invalid Token' };
const own = { ok: true, from: "the operator's own settings", used: null };
const waits = (what: string): Outcome => ({
  type: 'waiting',
  for: what,
  recheckMs: 60_000,
  reason: 'WaitingForCredential',
});

interface Given {
  readonly name?: string;
  readonly contents?: Readonly<Record<string, Secret>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly type?: string;
}

/** Opens an account in a namespace with or without a Secret; records the opened credentials. */
function on(scene: Scene = {}, given: Given | null = null) {
  const opened: Credential[] = [];
  const taken: SecretRecord[] = [];
  const world = stage(scene);
  const open: typeof world.env.cloud.open = async (credential) => {
    opened.push(credential);
    return ok(world.pass.account);
  };
  const custody: typeof world.env.custody = {
    take: async (secret) => {
      taken.push(secret);
      return ok(secret);
    },
  };
  const env = { ...world.env, cloud: { ...world.env.cloud, open }, custody, ...scene.env };
  if (given !== null) {
    const { name = DEFAULT, contents = TOKEN, labels = {}, type } = given;
    world.cluster.secrets.apply('team', name, contents, labels, type);
  }
  return { ...world, pass: { ...world.pass, env }, opened, taken };
}
const outcomeOf = async (world: ReturnType<typeof on>) => {
  const result = await openAccount(world.pass);
  return result.ok ? { ok: true, from: result.from, used: result.used } : result;
};

describe('the credential of an object', () => {
  const MARKED: Given = { name: 'mine', labels: CREDENTIAL };
  test.each<[string, Scene, Given | null, object]>([
    ["is the operator's own where the namespace has none", {}, null, own],
    [
      'is that of the namespace',
      {},
      {},
      { ok: true, from: `Secret team/${DEFAULT}`, used: { secret: DEFAULT, account: 'A' } },
    ],
    [
      'is the one that the spec names',
      NAMED,
      MARKED,
      { ok: true, from: 'Secret team/mine', used: { secret: 'mine', account: 'A' } },
    ],
    [
      'is waited for where the spec names one that is not there',
      NAMED,
      {},
      { ok: false, outcome: waits('Secret team/mine, which does not exist') },
    ],
    [
      'is waited for without a token',
      NAMED,
      { ...MARKED, contents: { token: new Secret(' \n') } },
      {
        ok: false,
        outcome: waits('a value for the key token of Secret team/mine, which is empty'),
      },
    ],
    [
      'is waited for with another key',
      NAMED,
      { ...MARKED, contents: { password: new Secret('x') } },
      {
        ok: false,
        outcome: waits('a value for the key token of Secret team/mine, which is empty'),
      },
    ],
    [
      'is refused without its label',
      NAMED,
      { name: 'mine' },
      {
        ok: false,
        outcome: {
          type: 'refused',
          field: 'spec.credentialsRef',
          detail:
            'Secret team/mine is not labelled as a credential: add the label cloudinfra.dev/credentials: "true" to it',
        },
      },
    ],
    [
      'is refused with another label',
      NAMED,
      { name: 'mine', labels: { 'cloudinfra.dev/credentials': 'no' } },
      {
        ok: false,
        outcome: {
          type: 'refused',
          field: 'spec.credentialsRef',
          detail:
            'Secret team/mine is not labelled as a credential: add the label cloudinfra.dev/credentials: "true" to it',
        },
      },
    ],
    ...['kubernetes.io/service-account-token', 'bootstrap.kubernetes.io/token'].map(
      (type): [string, Scene, Given, object] => [
        `is refused as ${type}`,
        NAMED,
        { ...MARKED, type },
        {
          ok: false,
          outcome: {
            type: 'refused',
            field: 'spec.credentialsRef',
            detail: `Secret team/mine is of type ${type}, and the operator never sends its token: use a Secret of type Opaque`,
          },
        },
      ],
    ),
    [
      'is refused with a token that no request can carry',
      NAMED,
      { ...MARKED, contents: { token: new Secret('x'.repeat(1_000_000)) } },
      {
        ok: false,
        outcome: {
          type: 'refused',
          field: 'spec.credentialsRef',
          detail:
            'Secret team/mine has a token of 1000000 characters, and at most 8192 are allowed',
        },
      },
    ],
    [
      'may be of a type that is none of Kubernetes',
      NAMED,
      { ...MARKED, type: 'xkubernetes.io/x' },
      { ok: true, from: 'Secret team/mine', used: { secret: 'mine', account: 'A' } },
    ],
    [
      'is waited for where the operator serves only named namespaces',
      { env: { ownCredential: () => null } },
      null,
      {
        ok: false,
        outcome: waits(
          `Secret team/${DEFAULT} with the key token: create it, or add this namespace with --token-namespace, because the operator's own token serves only named namespaces`,
        ),
      },
    ],
  ])('%s', async (_, scene, given, opened) => {
    expect(await outcomeOf(on(scene, given))).toEqual(opened);
  });

  test.each([
    [{}, 't', null],
    [{ baseUrl: new Secret(' https://x \n') }, 't', 'https://x'],
  ])('is read without line ends: %o', async (more, token, baseUrl) => {
    const world = on({}, { contents: { ...TOKEN, ...more } });
    await openAccount(world.pass);
    expect(world.opened.map((one) => [one.token.reveal(), one.baseUrl])).toEqual([
      [token, baseUrl],
    ]);
  });

  test.each<[KubeFailure['code'], object]>([
    [
      'Unreachable',
      {
        type: 'failed',
        failure: { code: 'Unreachable', detail: 'away' },
        speaker: 'the Kubernetes API',
      },
    ],
    ['Denied', waits('Secret team/mine, which cannot be read: away')],
  ])('that cannot be read (%s) ends so', async (code, outcome) => {
    const world = on(NAMED);
    world.cluster.hide = () => ({ code, detail: 'away' });
    expect(await outcomeOf(world)).toEqual({ ok: false, outcome });
  });

  const refusing = (scene: Scene): Scene => ({
    ...scene,
    env: { cloud: { open: async () => fail(INVALID), onChange: () => undefined } },
  });
  test.each<[string, Scene, Given | null, string, object | undefined]>([
    ['its own', {}, null, "the operator's own settings", undefined],
    ['a Secret', {}, {}, `Secret team/${DEFAULT}`, { secret: DEFAULT }],
    [
      'a Secret that opened an account before',
      { status: { credential: { secret: DEFAULT, account: 'B' } } },
      {},
      `Secret team/${DEFAULT}`,
      { secret: DEFAULT, account: 'B' },
    ],
    [
      'a Secret in place of another one',
      { status: { credential: { secret: 'old', account: 'B' } } },
      {},
      `Secret team/${DEFAULT}`,
      { secret: DEFAULT },
    ],
  ])('that the service refuses is named: %s', async (_, scene, given, from, used) => {
    expect(await outcomeOf(on(refusing(scene), given))).toEqual({
      ok: false,
      outcome: { type: 'failed', failure: INVALID, speaker: `the credential in ${from}` },
      ...(used === undefined ? {} : { used }),
    });
  });

  test('that lacks a scope is refused', async () => {
    expect(await outcomeOf(on({ caller: { scopes: ['other:read_write'] } }, {}))).toMatchObject({
      outcome: {
        failure: {
          code: 'Denied',
          detail: 'it lacks the scope gadgets:read_write, which Gadget needs',
        },
      },
      used: { secret: DEFAULT, account: 'A' },
    });
  });
});

describe("the operator's own token is not used in place of a Secret of another account", () => {
  const where = `team/${DEFAULT}, or the one that spec.credentialsRef names`;
  const other = `a Secret with a credential of account B (${where}): the operator's own token belongs to another account than Secret old did`;
  const unknown = `a Secret with a credential of its own (${where}): the operator's own token does not replace Secret old`;
  test.each<[string, object, Outcome | null]>([
    ['that the object used', { credential: { secret: 'old', account: 'B' } }, waits(other)],
    ['whose account is not known', { credential: { secret: 'old' } }, waits(unknown)],
    ['unless it opened the same account', { credential: { secret: 'old', account: 'A' } }, null],
    [
      'unless the item is in its account',
      { credential: { secret: 'old', account: 'B' }, id: 7, account: 'A' },
      null,
    ],
    [
      'if the item is in another account',
      { credential: { secret: 'old', account: 'B' }, id: 7, account: 'B' },
      waits(other),
    ],
    [
      'if there is no item yet',
      { credential: { secret: 'old', account: 'B' }, account: 'A' },
      waits(other),
    ],
  ])('%s', async (_, status, outcome) => {
    expect(await outcomeOf(on({ status }))).toEqual(
      outcome === null ? own : { ok: false, outcome },
    );
  });

  test('that another object of the namespace used', async () => {
    const world = on();
    const object = world.pass.copy.object;
    const status = { internal: { credential: { secret: DEFAULT, account: 'B' } } };
    const { usedCredentials } = world.env;
    usedCredentials.note({ ...object, metadata: { ...object.metadata, uid: 'x' }, status });
    expect(await outcomeOf(world)).toMatchObject({
      ok: false,
      outcome: { reason: 'WaitingForCredential' },
    });
    usedCredentials.note({ ...object, metadata: { ...object.metadata, uid: 'y' }, status });
    usedCredentials.forget('x');
    expect(usedCredentials.otherThan('A', 'team')).toEqual({ secret: DEFAULT, account: 'B' });
    usedCredentials.forget('y');
    expect(await outcomeOf(world)).toEqual(own);
  });
});

describe('what a namespace used', () => {
  const noted = (uid: string, credential: object | undefined, namespace = 'team') => {
    const { object } = stage().pass.copy;
    const status = { internal: { credential } };
    return { ...object, metadata: { ...object.metadata, uid, namespace }, status };
  };
  test.each<[string, object | undefined, string, string, object | null]>([
    [
      'another account',
      { secret: DEFAULT, account: 'B' },
      'A',
      'team',
      { secret: DEFAULT, account: 'B' },
    ],
    ['this account', { secret: DEFAULT, account: 'A' }, 'A', 'team', null],
    ['an unknown account', { secret: DEFAULT }, 'A', 'team', { secret: DEFAULT }],
    ['another account in another namespace', { secret: DEFAULT, account: 'B' }, 'A', 'other', null],
    ['a Secret of another name', { secret: 'x', account: 'B' }, 'A', 'team', null],
    ['nothing', undefined, 'A', 'team', null],
  ])('is %s', (_, credential, account, namespace, used) => {
    const { usedCredentials } = stage().env;
    usedCredentials.note(noted('x', credential));
    expect(usedCredentials.otherThan(account, namespace)).toEqual(used);
    usedCredentials.note(noted('x', undefined));
    expect(usedCredentials.otherThan(account, namespace)).toBeNull();
  });
});

describe('the Secret of a credential', () => {
  test.each<[string, Scene, number]>([
    ['is taken into custody', {}, 1],
    ['is not by an object that only looks', { spec: { policy: { mode: 'Preview' } } }, 0],
    ['is not by an object that is deleted', { metadata: { deletionTimestamp: 'now' } }, 0],
  ])('%s', async (_, scene, times) => {
    const world = on(scene, {});
    expect((await openAccount(world.pass)).ok).toBe(true);
    expect(world.taken).toHaveLength(times);
  });

  test.each<[KubeFailure['code'], boolean, number]>([
    ['Unreachable', false, 0],
    ['Denied', true, 1],
  ])('that cannot be taken (%s) is used: %s', async (code, isUsed, events) => {
    const world = on({ env: { custody: { take: async () => fail({ code, detail: 'no' }) } } }, {});
    expect((await openAccount(world.pass)).ok).toBe(isUsed);
    const message = `Secret team/${DEFAULT} can be deleted before this object: no`;
    const told = { type: 'Warning', reason: 'CredentialNotHeld', message, object: 'Gadget/web' };
    expect(world.events).toEqual(Array.from({ length: events }, () => told));
  });
});

test('a pass says which credential it used, and where it is where it is refused', () => {
  const { pass } = stage({ located: { used: { secret: 's' }, credential: 'Secret team/s' } });
  expect(namingCredential(pass, { outcome: { type: 'failed', failure: INVALID } })).toEqual({
    outcome: { type: 'failed', failure: INVALID, speaker: 'the credential in Secret team/s' },
    credential: { secret: 's' },
  });
});

test.each<[string, Scene, object]>([
  ['a spec that cannot be read', { spec: { size: 'x' } }, { type: 'refused', field: 'spec.size' }],
  ['no credential', NAMED, { type: 'waiting', reason: 'WaitingForCredential' }],
])('an object is not placed with %s', async (_, scene, outcome) => {
  expect(await locate(on(scene).pass)).toMatchObject({ outcome });
});

test('an object that is placed wakes for its item, and for what its create may have made', async () => {
  const at = { account: 'A', collection: '/gadgets', ids: [7], hint: false };
  const intent = {
    uid: '00000000-0000-4000-8000-000000000001',
    at: 5,
    account: 'A',
    path: '/gadgets',
    key: 'web',
    marked: true,
  };
  for (const [status, keys] of [
    [{ id: 7 }, ['Gadget/team/web']],
    [{ id: 8 }, []],
    [{ intent: recordOf(intent) }, ['Gadget/team/web']],
    [{}, []],
  ] as const) {
    const world = on({ status });
    const located = await locate(world.pass);
    expect(located).toMatchObject({
      credential: "the operator's own settings",
      used: null,
      strays: [],
      items: { path: '/gadgets', paged: true },
    });
    expect(world.owners.of(at)).toEqual(keys);
  }
});

test.each<[string, Scene, string | null]>([
  ['its mark', {}, 'k8s:00000000-0000-4000-8000-000000000001'],
  ['none where it may not tag', { caller: { mayTag: false } }, null],
  ['none where it only looks', { spec: { policy: { mode: 'Observe' } } }, null],
])('an object wants %s', async (_, scene, mark) => {
  expect(await locate(on(scene).pass)).toMatchObject({
    desired: { mark, name: 'web', secrets: {}, strayed: {}, unresolved: {} },
  });
});

describe('rights', () => {
  const KIND = stage({
    kind: { scopes: ['gadgets:read_write', 'shelves:read_only'], grant: 'add_gadgets' },
  }).pass.subject.kind;
  const lacks = (what: string) => `it lacks the scope ${what}, which Gadget needs`;
  test.each<[Parameters<typeof lackedScopes>[1], readonly string[], string | null]>([
    ['Manage', ['*'], null],
    ['Manage', ['gadgets:read_write', 'shelves:read_only'], null],
    ['Manage', ['gadgets:read_write', 'shelves:read_write'], null],
    ['Manage', ['gadgets:read_only', 'shelves:read_only'], lacks('gadgets:read_write')],
    ['Paused', ['shelves:read_only'], lacks('gadgets:read_write')],
    ['Manage', [], lacks('gadgets:read_write and shelves:read_only')],
    ['Observe', ['gadgets:read_only', 'shelves:read_only'], null],
    ['Preview', ['gadgets:read_write', 'shelves:read_only'], null],
    ['Preview', ['shelves:read_only'], lacks('gadgets:read_only')],
  ])('in mode %s with %o lack %s', (mode, scopes, lacked) => {
    expect(lackedScopes(KIND, mode, { ...CALLER, scopes })).toBe(lacked);
  });

  test.each<[string, Partial<typeof CALLER>, string | null]>([
    ['an unrestricted user', { grants: [] }, null],
    ['a restricted user whose grants are not known', { restricted: true }, null],
    ['a restricted user with the grant', { restricted: true, grants: ['add_gadgets'] }, null],
    [
      'a restricted user without it',
      { restricted: true, grants: ['x'] },
      'its user ann lacks the grant add_gadgets, without which no Gadget can be created',
    ],
  ])('of %s', (_, caller, lacked) => {
    expect(lackedGrant(KIND, { ...CALLER, ...caller })).toBe(lacked);
    expect(lackedGrant(stage().pass.subject.kind, { ...CALLER, ...caller })).toBeNull();
  });
});
