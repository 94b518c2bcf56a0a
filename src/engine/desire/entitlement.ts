import type { AnyKind } from '../../model/kind.ts';
import type { Policy } from '../pass/policy.ts';
import type { Caller } from '../ports/cloud.ts';

/** Modes that only read. */
const READS: readonly Policy['mode'][] = ['Observe', 'Preview'];

/** Returns the scopes that an object needs and the token lacks, as a clause; null when none is
 *  known to be missing. Write access includes read access. */
export function lackedScopes(
  { kind, scopes }: AnyKind,
  mode: Policy['mode'],
  { scopes: held }: Caller,
): string | null {
  const needed = READS.includes(mode)
    ? scopes.map((scope) => scope.replace(/:read_write$/, ':read_only'))
    : scopes;
  const lacking = needed.filter((scope) => !holds(held, scope));
  return lacking.length === 0
    ? null
    : `it lacks the scope ${lacking.join(' and ')}, which ${kind} needs`;
}

function holds(held: readonly string[], scope: string): boolean {
  const area = scope.slice(0, scope.indexOf(':'));
  return (
    held.includes('*') ||
    held.includes(scope) ||
    (scope.endsWith(':read_only') && held.includes(`${area}:read_write`))
  );
}

/** Returns the grant that a create needs and the user of the token lacks, as a clause; null when
 *  none is known to be missing. */
export function lackedGrant(
  { kind, grant }: AnyKind,
  { restricted, grants, username }: Caller,
): string | null {
  if (grant === undefined || !restricted || grants === null || grants.includes(grant)) return null;
  return `its user ${username} lacks the grant ${grant}, without which no ${kind} can be created`;
}
