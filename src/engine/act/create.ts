import { type Failure, isHarmless, type Result } from '../../model/failure.ts';
import type { Desired, Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { calls } from '../../model/plan.ts';
import { type Call, describe, type Step } from '../../model/step.ts';
import { waitForReference } from '../desire/desire.ts';
import { lackedGrant } from '../desire/entitlement.ts';
import { secretsFor } from '../desire/secrets-in.ts';
import { unbornNow } from '../observe/foreign-creates.ts';
import { claimantOf, intentClaims, keyClaimOf } from '../observe/holding.ts';
import { calledBy, foreignNow } from '../observe/isolation.ts';
import { unshownPart } from '../observe/parts.ts';
import { idleApproval } from '../pass/approval.ts';
import { ageOf, INTENT_VALID_MS, recordOf } from '../pass/intent.ts';
import { noteWrite } from '../pass/memory.ts';
import type { Findings, Located, Pass } from '../pass/pass.ts';
import { kubeFailed } from '../pass/trouble.ts';
import { lookOut } from '../pass/wake-on-change.ts';
import type { Room } from '../ports/cloud.ts';
import type { KubeFailure } from '../ports/cluster.ts';
import { agreedIn, recordConsent } from './consent.ts';
import { carriesMark, created } from './created.ts';
import { decide } from './decide.ts';
import { judged } from './refusal-patience.ts';

/** Creates the item: claim, Secrets, plan, intent under lock, then the one request. A later pass
 *  can determine its result in every case. */
export async function create(pass: Located, siblings: readonly Item[]): Promise<Findings> {
  const { subject, env } = pass;
  const key = keyClaimOf(pass);
  const holder =
    pass.policy.mode === 'Manage'
      ? env.claims.take(key, claimantOf(pass))
      : env.claims.otherThan(claimantOf(pass).uid, key);
  if (holder !== null) {
    lookOut(pass, null);
    return {
      outcome: {
        type: 'conflict',
        detail: `${calledBy(pass, holder)} requests ${subject.kind.key(pass.desired)} too`,
      },
    };
  }
  const lacked =
    pass.policy.mode === 'Manage' ? lackedGrant(subject.kind, pass.account.caller) : null;
  if (lacked !== null)
    return { outcome: { type: 'failed', failure: { code: 'Denied', detail: lacked } } };
  const unshown = pass.policy.mode === 'Manage' ? unshownPart(pass) : null;
  if (unshown !== null) return { outcome: unshown };
  const secrets = await secretsFor(pass);
  if (!secrets.ok) return { outcome: secrets.outcome };
  const desired = { ...pass.desired, secrets: secrets.secrets };
  if (env.turns.isOver()) await env.turns.rest();
  const steps = subject.kind.create(desired, siblings);
  const decision = decide(steps, { ...agreedIn(pass, null), policy: pass.policy });
  const { asking } = decision;
  const base = {
    plan: decision.held === null ? null : decision.plan,
    asking,
    ids: pass.resolution.ids,
  };
  if (decision.held !== null)
    return {
      ...base,
      outcome: {
        type: 'held',
        plan: decision.plan,
        why: decision.held,
        ...idleApproval(pass.copy.object, decision.plan.hash),
      },
    };
  for (const step of decision.run) {
    if (step.type === 'refuse')
      return { ...base, outcome: { type: 'refused', field: step.field, detail: step.reason } };
    if (step.type === 'wait') return { ...base, outcome: waits(pass, step) };
  }
  const [step] = calls(decision.run);
  const unrecorded = await recordConsent(pass, decision.consented);
  if (unrecorded !== null) return { ...base, outcome: unrecorded };
  return step === undefined
    ? { ...base, outcome: { type: 'settled' } }
    : { ...base, ...(await send(pass, desired, step)) };
}

/** Returns the wait of a create. The name of an unresolved reference is more specific than the
 *  kind's own reason. */
function waits({ resolution }: Located, step: Extract<Step, { readonly type: 'wait' }>): Outcome {
  const [missing] = resolution.missing;
  if (missing !== undefined) return waitForReference(missing);
  return { type: 'waiting', for: step.for, recheckMs: step.recheckMs, reason: 'Waiting' };
}

/** Reserves budget for the request before anything is recorded: while the budget is spent, attempts
 *  cost no write. */
async function send(pass: Located, desired: Desired<unknown>, step: Call): Promise<Findings> {
  const room = await pass.account.room(step.write, pass.cause);
  if (!room.ok) return { outcome: { type: 'failed', failure: room.failure } };
  try {
    return await sendIn(room.value, pass, desired, step);
  } finally {
    room.value.giveBack();
  }
}

async function sendIn(
  room: Room,
  pass: Located,
  desired: Desired<unknown>,
  step: Call,
): Promise<Findings> {
  const { env, subject, memory } = pass;
  const { account, restricted, username } = pass.account.caller;
  const at = pass.account.now();
  const begun = { elapsed: env.clock.elapsed(), now: env.clock.now() };
  const marked = carriesMark(desired, step);
  const by = restricted ? username : null;
  const intent = {
    uid: subject.object.metadata.uid,
    at,
    account,
    path: step.write.path,
    key: subject.kind.key(desired),
    marked,
    by,
  };
  const held = await recordIntent(pass, intent);
  if (!held.ok) return { outcome: kubeFailed(held.failure) };
  if (ageOf(begun, env.clock) > INTENT_VALID_MS - env.settings.writePatienceMs) {
    memory.closedIntentAt = at;
    return {
      outcome: {
        type: 'waiting',
        for: 'a new intent: the last write of an intent took too long',
        recheckMs: 1_000,
        reason: 'Waiting',
      },
    };
  }
  memory.quietListings = [];
  lookOut(pass, null);
  for (const claim of intentClaims(intent, subject.name.kind))
    env.claims.take(claim, claimantOf(pass));
  warn(pass);
  const foreign = foreignNow(pass) ?? (await unbornNow(pass));
  if (foreign !== null) {
    memory.closedIntentAt = at;
    return { outcome: foreign, intent: null };
  }
  const sent = await pass.account.write(step.write, pass.cause, room);
  const did = [describe(step)];
  if (!sent.ok) {
    if (isHarmless(sent.failure)) memory.closedIntentAt = at;
    else noteWrite(memory, env.clock.now());
    const settled = isSettled(sent.failure) ? { intent: null } : {};
    return {
      outcome: { type: 'failed', failure: advised(pass, judged(pass, step, sent.failure)) },
      did,
      failed: did,
      ...settled,
    };
  }
  noteWrite(memory, env.clock.now());
  if (env.turns.isOver()) await env.turns.rest();
  return { did, ...created(pass, desired, step, sent.value) };
}

/** Reports whether the create surely had no effect, so that the status drops the intent: a later
 *  process does not search for its result, and another credential may be used. A process that lost
 *  the lease or the lock may not write. */
const isSettled = (failure: Failure): boolean =>
  isHarmless(failure) && !['Fenced', 'Overtaken'].includes(failure.code);

/** Records the intent in the status, under the lock of the copy that this pass began with. The
 *  finalizer comes first. */
async function recordIntent(
  { copy }: Pass,
  intent: Parameters<typeof recordOf>[0],
): Promise<Result<unknown, KubeFailure>> {
  const held = copy.hasFinalizer ? null : await copy.hold();
  return held?.ok === false ? held : copy.record({ intent: recordOf(intent) });
}

/** Adds advice to a name conflict: the listing before the create showed no item with this key, so
 *  that it belongs to another account. */
function advised({ subject }: Located, failure: Failure): Failure {
  const { uniqueBeyond } = subject.kind;
  if (
    failure.code !== 'Guarded' ||
    uniqueBeyond === undefined ||
    failure.field !== uniqueBeyond.field
  )
    return failure;
  return { ...failure, detail: `${failure.detail} ${uniqueBeyond.advice}` };
}

/** Warns that this credential can create items that it can never delete. */
function warn({ env, subject, account, copy }: Located): void {
  if (subject.kind.unrestrictedToDelete !== true || !account.caller.restricted) return;
  const message = `the restricted user ${account.caller.username} can create this item but not delete it: a deletion requires an unrestricted user`;
  env.cluster.emit(copy.object, { type: 'Warning', reason: 'NeverDeleted', message });
}
