import type { Endpoint } from '../../src/api/endpoint.ts';
import type { Viewer } from '../core/users.ts';
import type { World } from '../core/world.ts';
import { acceptedScopes, givenScopes } from './auth.ts';
import { type Allowance, allowanceHeaders } from './limits.ts';

/** Version label of the documents. Source: conventions#versions. */
const SPEC_VERSION = '4.155.0';

const always = {
  'Cache-Control': 'private, max-age=60, s-maxage=60',
  Vary: 'Authorization, X-Filter',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'HEAD, GET, OPTIONS, POST, PUT, DELETE',
  'X-Frame-Options': 'DENY',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Spec-Version': SPEC_VERSION,
} as const;

/** Returns the account's id in the form of X-Customer-UUID; derived from the seed. */
export const customerUuid = (world: World): string =>
  `E1AF5EEC-0000-4000-${(world.settings.seed >>> 0).toString(16).toUpperCase().padStart(15, '0')}`;

/** Builds the headers of every answer. `Date` comes from the simulator's clock. Source:
 *  conventions#headers. */
export const commonHeaders = (world: World, now: number): Readonly<Record<string, string>> => ({
  ...always,
  Date: new Date(now).toUTCString(),
  'X-Customer-UUID': customerUuid(world),
});

/** Builds the headers that depend on the endpoint and the caller. Source: conventions#headers. */
export const callHeaders = (
  endpoint: Endpoint,
  viewer: Viewer | null,
  allowed: Allowance,
  now: number,
): Readonly<Record<string, string>> => ({
  'X-OAuth-Scopes': givenScopes(viewer),
  'X-Accepted-OAuth-Scopes': acceptedScopes(endpoint),
  ...allowanceHeaders(allowed, now),
});
