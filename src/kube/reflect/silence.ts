import { unreachable } from '../api/failures.ts';
import type { Stored } from './objects.ts';
import type { End, Reflection } from './reflection.ts';

/** Time without any data, not even a bookmark (the API server sends one a minute), after which a
 *  request is aborted. */
export const SILENT_MS = 150_000;

/** Runs a request until it ends; aborts it after a long silence. */
export async function unlessSilent<O extends Stored>(
  reflection: Reflection<O>,
  doing: (signal: AbortSignal) => Promise<End | null>,
): Promise<End | null> {
  const cut = new AbortController();
  const guard = cutWhenSilent(reflection, cut);
  try {
    const end = await doing(AbortSignal.any([reflection.signal, cut.signal]));
    return cut.signal.aborted
      ? {
          why: 'silent',
          failure: unreachable(new Error(`no data received for ${SILENT_MS / 1_000} s`)),
        }
      : end;
  } finally {
    cut.abort();
    await guard;
  }
}

async function cutWhenSilent<O extends Stored>(
  { state, time }: Reflection<O>,
  cut: AbortController,
): Promise<void> {
  while (!cut.signal.aborted) {
    const left = Math.max(state.triedAt, state.lastSeenAt ?? 0) + SILENT_MS - time.elapsed();
    if (left <= 0) cut.abort();
    else await time.sleep(left, cut.signal);
  }
}
