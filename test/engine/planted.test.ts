import { inspect } from 'node:util';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Answer } from '../../src/cloud/http/answer.ts';
import { encodeBody } from '../../src/cloud/http/body.ts';
import type { HttpRequest } from '../../src/cloud/http/client.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { Secret } from '../../src/model/secret.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { telemetryOf } from '../../src/telemetry/observers.ts';
import { CREDENTIAL } from '../support/memory-secrets.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const PASSWORD = 'Planted-"Root"-Password-\u017e-7291';
const ANSWER = 'planted-answer-of-a-script-5528';
const WRONG = 'planted-token-that-is-wrong-3310';

const MACHINE = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };
const KNOWN = { ...MACHINE, rootPasswordSecretRef: { name: 'root' } };
const POOL = { name: 'web', type: 'g6-standard-2', count: 3 };

/** All situations with secrets: supplied, generated, fetched, wrong, and a previewed plan. */
const objects = (
  stackscriptId: number,
): readonly (readonly [kind: string, name: string, spec: object])[] => [
  ['Instance', 'known', KNOWN],
  ['Instance', 'generated', MACHINE],
  ['Instance', 'shown', { ...KNOWN, policy: { mode: 'Preview' } }],
  [
    'Instance',
    'scripted',
    { ...KNOWN, stackscriptRef: { id: stackscriptId }, stackscriptDataFrom: { name: 'answers' } },
  ],
  ['Volume', 'stranger', { region: 'eu-west', size: 20, credentialsRef: { name: 'wrong' } }],
  ['MySQLDatabase', 'shop', { engine: 'mysql/8.0.26', region: 'eu-west', type: 'g6-nanode-1' }],
  ['KubeCluster', 'shop', { region: 'eu-west', k8sVersion: '1.25', pools: [POOL] }],
];
const GIVEN = {
  root: { password: PASSWORD },
  answers: { data: JSON.stringify({ secret: ANSWER }) },
  wrong: { token: WRONG },
};
/** The Secrets that the operator writes, with their secret keys. */
const MADE = [
  ['generated-root', 'password'],
  ['shop-connection', 'password'],
  ['shop-connection', 'uri'],
  ['shop-kubeconfig', 'kubeconfig'],
] as const;
const SCRIPT = {
  label: 'asks',
  images: ['any/all'],
  script: '#!/bin/sh\n# <udf name="secret" label="Secret" />\n',
};

interface Planted {
  readonly world: World;
  readonly scriptId: number;
  /** Every version of every object, and the bodies of all requests. */
  readonly versions: unknown[];
  readonly bodies: string[];
}

function planted(): Planted {
  const world = new World({ kinds: KINDS, limits: 'off', pollMs: 120_000 });
  const [versions, bodies] = [[] as unknown[], [] as string[]];
  world.cluster.listen((_, after) => versions.push(after));
  world.wire.witnesses.push(({ body }) => {
    bodies.push(body);
    return () => undefined;
  });
  for (const [name, contents] of Object.entries(GIVEN)) {
    const secrets = Object.entries(contents).map(([key, text]) => [key, new Secret(text)]);
    world.cluster.secrets.apply('team', name, Object.fromEntries(secrets), CREDENTIAL);
  }
  const script = world.outsider.call('POST', '/compute/stackscripts', SCRIPT).body as {
    readonly id: number;
  };
  const scene = { world, versions, bodies, scriptId: script.id };
  applyAll(scene, '');
  return scene;
}

function applyAll({ world, scriptId }: Planted, suffix: string): void {
  for (const [kind, name, spec] of objects(scriptId))
    world.cluster.apply(
      { kind, namespace: 'team', name: `${name}${suffix}` },
      { policy: { deletion: 'Delete' }, ...spec },
    );
}

/** Returns all output of the operator: its log at the finest level, its metrics, events, and every
 *  version of objects. */
async function told({ world, versions }: Planted): Promise<Readonly<Record<string, string>>> {
  const lines: string[] = [];
  const metrics = createMetrics({ version: 'test', kinds: [] });
  const telemetry = telemetryOf(
    pino({ level: 'trace' }, { write: (line) => lines.push(line) }),
    metrics,
  );
  for (const pass of world.passes) telemetry.pass(pass);
  return {
    log: lines.join(''),
    passes: inspect([world.passes, world.bugs], { depth: Number.POSITIVE_INFINITY }),
    metrics: (await metrics.text()).text,
    events: JSON.stringify(world.cluster.events),
    objects: JSON.stringify(versions),
  };
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const formsOf = (text: string): readonly string[] => [
  text,
  inJson(text),
  inJson(inJson(text)),
  encodeURIComponent(text),
  base64(text),
];

const madeSecrets = (world: World): readonly string[] =>
  MADE.flatMap(
    ([name, key]) => world.cluster.secrets.get('team', name)?.contents[key]?.reveal() ?? [],
  );

/** Returns leaked secrets with their places. */
async function leaks(scene: Planted): Promise<readonly string[]> {
  const { world } = scene;
  const secrets = [PASSWORD, ANSWER, WRONG, world.service.tokens.admin, ...madeSecrets(world)];
  return Object.entries(await told(scene)).flatMap(([where, text]) =>
    secrets
      .filter((secret) => formsOf(secret).some((form) => text.includes(form)))
      .map((secret) => `${where} tells ${secret}`),
  );
}

const requestOf = ({ token, body = {} }: HttpRequest): string =>
  `Bearer ${token.reveal()} ${encodeBody(body)}`;
const problem = (field: string, reason: string): string =>
  JSON.stringify({ errors: [{ field, reason }] });

const MANGLED: readonly (readonly [string, (answer: Answer, request: HttpRequest) => Answer])[] = [
  [
    'a refusal repeats the request',
    (answer, request) => ({
      ...answer,
      status: 400,
      text: problem(requestOf(request), `no: ${requestOf(request)}`),
    }),
  ],
  [
    'a refusal that is long repeats it at its end',
    (answer, request) => ({
      ...answer,
      status: 400,
      text: problem('label', `${'no '.repeat(150)}${requestOf(request)}`),
    }),
  ],
  [
    'a failure of the service repeats it',
    (answer, request) => ({ ...answer, status: 500, text: problem('label', requestOf(request)) }),
  ],
  [
    'it reports that it is busy with it',
    (answer, request) => ({
      ...answer,
      status: 400,
      text: problem('', `${requestOf(request)} busy.`),
    }),
  ],
  [
    'a page of a proxy repeats it',
    (answer, request) => ({ ...answer, status: 502, text: `<html>${requestOf(request)}</html>` }),
  ],
  [
    'an answer is not JSON and repeats it',
    (answer, request) => ({ ...answer, text: requestOf(request) }),
  ],
  [
    'an answer has it where an id should be',
    (answer, request) => ({ ...answer, text: JSON.stringify({ id: requestOf(request) }) }),
  ],
  [
    'a scope is asked for by it',
    (answer, request) => ({
      status: 401,
      headers: {
        ...answer.headers,
        'x-accepted-oauth-scopes': requestOf(request),
        'x-oauth-scopes': '*',
      },
      text: problem('', 'Your OAuth token is not authorized to use this endpoint.'),
    }),
  ],
];

test('without faults, a secret value reaches only the service and its Secret', async () => {
  const scene = planted();
  const { world, bodies } = scene;
  world.start();
  await world.time.advance(90 * MINUTE_MS);
  expect(
    [PASSWORD, ANSWER].filter((secret) => !bodies.some((body) => body.includes(inJson(secret)))),
  ).toEqual([]);
  expect(madeSecrets(world)).toHaveLength(MADE.length);
  expect(await leaks(scene)).toEqual([]);
  await world.stop();
});

test.for(MANGLED)('nor where %s', async ([, mangle]) => {
  const scene = planted();
  const { world } = scene;
  world.start();
  await world.time.advance(MINUTE_MS);
  world.wire.garble = (answer, request) =>
    request.method === 'GET' ? answer : mangle(answer, request);
  applyAll(scene, '-2');
  await world.time.advance(2 * MINUTE_MS);
  world.wire.garble = mangle;
  await world.time.advance(10 * MINUTE_MS);
  world.wire.garble = (answer) => answer;
  await world.time.advance(5 * MINUTE_MS);
  expect(await leaks(scene)).toEqual([]);
  expect(world.passes.flatMap(({ error }) => error ?? [])).toEqual([]);
  await world.stop();
});
