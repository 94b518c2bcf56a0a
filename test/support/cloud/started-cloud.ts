import { afterEach } from 'vitest';
import * as z from 'zod';
import { type CloudAdapter, createCloud } from '../../../src/cloud/cloud.ts';
import type { CloudObserver, Requested } from '../../../src/cloud/observer.ts';
import type { CloudTuning } from '../../../src/cloud/settings.ts';
import { systemTime } from '../../../src/cloud/time.ts';
import type { Cause, Credential } from '../../../src/engine/ports/cloud.ts';
import { Secret } from '../../../src/model/secret.ts';
import {
  type Reaction,
  type ScriptedService,
  type Seen,
  scriptedService,
} from './scripted-service.ts';

export const user: Cause = { class: 'user', namespace: 'shop' };
export const things = { path: '/things', schema: z.looseObject({ id: z.int() }), paged: true };
export const TOKEN = '0123456789abcdef0123456789abcdef';
export const credential = (token = TOKEN, baseUrl: string | null = null): Credential => ({
  token: new Secret(token),
  baseUrl,
});
export const json = (value: unknown, headers: Readonly<Record<string, string>> = {}): Reaction => ({
  status: 200,
  text: JSON.stringify(value),
  headers,
});
export const refusal = (
  status: number,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
): Reaction => ({
  status,
  text: JSON.stringify({ errors: [{ reason }] }),
  headers,
});

export const UUID = 'E1AF5EEC-0001';

interface Person {
  readonly username: string;
  readonly restricted?: boolean;
  readonly scopes?: string;
  readonly uuid?: string;
}

/** Simulates a service with these users by token, and one collection. */
export const serviceFor =
  (people: Readonly<Record<string, Person>>, more: (seen: Seen) => Reaction | null = () => null) =>
  (seen: Seen): Reaction => {
    const person = people[seen.headers.authorization?.replace('Bearer ', '') ?? ''];
    if (person === undefined) return refusal(401, 'Invalid Token', { 'x-oauth-scopes': 'unknown' });
    const headers = {
      'x-oauth-scopes': person.scopes ?? '*',
      ...(person.uuid === undefined ? {} : { 'x-customer-uuid': person.uuid }),
    };
    const answer = more(seen);
    if (answer !== null) return answer;
    if (seen.path === '/v4/profile')
      return json({ username: person.username, restricted: person.restricted ?? false }, headers);
    if (seen.path.startsWith('/v4/things?'))
      return json({ data: [{ id: 1 }, { id: 2 }], page: 1, pages: 1, results: 2 }, headers);
    return refusal(404, 'Not found', headers);
  };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

interface Started {
  readonly service: ScriptedService;
  readonly cloud: CloudAdapter;
  readonly requested: Requested[];
  readonly spent: string[];
  readonly failed: unknown[];
  readonly asked: () => readonly string[];
}

export async function started(
  react: (seen: Seen) => Reaction,
  tuning: Partial<CloudTuning> = {},
  fence = () => true,
): Promise<Started> {
  const service = await scriptedService(react);
  const requested: Requested[] = [];
  const spent: string[] = [];
  const failed: unknown[] = [];
  const observer: CloudObserver = {
    requested: (request) => requested.push(request),
    spent: (account, of) => spent.push(`${account} ${of}`),
    failed: (error) => failed.push(error),
  };
  const settings = {
    baseUrl: `${service.url}/v4`,
    allowedHosts: [],
    pollMs: 60_000,
    fence,
    userAgent: 'cloudinfra-operator/test',
    observer,
  };
  const cloud = createCloud(settings, {
    retry: { retries: 2, firstWaitMs: 1, withinMs: 1_000 },
    gatherMs: 1,
    ...tuning,
  });
  open.push(cloud, service);
  return {
    service,
    cloud,
    requested,
    spent,
    failed,
    asked: () => service.seen.map(({ method, path }) => `${method} ${path}`),
  };
}
/** A refused token is retried after this time. */
export const FORGIVEN_MS = 30_001;

/** The machine's time, which a test may advance. */
export function jumping() {
  let aheadMs = 0;
  const jump = (ms: number): void => {
    aheadMs += ms;
  };
  return { ...systemTime, elapsed: () => systemTime.elapsed() + aheadMs, jump };
}

export const accountOf = async (cloud: CloudAdapter, given = credential()) => {
  const opened = await cloud.open(given);
  if (!opened.ok) throw new Error(opened.failure.code);
  return opened.value;
};
