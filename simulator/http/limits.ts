import { type Refusal, refuse } from '../core/reply.ts';
import { after, type Turn } from '../core/turn.ts';
import type { Viewer } from '../core/users.ts';
import type { Bucket } from '../core/world.ts';

/** A number of calls per number of seconds. */
interface Limit {
  readonly calls: number;
  readonly seconds: number;
}

/** The remaining calls of a limit. `resetAt`: milliseconds since the epoch. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
  readonly isExceeded: boolean;
}

/** Limit for all calls of a token. Source: conventions#rate-limits. */
const GENERAL: Limit = { calls: 1600, seconds: 120 };

/** Limit for one endpoint without an entry in the table below. Source: conventions#rate-limits. */
const USUAL: Limit = { calls: 800, seconds: 60 };

/** Source: conventions#rate-limits. */
const LIMITS: Readonly<Record<string, Limit>> = {
  'POST /compute/instances': { calls: 10, seconds: 30 },
  'POST /volumes': { calls: 25, seconds: 60 },
  'GET /compute/instances/{computeId}/stats': { calls: 100, seconds: 60 },
  'GET /compute/instances/{computeId}/stats/{year}/{month}': { calls: 100, seconds: 60 },
  'POST /support/tickets': { calls: 2, seconds: 60 },
  'POST /account/service-transfers/{token}/accept': { calls: 2, seconds: 60 },
  'POST /account/entity-transfers/{token}/accept': { calls: 2, seconds: 60 },
  'GET /compute/stackscripts': { calls: 20, seconds: 60 },
};

const windowEnd = (turn: Turn, seconds: number): number =>
  turn.world.settings.limits === 'real' ? turn.now + seconds * 1000 : after(turn, seconds);

const count = (turn: Turn, key: string, limit: Limit): Bucket => {
  const { buckets } = turn.world;
  const before = buckets[key];
  const isOpen = before !== undefined && before.resetAt > turn.now;
  const bucket = isOpen
    ? { ...before, used: before.used + 1 }
    : { used: 1, resetAt: windowEnd(turn, limit.seconds) };
  buckets[key] = bucket;
  return bucket;
};

/** Returns the caller whose calls share a limit: a token, or all anonymous callers. */
export const callerOf = (viewer: Viewer | undefined): string =>
  String(viewer?.token.id ?? 'nobody');

/** Counts a call. @param who the token's id, or a word for anonymous callers @param operation
 *  method and path template */
export const allowance = (turn: Turn, who: string, operation: string): Allowance => {
  const own = LIMITS[operation] ?? USUAL;
  const bucket = count(turn, `${who} ${operation}`, own);
  const all = count(turn, `${who} *`, GENERAL);
  const isGeneral = all.used > GENERAL.calls;
  const isEnforced = turn.world.settings.limits !== 'off';
  return {
    limit: own.calls,
    remaining: Math.max(0, Math.min(own.calls - bucket.used, GENERAL.calls - all.used)),
    resetAt: isGeneral ? all.resetAt : bucket.resetAt,
    isExceeded: isEnforced && (isGeneral || bucket.used > own.calls),
  };
};

/** Source: conventions#rate-limits. */
export const tooMany: Refusal = refuse('Too many requests', undefined, 429);

/** Builds the headers of an allowance, which are on every answer, including Retry-After. Source:
 *  conventions#headers; conventions#rate-limits. */
export const allowanceHeaders = (
  { limit, remaining, resetAt }: Allowance,
  now: number,
): Readonly<Record<string, string>> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(Math.ceil(resetAt / 1000)),
  'Retry-After': String(Math.max(1, Math.ceil((resetAt - now) / 1000))),
});
