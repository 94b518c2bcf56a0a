import { KINDS } from '../../src/kinds/index.ts';
import type { Case } from '../../src/model/case.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { World } from '../support/world.ts';

export type Dialect = 'recorded' | 'documents';

/** Builds the world; a user without permission to write tags still has the kind's grant to
 *  create. */
export function worldFor(
  kind: AnyKind,
  row: Case,
  dialect: Dialect,
  { isStrict, pollMs }: { readonly isStrict: boolean; readonly pollMs: number },
): World {
  const world = new World({
    kinds: [kind, ...KINDS.filter((one) => one.kind !== kind.kind)],
    dialect,
    pollMs,
    ...(row.mayTag === false ? { token: 'restricted' as const } : {}),
  });
  world.cluster.admission.isStrict = isStrict;
  // Rows show the operator's reaction to a change that admission did not reject.
  world.cluster.admission.rules = 'plain';
  if (row.mayTag !== false) return world;
  const users = world.outsider.rows<{ readonly username: string; readonly restricted: boolean }>(
    '/account/users',
  );
  const user = users.find(({ restricted }) => restricted);
  if (kind.grant !== undefined)
    world.outsider.call('PUT', `/account/users/${user?.username}/grants`, {
      global: { [kind.grant]: true },
    });
  return world;
}
