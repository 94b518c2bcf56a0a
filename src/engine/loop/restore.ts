import { ok, type Result } from '../../model/failure.ts';
import { isSpoilt, writtenIn } from '../pass/last-written.ts';
import type { Memory } from '../pass/memory.ts';
import type { Pass } from '../pass/pass.ts';
import { parseSubject } from '../pass/subject.ts';
import type { KubeFailure } from '../ports/cluster.ts';
import { lately, putBackDelayMs, STATUS_PATIENCE } from '../term/patience.ts';

/** Begins a pass with the status that this process last wrote: restores it where another writer
 *  changed it, before any conclusion is drawn. The first pass of a process trusts the existing
 *  status. */
export async function restoreStatus(pass: Pass): Promise<Result<Pass, KubeFailure>> {
  const { copy, memory, deleting, env, subject } = pass;
  if (memory.lastWritten?.uid !== copy.object.metadata.uid)
    memory.lastWritten = writtenIn(copy.object);
  if (!isSpoilt(copy.object, memory.lastWritten) || (deleting && !copy.hasFinalizer))
    return ok(pass);
  const restored = await copy.restore();
  if (!restored.ok) return restored;
  memory.restoredAt = [...lately(memory.restoredAt, env.clock.elapsed()), env.clock.elapsed()];
  return ok({ ...pass, subject: parseSubject(subject.kind, copy.object) });
}

/** Returns the delay before a changed status is restored (milliseconds). @param now by the steady
 *  clock */
export const restoreDelayMs = ({ restoredAt }: Memory, now: number): number =>
  putBackDelayMs(restoredAt, now, STATUS_PATIENCE);
