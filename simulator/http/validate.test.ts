import { expect, test } from 'vitest';
import { playAll } from '../../test/support/simulator/case.ts';
import { running } from '../../test/support/simulator/givens.ts';
import { openStage } from '../../test/support/simulator/stage.ts';
import { parseBody } from './validate.ts';

const body = { label: 'volume', region: 'us-east' };
const post = (text: string, type = 'application/json') => {
  const { sim } = openStage();
  const headers = { authorization: `Bearer ${sim.tokens.admin}`, 'content-type': type };
  const { status, body: answer } = sim.handle({
    method: 'POST',
    url: '/v4/volumes',
    headers,
    body: text,
  });
  return [
    status,
    (JSON.parse(answer) as { readonly errors?: readonly { readonly reason: string }[] }).errors?.[0]
      ?.reason,
  ];
};

test.each([
  ['{', 'application/json', [400, 'Invalid JSON']],
  ['[]', 'application/json', [400, 'Invalid JSON']],
  ['null', 'application/json', [400, 'Invalid JSON']],
  ['"text"', 'application/json', [400, 'Invalid JSON']],
  [JSON.stringify(body), 'text/plain', [400, 'Content-Type must be application/json']],
  [JSON.stringify(body), 'application/json; charset=utf-8', [200, undefined]],
  [JSON.stringify({ ...body, kind: 'refused' }), 'application/json', [200, undefined]],
  [JSON.stringify({ ...body, ['__proto__']: 1 }), 'application/json', [200, undefined]],
  ['', 'application/json', [400, 'label is required']],
])('the body %s as %s is answered with %j', (text, type, expected) => {
  expect(post(text, type)).toEqual(expected);
});

playAll([
  {
    name: 'a text is no number',
    call: () => ['POST', '/volumes', { ...body, size: '20' }],
    status: 400,
    problems: ['size: Must be a number'],
  },
  {
    name: 'half a GiB is none',
    call: () => ['POST', '/volumes', { ...body, size: 20.5 }],
    status: 400,
    problems: ['size: Must be an integer'],
  },
  {
    name: 'a number is no text',
    call: () => ['POST', '/volumes', { ...body, label: 5 }],
    status: 400,
    problems: ['label: Must be a string'],
  },
  {
    name: 'a text is no list',
    call: () => ['POST', '/volumes', { ...body, tags: 'one' }],
    status: 400,
    problems: ['tags: Must be a list'],
  },
  {
    name: 'null is no text',
    call: () => ['POST', '/volumes', { label: null, region: 'us-east' }],
    status: 400,
    problems: ['label: Must be a string'],
  },
  {
    name: 'nested fields are named with dots',
    given: running,
    call: (id) => ['PUT', `/compute/instances/${id}`, { alerts: { cpu: 'high' } }],
    status: 400,
    problems: ['alerts.cpu: Must be a number'],
  },
  {
    name: 'words outside a list are refused with the list',
    given: running,
    call: (id) => [
      'POST',
      `/compute/instances/${id}/configs`,
      { label: 'a', devices: {}, run_level: 'fast' },
    ],
    status: 400,
    problems: ['run_level: Must be one of default, single, binbash'],
  },
]);

test('unknown fields are ignored at every depth, and counted', () => {
  const stage = openStage();
  const id = running(stage, { metadata: { a: 1 } });
  stage.call('PUT', `/compute/instances/${id}`, { alerts: { cpu: 5, disk: 6 }, extra: true });
  expect(stage.sim.calls()).toMatchObject({
    unknownFields: 3,
    unknownFieldsBy: { 'POST /compute/instances': 1, 'PUT /compute/instances/{computeId}': 2 },
  });
  expect(stage.call('GET', `/compute/instances/${id}`).at('alerts', 'cpu')).toBe(5);
});

test.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
])('a body of 200,000 %s in each other is no JSON that the service reads', (_, open, close) => {
  const deep = `{"label":${open.repeat(200_000)}1${close.repeat(200_000)}}`;
  expect(parseBody(deep, 'application/json')).toMatchObject({ kind: 'refused', status: 400 });
});

test('brackets in texts open no level', () => {
  const label = '[{\\"'.repeat(100);
  expect(parseBody(JSON.stringify({ label }), 'application/json')).toMatchObject({
    kind: 'parsed',
    body: { label },
  });
});
