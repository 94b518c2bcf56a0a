import type { Outcome } from '../../model/outcome.ts';
import { heldByBrake } from '../act/braking.ts';
import { converge } from '../act/converge.ts';
import { create } from '../act/create.ts';
import { reconcileDeletion } from '../act/deletion.ts';
import { asksForLook } from '../act/requests.ts';
import { namingCredential } from '../desire/credentials.ts';
import { blocksCreate, openIntent, waitForReference } from '../desire/desire.ts';
import { holdBehindFence } from '../observe/fence.ts';
import { locate } from '../observe/locate.ts';
import { copyInTheWay } from '../observe/marked-copy.ts';
import { observe } from '../observe/observe.ts';
import { predecessorOf } from '../observe/successors.ts';
import type { Findings, Located, Pass } from '../pass/pass.ts';

/** Runs one pass over one object in one direction: lifecycle, desire, observe, then create,
 *  converge or remove. Returns its findings for the report. */
export async function reconcile(pass: Pass): Promise<Findings> {
  if (asksForLook(pass)) {
    pass.memory.hintedAt = pass.env.clock.now();
    pass.memory.unsettled = true;
  }
  return pass.deleting ? reconcileDeletion(pass) : reconcilePresent(pass);
}

/** Reconciles an object that is not deleted. */
async function reconcilePresent(pass: Pass): Promise<Findings> {
  if (pass.policy.mode === 'Paused') return { outcome: { type: 'paused' } };
  const located = await locate(pass);
  return 'outcome' in located ? located : namingCredential(located, await ensureItem(located));
}

/** Brings the item to the desired state from its current one. */
async function ensureItem(pass: Located): Promise<Findings> {
  const missing = blocksCreate(pass.resolution);
  if (missing !== undefined && pass.subject.status.id === undefined)
    return { outcome: waitForReference(missing) };
  const sight = await observe(pass);
  switch (sight.type) {
    case 'unclear':
      return { outcome: sight.outcome };
    case 'fenced':
      return { outcome: sight.fence.outcome, operator: holdBehindFence(pass) };
    case 'found':
      return {
        ...(await converge(pass, sight.observed, sight.adoption)),
        ...(sight.adopted === true ? { intent: null } : {}),
      };
    case 'absent':
      return handleVanished(pass);
    case 'free':
      if (pass.policy.mode !== 'Observe')
        return (await unlessInherited(pass)) ?? create(pass, sight.siblings);
      return {
        outcome: {
          type: 'refused',
          field: 'spec.import',
          detail: 'the item does not exist, and policy.mode Observe creates nothing',
        },
      };
  }
}

/** Waits while a deleted object has the item that this one may create. */
async function unlessInherited(pass: Located): Promise<Findings | null> {
  const outcome = await predecessorOf(pass);
  return outcome === null ? null : { outcome };
}

/** Handles an item that vanished outside: holds and reports the loss, or drops its id and its
 *  intent, so that the next pass creates a new one. */
async function handleVanished(pass: Located): Promise<Findings> {
  const { id } = pass.subject.status;
  if (id === undefined)
    return {
      outcome: {
        type: 'waiting',
        for: `${pass.items.path} to exist`,
        recheckMs: 60_000,
        reason: 'Waiting',
      },
    };
  const vanished = `item ${id} vanished from the account`;
  if (pass.policy.loss === 'Hold' || pass.policy.mode !== 'Manage') {
    const detail = `${vanished}; set spec.policy.loss to Recreate to create it again, or delete this object`;
    return { outcome: { type: 'lost', detail } };
  }
  const copied = await copyInTheWay(pass, id);
  if (copied !== null) return { outcome: copied };
  const health = { ready: false, reason: 'Absent', message: `${vanished} and is created again` };
  const held = await heldByBrake(pass, pass.subject.kind.create(pass.desired, []), id);
  if (held !== null) return { ...held, health };
  pass.memory.closedIntentAt = openIntent(pass)?.at ?? pass.memory.closedIntentAt;
  const outcome: Outcome = {
    type: 'waiting',
    for: `a new item: ${vanished}`,
    recheckMs: 1_000,
    reason: 'Waiting',
  };
  return { outcome, id: null, intent: null, health };
}
