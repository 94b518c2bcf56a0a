import { explain, type Result } from '../../model/failure.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Item, Observed } from '../../model/kind.ts';
import { calls } from '../../model/plan.ts';
import { del } from '../../model/request.ts';
import { type Call, describe, type Fields } from '../../model/step.ts';
import { markOf } from '../../model/tags.ts';
import { endSecrets, keepSecrets } from '../desire/made-secrets.ts';
import { deletionKey, isYoung } from '../observe/absence.ts';
import type { Findings, Located, Pass } from '../pass/pass.ts';
import { foremost, kubeFailed, passesByItself } from '../pass/trouble.ts';
import { verdictOf } from '../pass/verdict.ts';
import { heldByBrake } from './braking.ts';
import { dueOf } from './deletion-patience.ts';
import { execute } from './execute.ts';

/** Deletes an existing item step by step; a later pass confirms that it is gone. */
export async function remove(pass: Located, observed: Observed<Item, unknown>): Promise<Findings> {
  const { kind, recorded } = pass.subject;
  const { steps, over } = dueOf(pass, kind.remove(pass.desired, observed, recorded));
  const health = kind.health(pass.desired, observed, recorded);
  const held = await heldByBrake(pass, steps, observed.item.id);
  if (held !== null) return { ...held, observed, health };
  const execution = await execute(pass, steps);
  if (
    execution.stops.length === 0 &&
    calls(steps).some(
      (step) => deletes(step, pass, observed.item.id) && execution.did.includes(describe(step)),
    )
  ) {
    pass.memory.deletedAt = pass.env.clock.elapsed();
    if (over !== undefined)
      tell(
        pass,
        'Warning',
        'WaitEnded',
        `item ${observed.item.id} is deleted, because the wait for ${over} timed out`,
      );
  }
  const proof =
    pass.memory.deletedAt > 0 && (pass.account.caller.restricted || isYoung(pass))
      ? { once: { ...pass.subject.status.once, ...deletedAt(pass, observed.item.id) } }
      : {};
  const outcome =
    foremost(execution.stops).reported ??
    (execution.verbs.length === 0
      ? stillThere(observed)
      : { type: 'acted' as const, verbs: execution.verbs });
  return {
    outcome,
    did: execution.did,
    failed: execution.failed,
    observed,
    health,
    plan: null,
    ...proof,
  };
}

/** Returns the record of the answered DELETE, for later processes: the 404 of a restricted user, or
 *  of a new item, proves nothing. */
const deletedAt = (pass: Located, id: ItemId): Readonly<Record<string, string>> => ({
  [deletionKey(id)]: new Date(pass.env.clock.now()).toISOString(),
});

const deletes = (step: Call, pass: Located, id: ItemId): boolean =>
  step.write.method === 'DELETE' && step.write.path === `${pass.items.path}/${id}`;

const stillThere = (observed: Observed<Item, unknown>): Findings['outcome'] => ({
  type: 'waiting',
  for: `item ${observed.item.id} to be gone`,
  recheckMs: 10_000,
  reason: 'Waiting',
});

/** Finishes a deletion without a remaining item: deletes the mark from the account's tags and
 *  releases the object. */
export async function letGo(pass: Located): Promise<Findings> {
  if (pass.subject.status.id !== undefined) await dropMark(pass);
  return releaseAll(pass);
}

/** Releases an object without an item, together with the Secrets made for one. */
export async function releaseAll(pass: Pass): Promise<Findings> {
  const failure = await endSecrets(pass.env.cluster, pass.subject);
  if (failure !== null && passesByItself(failure)) return { outcome: kubeFailed(failure) };
  if (failure !== null)
    tell(pass, 'Warning', 'SecretStays', `the Secrets of the item remain: ${failure.detail}`);
  return release(pass);
}

/** Releases an object that does not manage its item, and keeps the Secrets of the item. */
export async function withdraw(pass: Pass): Promise<Findings> {
  const failure = await keepSecrets(pass.env.cluster, pass.subject);
  return failure !== null && passesByItself(failure)
    ? { outcome: kubeFailed(failure) }
    : release(pass);
}

/** Deletes the mark's tag: a tag outlives the items that carried it, and would stay in the account
 *  for ever. Items of some kinds carry none. Best effort. Source: tags#delete. */
export async function dropMark(pass: Located): Promise<void> {
  const wants: Fields = pass.subject.kind.wants(pass.desired);
  if (wants['mark'] === undefined) return;
  const mark = markOf(pass.subject.object.metadata.uid);
  const dropped = await pass.account.write(del(`/tags/${encodeURIComponent(mark)}`), pass.cause);
  if (dropped.ok || dropped.failure.code === 'NotFound') return;
  tell(
    pass,
    'Normal',
    'TagStays',
    `the tag ${mark} remains in the account: ${explain(dropped.failure)}`,
  );
}

/** Retains the item: removes the mark if the account allows it, reports what remains, and releases
 *  the object. Never waits for the service.
 *  @param why the reason, as a clause */
export async function retain(
  pass: Located,
  observed: Observed<Item, unknown>,
  why: string,
): Promise<Findings> {
  const execution = await execute(
    pass,
    pass.subject.kind.unmark(observed, markOf(pass.subject.object.metadata.uid)),
  );
  const [stop] = execution.stops;
  const failed = stop === undefined ? '' : ` (its mark remains: ${verdictOf(stop).message})`;
  if (stop === undefined) await dropMark(pass);
  return {
    ...(await retainAsIs(pass, `item ${observed.item.id}`, `${why}${failed}`)),
    did: execution.did,
    failed: execution.failed,
  };
}

/** Releases the object without requests to the service, and without its Secrets where they cannot
 *  be changed. @param why the reason that the item remains, as a clause */
export async function retainAsIs(pass: Pass, what: string, why: string): Promise<Findings> {
  const failure = await keepSecrets(pass.env.cluster, pass.subject);
  if (failure !== null && passesByItself(failure)) return { outcome: kubeFailed(failure) };
  const secrets = failure === null ? '' : ` (its Secrets can be deleted: ${failure.detail})`;
  tell(
    pass,
    'Normal',
    'Retained',
    `${what} remains in the account and continues to be billed, because ${why}${secrets}`,
  );
  return release(pass);
}

/** Releases the object and its claims: other finalizers may keep the object for longer. */
export async function release(pass: Pass): Promise<Findings> {
  const released: Result<unknown, Parameters<typeof kubeFailed>[0]> = await pass.copy.release();
  if (!released.ok) return { outcome: kubeFailed(released.failure) };
  pass.env.claims.keepOnly(pass.subject.object.metadata.uid, []);
  return { outcome: { type: 'gone' } };
}

const tell = (pass: Pass, type: 'Normal' | 'Warning', reason: string, message: string): void =>
  pass.env.cluster.emit(pass.copy.object, { type, reason, message });
