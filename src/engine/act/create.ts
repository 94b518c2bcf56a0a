import { ok, type Result } from '../../model/failure.ts';
import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { calls } from '../../model/plan.ts';
import type { Read } from '../../model/request.ts';
import type { Step } from '../../model/step.ts';
import { waitForReference } from '../desire/desire.ts';
import { lackedGrant } from '../desire/entitlement.ts';
import { secretsFor } from '../desire/secrets-in.ts';
import { claimantOf, keyClaimOf } from '../observe/holding.ts';
import { calledBy } from '../observe/isolation.ts';
import { unshownPart } from '../observe/parts.ts';
import { idleApproval } from '../pass/approval.ts';
import type { Findings, Located } from '../pass/pass.ts';
import { lookOut } from '../pass/wake-on-change.ts';
import { agreedIn, recordConsent } from './consent.ts';
import { type Decision, decide } from './decide.ts';
import { secretInTheWay } from './secrets-out.ts';
import { sendCreate } from './send-create.ts';
import { unlistedValue } from './unlisted.ts';

/** Creates the item: claim, Secrets, plan, intent under lock, then the one request. A later pass
 *  can determine its result in every case. */
export async function create(pass: Located, siblings: readonly Item[]): Promise<Findings> {
  const { subject, env } = pass;
  const barred = rivalOf(pass) ?? (pass.policy.mode === 'Manage' ? unableTo(pass) : null);
  if (barred !== null) return { outcome: barred };
  const unlisted = await unlistedValue(pass);
  if (unlisted !== null)
    return {
      outcome: { type: 'refused', field: `spec.${unlisted.path}`, detail: unlisted.reason },
    };
  const secrets = await secretsFor(pass);
  if (!secrets.ok) return { outcome: secrets.outcome };
  const desired = { ...pass.desired, secrets: secrets.secrets };
  const inTheWay = await secretInTheWay(pass);
  if (inTheWay !== null) return { outcome: inTheWay };
  const before = await readsBefore(pass);
  if (!before.ok) return { outcome: { type: 'failed', failure: before.failure } };
  if (env.turns.isOver()) await env.turns.rest();
  const decision = decide(subject.kind.create(desired, siblings, before.value), {
    ...agreedIn(pass, null),
    policy: pass.policy,
  });
  const planned = {
    plan: decision.held === null ? null : decision.plan,
    asking: decision.asking,
    ids: pass.resolution.ids,
  };
  const delay = delayOf(pass, decision);
  if (delay !== null) return { ...planned, outcome: delay };
  const [step] = calls(decision.run);
  const unrecorded = await recordConsent(pass, decision.consented);
  if (unrecorded !== null) return { ...planned, outcome: unrecorded };
  return step === undefined
    ? { ...planned, outcome: { type: 'settled' } }
    : { ...planned, ...(await sendCreate(pass, desired, step)) };
}

/** Reads the details that the kind needs for a create. */
async function readsBefore(pass: Located): Promise<Result<Readonly<Record<string, unknown>>>> {
  const reads: Readonly<Record<string, Read<unknown> | null | undefined>> =
    pass.subject.kind.createReads?.(pass.desired) ?? {};
  const details: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(reads)) {
    if (read === null || read === undefined) continue;
    const detail = await pass.account.read(read, pass.cause);
    if (!detail.ok) return detail;
    details[name] = detail.value;
  }
  return ok(details);
}

/** Claims the name of the item. @returns the conflict with another object that claims it, or
 *  null */
function rivalOf(pass: Located): Outcome | null {
  const { subject, env, policy } = pass;
  const key = keyClaimOf(pass);
  const holder =
    policy.mode === 'Manage'
      ? env.claims.take(key, claimantOf(pass))
      : env.claims.otherThan(claimantOf(pass).uid, key);
  if (holder === null) return null;
  lookOut(pass, null);
  const detail = `${calledBy(pass, holder)} requests ${subject.kind.key(pass.desired)} too`;
  return { type: 'conflict', detail };
}

/** Returns the outcome where the credential may not create the item, or where the spec names a part
 *  that another namespace may hold; null where nothing prevents the create. */
function unableTo(pass: Located): Outcome | null {
  const lacked = lackedGrant(pass.subject.kind, pass.account.caller);
  return lacked === null
    ? unshownPart(pass)
    : { type: 'failed', failure: { code: 'Denied', detail: lacked } };
}

/** Returns the outcome that delays the create: missing consent, a refusal or a wait; null where the
 *  plan has none. */
function delayOf(pass: Located, { held, plan, run }: Decision): Outcome | null {
  if (held !== null)
    return { type: 'held', plan, why: held, ...idleApproval(pass.copy.object, plan.hash) };
  const step = run.find(({ type }) => type !== 'call');
  if (step?.type === 'refuse') return { type: 'refused', field: step.field, detail: step.reason };
  return step?.type === 'wait' ? waits(pass, step) : null;
}

/** Returns the wait of a create. The name of an unresolved reference is more specific than the
 *  kind's own reason. */
function waits({ resolution }: Located, step: Extract<Step, { readonly type: 'wait' }>): Outcome {
  const [missing] = resolution.missing;
  if (missing !== undefined) return waitForReference(missing);
  return { type: 'waiting', for: step.for, recheckMs: step.recheckMs, reason: 'Waiting' };
}
