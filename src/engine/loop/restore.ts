import { ok, type Result } from '../../model/failure.ts';
import { isSpoilt, saidIn } from '../pass/last-written.ts';
import type { Memory } from '../pass/memory.ts';
import type { Pass } from '../pass/pass.ts';
import { lately, putBackDelayMs, READ_PATIENCE, STATUS_PATIENCE } from '../pass/restore-backoff.ts';
import { parseSubject } from '../pass/subject.ts';
import type { KubeFailure } from '../ports/cluster.ts';

/** Begins a pass with the status that this process last wrote: restores it where another writer
 *  changed it, before any conclusion is drawn. The first pass of a process trusts the existing
 *  status. */
export async function restoreStatus(pass: Pass): Promise<Result<Pass, KubeFailure>> {
  const { copy, memory, deleting, env, subject } = pass;
  if (memory.said?.uid !== copy.object.metadata.uid) memory.said = saidIn(copy.object);
  if (!isSpoilt(copy.object, memory.said) || (deleting && !copy.hasFinalizer)) return ok(pass);
  const restored = await copy.restore();
  if (!restored.ok) return restored;
  memory.restoredAt = [...lately(memory.restoredAt, env.clock.elapsed()), env.clock.elapsed()];
  return ok({ ...pass, subject: parseSubject(subject.kind, copy.object) });
}

/** Returns the delay before a changed status is restored (milliseconds). @param now by the steady
 *  clock */
export const restoreDelayMs = ({ restoredAt }: Memory, now: number): number =>
  putBackDelayMs(restoredAt, now, STATUS_PATIENCE);

/** Returns the delay of a pass after a change of a Secret of the object (milliseconds), and records
 *  the pass; null if one is already due. */
export function readDelayMs(memory: Memory, now: number): number | null {
  const last = memory.secretsReadAt.at(-1) ?? 0;
  if (last > now) return null;
  const times = lately(memory.secretsReadAt, now);
  const inMs = Math.max(0, last + putBackDelayMs(times, now, READ_PATIENCE) - now);
  memory.secretsReadAt = [...times, now + inMs];
  return inMs;
}
