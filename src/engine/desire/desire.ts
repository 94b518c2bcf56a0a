import { itemsOf } from '../../model/items.ts';
import type { Desired } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { markOf } from '../../model/tags.ts';
import { ownIntentOf } from '../pass/intent.ts';
import type { Located, Pass } from '../pass/pass.ts';
import { idsIn, type Missing, type Resolution } from '../pass/resolution.ts';
import { lookOut } from '../pass/wake-on-change.ts';
import { resolveReferences } from './references.ts';
import { strayedValues, straysOf } from './strays.ts';

/** Builds the desired state with resolved references. Secrets are read only for a create. @param
 *  from the source of the credential, for messages */
export function desire(
  pass: Pass,
  spec: unknown,
  { account, from, used }: Pick<Located, 'account' | 'used'> & { readonly from: string },
): Located {
  const { subject, env } = pass;
  const resolution = resolveReferences(subject.kind.refs, spec, {
    namespace: subject.name.namespace,
    deleting: pass.deleting,
    recorded: idsIn(subject.status),
    get: (name) => env.cluster.get(name),
    list: (kind, namespace) => env.cluster.list(kind, namespace),
  });
  env.dependents.set(subject.key, resolution.watched);
  const strays = straysOf(pass, resolution.ids);
  const desired: Desired<unknown> = {
    spec: resolution.spec,
    name: subject.name.name,
    // Mode Observe sets no mark: the item does not belong to this object.
    mark:
      account.caller.mayTag && pass.policy.mode !== 'Observe'
        ? markOf(subject.object.metadata.uid)
        : null,
    secrets: {},
    strayed: strayedValues(strays),
    unresolved: resolution.unresolved,
  };
  const items = itemsOf(subject.kind, desired);
  const located = { ...pass, account, credential: from, used, desired, resolution, strays, items };
  const { id } = subject.status;
  if (id !== undefined || unansweredIntent(pass) !== null) lookOut(located, id ?? null);
  return located;
}

/** Returns the reference that a create waits for; undefined when there is none. */
export const blocksCreate = (resolution: Resolution): Missing | undefined =>
  resolution.missing.find((one) => one.ref.neededFor === 'create');

export const waitForReference = (missing: Missing): Outcome => ({
  type: 'waiting',
  for: missing.for,
  recheckMs: 60_000,
  reason: 'WaitingForReference',
});

/** Returns the intent in this account without an answer known to this process; null where there is
 *  none. */
export const openIntent = (pass: Located) => {
  const intent = unansweredIntent(pass);
  return intent?.account === pass.account.caller.account ? intent : null;
};

/** Returns the intent in any account without an answer known to this process; null where there is
 *  none. */
export const unansweredIntent = ({ copy, memory }: Pass) => {
  const intent = ownIntentOf(copy.object);
  return intent !== null && intent.at !== memory.closedIntentAt ? intent : null;
};
