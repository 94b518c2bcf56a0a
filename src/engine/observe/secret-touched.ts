import type { Located } from '../pass/pass.ts';
import { secretNameOf } from '../pass/subject.ts';
import { lately, putBackDelayMs, SECRET_PATIENCE } from '../term/patience.ts';

/** Reports whether the Secret of an item differs from the last version that was kept current,
 *  because it was deleted or written. Its contents are details, which are due then. A Secret that
 *  changes constantly is read at intervals. The first version that a process sees counts as
 *  current; a missing Secret does not. */
export async function isSecretTouched(pass: Located): Promise<boolean> {
  const { env, subject, memory, policy, deleting } = pass;
  const name = secretNameOf(subject);
  if (name === null || policy.mode !== 'Manage' || deleting) return false;
  const there = await env.cluster.getSecret(subject.name.namespace, name, subject.name);
  // The later read of the Secret reports the failure.
  if (!there.ok) return true;
  const kept = memory.keptSecret;
  const version = there.value?.resourceVersion ?? null;
  const isTouched = kept.version === undefined ? version === null : version !== kept.version;
  kept.putOffMs = isTouched ? leftMs(kept.touchedAt, env.clock.elapsed()) : 0;
  if (kept.putOffMs > 0) return false;
  kept.version = version;
  if (!isTouched) return false;
  kept.touchedAt = [...lately(kept.touchedAt, env.clock.elapsed()), env.clock.elapsed()];
  memory.detailsAt = 0;
  return true;
}

const leftMs = (touchedAt: readonly number[], now: number): number =>
  Math.max(0, (touchedAt.at(-1) ?? 0) + putBackDelayMs(touchedAt, now, SECRET_PATIENCE) - now);
