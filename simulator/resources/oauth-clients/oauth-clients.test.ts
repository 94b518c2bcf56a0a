import { describe, expect, test } from 'vitest';
import { oauthClients as endpoints } from '../../../src/api/oauth-clients.ts';
import { playAll } from '../../../test/support/simulator/case.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const ALL = '/account/oauth-clients';
const BODY = { label: 'shop', redirect_uri: 'https://shop.example.org/callback' };
const PNG = '\u0089PNG\r\n\u001a\n\u0000\u00ff\u0080';

const client = (stage: Stage, token?: string): string =>
  String(stage.call('POST', ALL, BODY, token === undefined ? {} : { token }).at('id'));

const upload = (stage: Stage, id: string, body: string, type = 'image/png') =>
  stage.sim.handle({
    method: 'PUT',
    url: `/v4${ALL}/${id}/thumbnail`,
    headers: { authorization: `Bearer ${stage.sim.tokens.admin}`, 'content-type': type },
    body,
  });

const download = (stage: Stage, id: string) =>
  stage.sim.handle({ method: 'GET', url: `/v4${ALL}/${id}/thumbnail` });

const actions = (stage: Stage): unknown =>
  (stage.call('GET', '/account/events').at('data') as readonly { readonly action: string }[]).map(
    ({ action }) => action,
  );

playAll([
  {
    name: 'a creation shows the secret',
    call: () => ['POST', ALL, BODY],
    has: {
      ...BODY,
      id: expect.stringMatching(/^[0-9a-f]{20}$/),
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      status: 'active',
      public: false,
      thumbnail_url: null,
    },
  },
  {
    name: 'a creation needs an address',
    call: () => ['POST', ALL, { label: 'shop' }],
    status: 400,
    problems: ['redirect_uri: redirect_uri is required'],
  },
  {
    name: 'the address is one',
    call: () => ['POST', ALL, { ...BODY, redirect_uri: 'shop' }],
    status: 400,
    problems: ['redirect_uri: redirect_uri is not valid'],
  },
  {
    name: 'a creation needs a label',
    call: () => ['POST', ALL, { redirect_uri: BODY.redirect_uri }],
    status: 400,
    problems: ['label: label is required'],
  },
  {
    name: 'a label has at least one character',
    call: () => ['POST', ALL, { ...BODY, label: '' }],
    status: 400,
    problems: ['label: Length must be 1-512 characters'],
  },
  {
    name: 'a label has at most 512 characters',
    call: () => ['POST', ALL, { ...BODY, label: 'a'.repeat(513) }],
    status: 400,
    problems: ['label: Length must be 1-512 characters'],
  },
  {
    name: 'two clients may have one label',
    given: (stage) => client(stage).length,
    call: () => ['POST', ALL, BODY],
    afterwards: (stage) => {
      expect(stage.call('GET', ALL, undefined, { filter: { label: 'shop' } }).at('results')).toBe(
        2,
      );
    },
  },
  {
    name: 'a list filters by who may use the clients',
    given: (stage) => client(stage).length,
    call: () => ['GET', ALL, undefined, { filter: { public: true } }],
    has: { results: 0 },
  },
  {
    name: 'a list does not filter by the address',
    call: () => ['GET', ALL, undefined, { filter: { redirect_uri: 'x' } }],
    status: 400,
    problems: ['X-Filter: Cannot filter on redirect_uri'],
  },
  {
    name: 'a client that does not exist has no secret to reset',
    call: () => ['POST', `${ALL}/none/reset-secret`],
    status: 404,
  },
  {
    name: 'a user with read access to the account does not create',
    call: (_id, stage) => ['POST', ALL, BODY, { token: stage.sim.tokens.readonly }],
    status: 401,
  },
  {
    name: 'a restricted user does not see clients',
    call: (_id, stage) => ['GET', ALL, undefined, { token: stage.sim.tokens.restricted }],
    status: 403,
  },
]);

describe.each(['recorded', 'documents'] as const)('in the dialect of %s', (dialect) => {
  test('the secret is shown after the creation and after a reset only', () => {
    const stage = openStage({ dialect });
    const created = stage.call('POST', ALL, BODY);
    const one = `${ALL}/${String(created.at('id'))}`;
    const reset = stage.call('POST', `${one}/reset-secret`);
    expect(reset.at('secret')).toMatch(/^[0-9a-f]{64}$/);
    expect(reset.at('secret')).not.toBe(created.at('secret'));
    const later = [
      stage.call('GET', one).at('secret'),
      stage.call('GET', ALL).at('data', 0, 'secret'),
      stage.call('PUT', one, { public: true }).at('secret'),
    ];
    expect(later).toEqual(['<REDACTED>', '<REDACTED>', '<REDACTED>']);
  });

  test('a client is changed field by field, and is gone after its deletion', () => {
    const stage = openStage({ dialect });
    const one = `${ALL}/${client(stage)}`;
    expect(stage.call('PUT', one, { public: true }).body).toMatchObject({ ...BODY, public: true });
    expect(stage.call('PUT', one, { label: 'store' }).body).toMatchObject({
      label: 'store',
      public: true,
    });
    expect(stage.call('DELETE', one).body).toEqual({});
    expect([stage.call('GET', one).status, stage.call('DELETE', one).status]).toEqual([404, 404]);
    expect(actions(stage)).toEqual([
      'oauth_client_create',
      'oauth_client_update',
      'oauth_client_update',
      'oauth_client_delete',
    ]);
  });

  test('every answer is as the contract says', () => {
    const stage = openStage({ dialect });
    const one = `${ALL}/${client(stage)}`;
    const answers = [
      [endpoints.create, stage.call('POST', ALL, BODY)],
      [endpoints.list, stage.call('GET', ALL)],
      [endpoints.view, stage.call('GET', one)],
      [endpoints.update, stage.call('PUT', one, { public: true })],
      [endpoints.resetSecret, stage.call('POST', `${one}/reset-secret`)],
      [endpoints.delete, stage.call('DELETE', one)],
    ] as const;
    expect(answers.map(([{ response }, { body }]) => response.safeParse(body).error)).toEqual(
      answers.map(() => undefined),
    );
  });

  test('a thumbnail is read as it was sent, without a token', () => {
    const stage = openStage({ dialect });
    const id = client(stage);
    expect(download(stage, id).status).toBe(404);
    expect(upload(stage, id, PNG)).toMatchObject({ status: 200, body: '{}' });
    const { status, body, headers } = download(stage, id);
    expect([status, body, headers['Content-Type']]).toEqual([200, PNG, 'image/png']);
    expect(stage.call('GET', `${ALL}/${id}`).at('thumbnail_url')).toBe(
      `http://127.0.0.1:9000/v4${ALL}/${id}/thumbnail`,
    );
  });
});

test.each([
  ['another type', PNG, 'application/json', 'Content-Type must be image/png'],
  ['another type of image', PNG, 'image/jpeg', 'Content-Type must be image/png'],
  ['no image', 'GIF89a', 'image/png', 'The thumbnail must be a PNG image'],
])('a thumbnail of %s is refused', (_, body, type, reason) => {
  const stage = openStage();
  const id = client(stage);
  const answer = upload(stage, id, body, type);
  expect([answer.status, JSON.parse(answer.body)]).toEqual([400, { errors: [{ reason }] }]);
  expect(download(stage, id).status).toBe(404);
});

test('a thumbnail needs a client', () => {
  const stage = openStage();
  expect(upload(stage, 'none', PNG).status).toBe(404);
  expect(download(stage, 'none').status).toBe(404);
});

test('a client belongs to its account, and its thumbnail is public', () => {
  const stage = openStage();
  const { other } = stage.sim.tokens;
  const id = client(stage, other);
  expect(stage.call('GET', `${ALL}/${id}`).status).toBe(404);
  const headers = { authorization: `Bearer ${other}`, 'content-type': 'image/png' };
  stage.sim.handle({ method: 'PUT', url: `/v4${ALL}/${id}/thumbnail`, headers, body: PNG });
  expect(download(stage, id).body).toBe(PNG);
});
