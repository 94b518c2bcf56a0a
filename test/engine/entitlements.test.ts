import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { Secret } from '../../src/model/secret.ts';
import { CREDENTIAL } from '../support/memory-secrets.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const VOLUME: ObjectName = { kind: 'Volume', namespace: 'team', name: 'data' };
const DOMAIN: ObjectName = { kind: 'Domain', namespace: 'team', name: 'zone' };
const FIREWALL: ObjectName = { kind: 'Firewall', namespace: 'team', name: 'wall' };
const SPECS: Readonly<Record<string, object>> = {
  Volume: { region: 'eu-west', size: 20 },
  Domain: { type: 'master', domain: 'example.com', soaEmail: 'admin@example.com' },
  Firewall: {
    rules: { inbound: [], outbound: [], inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' },
  },
};

type MakeToken = (world: World) => string;

/** Builds an installation with a new object and its token. */
function given(name: ObjectName, token: MakeToken): World {
  const world = new World({ kinds: KINDS });
  hand(world, token);
  world.cluster.apply(name, { ...SPECS[name.kind], credentialsRef: { name: 'account' } });
  world.start();
  return world;
}

const hand = (world: World, token: MakeToken): unknown =>
  world.cluster.secrets.apply('team', 'account', { token: new Secret(token(world)) }, CREDENTIAL);

function said(world: World, name: ObjectName): string {
  const { status, reason, message } = world.condition(name, 'Synced') ?? {};
  return `${String(status)} ${String(reason)}: ${String(message)}`;
}

/** Creates a token of the account's owner, with or without an expiry. */
const ofOwner =
  (scopes: string, minutes?: number): MakeToken =>
  ({ outsider, time }) => {
    const expiry =
      minutes === undefined
        ? null
        : new Date(time.now() + minutes * MINUTE_MS).toISOString().slice(0, 19);
    return (
      outsider.call('POST', '/profile/tokens', { label: 'made', scopes, expiry }).body as {
        readonly token: string;
      }
    ).token;
  };
/** Creates an expired token of the account's owner. */
const expired: MakeToken = ({ outsider, service }) => {
  const { id, token } = outsider.call('POST', '/profile/tokens', { label: 'made', scopes: '*' })
    .body as {
    readonly id: number;
    readonly token: string;
  };
  const body = JSON.stringify({ table: 'tokens', id, set: { expiry: '2020-01-01T00:00:00' } });
  service.handle({
    method: 'POST',
    url: '/__sim/patch',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return token;
};
const readonly: MakeToken = ({ service }) => service.tokens.readonly;
const restricted: MakeToken = ({ service }) => service.tokens.restricted;

const IN_SYNC = 'True InSync: up to date';
const SAID = 'False Denied: the credential in Secret team/account:';
const noGrant = (kind: string, grant: string): string =>
  `${SAID} its user restricted lacks the grant ${grant}, without which no ${kind} can be created`;
const UNKNOWN = 'False Denied: the credential in Secret team/account: Invalid Token';

describe('what a token may not do is named', () => {
  test.for<[string, ObjectName, MakeToken, string]>([
    [
      'it may only read',
      VOLUME,
      ofOwner('volumes:read_only account:read_only'),
      `${SAID} it lacks the scope volumes:read_write, which Volume needs`,
    ],
    [
      'it may only read everything',
      VOLUME,
      readonly,
      `${SAID} it lacks the scope volumes:read_write, which Volume needs`,
    ],
    [
      'it is for another area',
      VOLUME,
      ofOwner('domains:read_write'),
      `${SAID} it lacks the scope volumes:read_write, which Volume needs`,
    ],
    ['it may do this and nothing else', VOLUME, ofOwner('volumes:read_write'), IN_SYNC],
    ['a line end stands behind it', VOLUME, (world) => `${ofOwner('*')(world)}\n`, IN_SYNC],
    ['its user may make volumes', VOLUME, restricted, IN_SYNC],
    ['its user may make no domains', DOMAIN, restricted, noGrant('Domain', 'add_domains')],
    ['its user may make no firewalls', FIREWALL, restricted, noGrant('Firewall', 'add_firewalls')],
    ['it has expired', VOLUME, expired, UNKNOWN],
  ])('%s', async ([, name, token, words]) => {
    const world = given(name, token);
    await world.time.advance(5 * MINUTE_MS);
    expect(said(world, name)).toBe(words);
    if (words !== IN_SYNC)
      expect(world.wire.sent.filter((sent) => !sent.startsWith('GET '))).toEqual([]);
    expect(world.passes.flatMap(({ error }) => error ?? [])).toEqual([]);
    await world.stop();
  });
});

test('an expiring token is reported, the item stays ready, and another token ends it', async () => {
  const world = given(VOLUME, ofOwner('*', 10));
  await world.time.advance(5 * MINUTE_MS);
  expect(said(world, VOLUME)).toBe(IN_SYNC);
  await world.time.advance(30 * MINUTE_MS);
  expect(said(world, VOLUME)).toBe(UNKNOWN);
  expect(world.condition(VOLUME, 'Ready')?.status).toBe('True');
  hand(world, ofOwner('*'));
  await world.time.advance(30 * MINUTE_MS);
  expect(said(world, VOLUME)).toBe(IN_SYNC);
  expect(world.outsider.rows('/volumes')).toHaveLength(1);
  await world.stop();
});

test('a grant that is given later is used without a restart', async () => {
  const world = given(DOMAIN, restricted);
  await world.time.advance(MINUTE_MS);
  expect(said(world, DOMAIN)).toBe(noGrant('Domain', 'add_domains'));
  world.outsider.call('PUT', '/account/users/restricted/grants', { global: { add_domains: true } });
  await world.until(() => said(world, DOMAIN) === IN_SYNC);
  expect(world.outsider.rows('/domains')).toHaveLength(1);
  await world.stop();
});

test('a refusal that comes later names where the credential is', async () => {
  const world = given(VOLUME, restricted);
  await world.time.advance(5 * MINUTE_MS);
  const [{ id } = { id: 0 }] = world.outsider.rows<{ readonly id: number }>('/volumes');
  world.outsider.call('PUT', '/account/users/restricted/grants', {
    volume: [{ id, permissions: 'read_only' }],
  });
  world.cluster.apply(VOLUME, {
    ...SPECS['Volume'],
    size: 40,
    credentialsRef: { name: 'account' },
  });
  await world.time.advance(MINUTE_MS);
  expect(said(world, VOLUME)).toMatch(/^False Denied: the credential in Secret team\/account: /);
  await world.stop();
});
