import { importedLabel } from '../../model/import-spec.ts';
import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { asRecord } from '../../model/parse.ts';
import { beginPass } from '../pass/begin-pass.ts';
import { newMemory } from '../pass/memory.ts';
import type { Located, Pass } from '../pass/pass.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { classOf } from '../term/operator-identity.ts';
import { isWanted } from './identity.ts';
import { locate } from './locate.ts';

/** A renamed object is two objects for a while: a deleted one, and one that imports the same
 *  item. */

/** Returns the heir of a deleted object's item: a live object of the namespace and kind that
 *  imports it; null where there is none. Returns a wait where that is unknown: a deletion cannot be
 *  undone. */
export async function heirOf(pass: Located, item: Item): Promise<KubeObject | Outcome | null> {
  for (const object of others(pass).filter(
    (one) => !isGoing(one) && asRecord(one.spec)['import'] !== undefined,
  )) {
    const { seen, located } = await seenAs(pass, object);
    const importSpec = seen.subject.common.import;
    if (
      importSpec === undefined ||
      !TAKES.has(seen.policy.mode) ||
      hasAnother(seen, item, pass.account.caller.account)
    )
      continue;
    if (
      located !== null &&
      isSamePlace(pass, located) &&
      isWanted(keysOf(located), importSpec, item)
    )
      return object;
    if (located === null && isWanted(NO_KEY, importSpec, item))
      return waiting(
        `${seen.subject.title}, which imports item ${item.id}, to be ready to adopt it`,
      );
  }
  return null;
}

/** An object that has an item keeps it, whatever its import names. */
const hasAnother = ({ subject: { status } }: Pass, { id }: Item, account: string): boolean =>
  status.id !== undefined && (status.id !== id || (status.account ?? account) !== account);

/** Without a credential, the id and label of an import are known, but no natural key. */
const NO_KEY = { key: '', keyOf: () => ' ' };

/** Modes that take over an item; an object that observes does not. */
const TAKES: ReadonlySet<string> = new Set(['Manage', 'Preview', 'Paused']);

/** Delays an import that may create while a deleted object has the item in question, or is about to
 *  hand it over; null where there is none. */
export async function predecessorOf(pass: Located): Promise<Outcome | null> {
  const importSpec = pass.subject.common.import;
  if (importSpec?.orCreate !== true) return null;
  for (const object of others(pass).filter(isGoing)) {
    const { seen, located } = await seenAs(pass, object);
    const { id, account = located?.account.caller.account } = seen.subject.status;
    // Ids belong to an account: where it is unknown, the item may be the one in question.
    if (
      id === undefined ||
      (account ?? pass.account.caller.account) !== pass.account.caller.account
    )
      continue;
    const hasKey = (): boolean =>
      located !== null &&
      isSamePlace(pass, located) &&
      keysOf(located).key === (importedLabel(importSpec) ?? keysOf(pass).key);
    const isMeant = importSpec.by === 'Id' ? importSpec.id === id : hasKey();
    if (isMeant)
      return waiting(
        `${seen.subject.title}, which is being deleted and has item ${id}, to be gone`,
      );
  }
  return null;
}

const isGoing = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined;

/** Returns the other objects of the kind in the namespace and class: accounts of another operator
 *  are not accessible. */
const others = ({ env, subject: { name, object } }: Located): readonly KubeObject[] =>
  env.cluster
    .list(name.kind, name.namespace)
    .filter(
      (other) => other.metadata.uid !== object.metadata.uid && classOf(other) === classOf(object),
    );

/** Parses another object of the kind as a pass over it does, with its account and desired state
 *  where available. */
async function seenAs({ env, subject, cause }: Located, object: KubeObject) {
  const seen = beginPass(env, subject.kind, object, newMemory(env.clock.now()), cause);
  const located = await locate(seen);
  return { seen, located: 'outcome' in located ? null : located };
}

const isSamePlace = (a: Located, b: Located): boolean =>
  a.account.caller.account === b.account.caller.account && a.items.path === b.items.path;

const keysOf = ({ subject: { kind }, desired }: Located) => ({
  key: kind.key(desired),
  keyOf: kind.keyOf,
});

const waiting = (what: string): Outcome => ({
  type: 'waiting',
  for: what,
  recheckMs: 5_000,
  reason: 'Waiting',
});
