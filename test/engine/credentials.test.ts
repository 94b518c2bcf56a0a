import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { Secret } from '../../src/model/secret.ts';
import { CREDENTIAL } from '../support/memory-secrets.ts';
import { World } from '../support/world.ts';

const NAME = { kind: 'Volume', namespace: 'team', name: 'data' };
const SPEC = { region: 'eu-west', size: 20, credentialsRef: { name: 'account' } };

/** Returns the message of a new object with this Secret; null: there is none. */
async function told(contents: Readonly<Record<string, string>> | null): Promise<string> {
  const world = new World({ kinds: KINDS });
  const secrets = Object.entries(contents ?? {}).map(([key, text]) => [key, new Secret(text)]);
  if (contents !== null)
    world.cluster.secrets.apply('team', 'account', Object.fromEntries(secrets), CREDENTIAL);
  world.cluster.apply(NAME, SPEC);
  world.start();
  await world.time.advance(2 * 60_000);
  const { status, reason, message } = world.condition(NAME, 'Synced') ?? {};
  expect(world.wire.sent.filter((sent) => !sent.startsWith('GET '))).toEqual([]);
  expect(world.passes.filter(({ error }) => error !== undefined)).toEqual([]);
  await world.stop();
  return `${String(status)} ${String(reason)}: ${String(message)}`;
}

describe('a credential that will not do is named, with what to change, and nothing is sent with it', () => {
  test.for<[string, Readonly<Record<string, string>> | null, string]>([
    [
      'no Secret',
      null,
      'False WaitingForCredential: waiting for Secret team/account, which does not exist',
    ],
    [
      'a Secret without the key',
      { password: 'x' },
      'False WaitingForCredential: waiting for a value for the key token of Secret team/account, which is empty',
    ],
    [
      'an empty token',
      { token: ' \n' },
      'False WaitingForCredential: waiting for a value for the key token of Secret team/account, which is empty',
    ],
    [
      'a token that no header can carry',
      { token: 'a\nb\u0000c' },
      'False Denied: the credential in Secret team/account: the token is empty or contains invalid characters',
    ],
    [
      'a token of letters that no header can carry',
      { token: 'žluťoučký' },
      'False Denied: the credential in Secret team/account: the token is empty or contains invalid characters',
    ],
    [
      'a token that the service does not know',
      { token: 'wrong' },
      'False Denied: the credential in Secret team/account: Invalid Token',
    ],
    [
      "an address without https, on another host than the operator's own",
      { token: 'wrong', baseUrl: 'http://cloud.example/v4' },
      'False Denied: the credential in Secret team/account: the base address on cloud.example must begin with https',
    ],
    [
      'an address of another host',
      { token: 'wrong', baseUrl: 'https://evil.example/v4' },
      'False Denied: the credential in Secret team/account: the base address is on evil.example, which this operator is not allowed to use',
    ],
    [
      'an address of another scheme',
      { token: 'wrong', baseUrl: 'file:///etc/passwd' },
      'False Denied: the credential in Secret team/account: the base address is not a plain https address: it must have the form https://HOST/v4',
    ],
    [
      'an address that is none',
      { token: 'wrong', baseUrl: 'here' },
      'False Denied: the credential in Secret team/account: the base address is not a plain https address: it must have the form https://HOST/v4',
    ],
    [
      'an address with a user in it',
      { token: 'wrong', baseUrl: 'https://me:pw@127.0.0.1:9000/v4' },
      'False Denied: the credential in Secret team/account: the base address is not a plain https address: it must have the form https://HOST/v4',
    ],
  ])('%s', async ([, contents, said]) => {
    expect(await told(contents)).toBe(said);
  });
});

describe('a Secret that was made for another purpose', () => {
  const OTHER = 'eyJhbGciOiJSUzI1NiIsImtpZCI6.of-a-service-account';
  const TYPE = 'kubernetes.io/service-account-token';

  test.each<[string, string, Readonly<Record<string, string>>, string, string]>([
    [
      'that no label marks',
      'account',
      {},
      'Opaque',
      'is not labelled as a credential: add the label cloudinfra.dev/credentials: "true" to it',
    ],
    [
      'whose label says otherwise',
      'account',
      { 'cloudinfra.dev/credentials': 'false' },
      'Opaque',
      'is not labelled as a credential: add the label cloudinfra.dev/credentials: "true" to it',
    ],
    [
      'of a service account',
      'account',
      CREDENTIAL,
      TYPE,
      `is of type ${TYPE}, and the operator never sends its token: use a Secret of type Opaque`,
    ],
    [
      'of a service account, by the default name',
      'cloudinfra-credentials',
      {},
      TYPE,
      `is of type ${TYPE}, and the operator never sends its token: use a Secret of type Opaque`,
    ],
    [
      'of a node that joins',
      'account',
      CREDENTIAL,
      'bootstrap.kubernetes.io/token',
      'is of type bootstrap.kubernetes.io/token, and the operator never sends its token: use a Secret of type Opaque',
    ],
  ])('%s is neither sent nor held', async (_, secret, labels, type, why) => {
    const world = new World({ kinds: KINDS });
    const tokens = new Set<string>();
    world.wire.garble = (answer, { token }) => {
      tokens.add(token.reveal());
      return answer;
    };
    world.cluster.secrets.apply('team', secret, { token: new Secret(OTHER) }, labels, type);
    world.cluster.apply(NAME, { ...SPEC, credentialsRef: { name: secret } });
    world.start();
    await world.time.advance(10 * 60_000);
    expect(world.condition(NAME, 'Synced')).toMatchObject({
      reason: 'Refused',
      message: `spec.credentialsRef: Secret team/${secret} ${why}`,
    });
    expect([...tokens]).toEqual([]);
    expect(world.cluster.secrets.get('team', secret)).toMatchObject({ finalizers: [], labels });
    world.cluster.secrets.apply(
      'team',
      secret,
      { token: new Secret(world.service.tokens.admin) },
      CREDENTIAL,
      'Opaque',
    );
    await world.until(() => world.condition(NAME, 'Ready')?.status === 'True', 60_000);
    await world.stop();
  });

  test('is held only once the service accepted its token', async () => {
    const world = new World({ kinds: KINDS });
    world.cluster.secrets.apply('team', 'account', { token: new Secret('wrong') }, CREDENTIAL);
    world.cluster.apply(NAME, SPEC);
    world.start();
    await world.time.advance(10 * 60_000);
    expect(world.cluster.secrets.get('team', 'account')?.finalizers).toEqual([]);
    world.cluster.secrets.apply(
      'team',
      'account',
      { token: new Secret(world.service.tokens.admin) },
      CREDENTIAL,
    );
    await world.until(() => world.condition(NAME, 'Ready')?.status === 'True');
    expect(world.cluster.secrets.get('team', 'account')?.finalizers).toEqual([
      'cloudinfra.dev/finalizer',
    ]);
    await world.stop();
  });
});

describe("the operator's own token", () => {
  const secretless = { region: 'eu-west', size: 20 };
  const saidOf = (world: World, name: typeof NAME): string => {
    const { status, reason, message } = world.condition(name, 'Synced') ?? {};
    return `${String(status)} ${String(reason)}: ${String(message)}`;
  };

  test('serves the configured namespaces; objects in others report what to do', async () => {
    const world = new World({ kinds: KINDS, serves: ['shop'] });
    const [served, other] = [
      { ...NAME, namespace: 'shop', name: 'served' },
      { ...NAME, name: 'other' },
    ];
    for (const name of [served, other]) world.cluster.apply(name, secretless);
    world.start();
    await world.until(() => world.condition(served, 'Ready')?.status === 'True');
    await world.time.advance(10 * 60_000);
    expect(saidOf(world, other)).toBe(
      "False WaitingForCredential: waiting for Secret team/cloudinfra-credentials with the key token: create it, or add this namespace with --token-namespace, because the operator's own token serves only named namespaces",
    );
    expect(world.outsider.rows('/volumes')).toHaveLength(1);
    world.cluster.secrets.apply('team', 'cloudinfra-credentials', {
      token: new Secret(world.service.tokens.admin),
    });
    await world.until(() => world.condition(other, 'Ready')?.status === 'True');
    await world.stop();
  });

  test('is not used for a namespace whose own Secret will not do', async () => {
    const world = new World({ kinds: KINDS });
    world.cluster.secrets.apply('team', 'cloudinfra-credentials', {
      baseUrl: new Secret('https://evil.example/v4'),
    });
    world.cluster.apply(NAME, secretless);
    world.start();
    await world.time.advance(10 * 60_000);
    expect(saidOf(world, NAME)).toContain(
      'waiting for a value for the key token of Secret team/cloudinfra-credentials, which is empty',
    );
    expect(world.wire.sent).toEqual([]);
    await world.stop();
  });
});
