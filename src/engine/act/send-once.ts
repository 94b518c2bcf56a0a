import type { Outcome } from '../../model/outcome.ts';
import { printOfAsked } from '../pass/approval.ts';
import type { Located } from '../pass/pass.ts';
import { kubeFailed } from '../pass/trouble.ts';
import { lagMs } from '../term/environment.ts';

/** Records a request that must not be sent twice, under lock, before it is sent. Its effect gets
 *  time to show, whatever the answer was: a read may be older than the request, even one after a
 *  newer read. A change of the spec may require the same request again once the first is known to
 *  be done.
 *  @returns the outcome that delays it; null: it is recorded and may be sent */
export async function recordOnce(
  { env, subject, copy, memory }: Located,
  key: string,
): Promise<Outcome | null> {
  const now = env.clock.now();
  const asked = printOfAsked(subject.object);
  const sent = memory.sentOnce.get(key);
  const open = subject.status.once?.[key];
  const isRecent = (at: number): boolean => now < at + lagMs(env.settings);
  if (
    (open !== undefined && isRecent(Date.parse(open))) ||
    (sent?.asked === asked && isRecent(sent.at))
  )
    return {
      type: 'waiting',
      for: `an effect of the request ${key}, which was sent recently`,
      recheckMs: 30_000,
      reason: 'Waiting',
    };
  const written = await copy.record({ once: { [key]: new Date(now).toISOString() } });
  if (!written.ok) return kubeFailed(written.failure);
  memory.sentOnce.set(key, { at: now, asked });
  return null;
}

/** Drops a request that certainly had no effect. @returns its key */
export function forgetOnce({ memory }: Pick<Located, 'memory'>, key: string): string {
  memory.sentOnce.delete(key);
  return key;
}
