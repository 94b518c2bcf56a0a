import { type CloudAdapter, createCloud } from '../../src/cloud/cloud.ts';
import type { Answer } from '../../src/cloud/http/answer.ts';
import type { HttpRequest } from '../../src/cloud/http/client.ts';
import type { CloudObserver } from '../../src/cloud/observer.ts';
import type { CloudTuning } from '../../src/cloud/settings.ts';
import { DEFAULT_SETTINGS } from '../../src/engine/term/environment.ts';
import { fail, type Result } from '../../src/model/failure.ts';
import { type Life, living } from './mortal.ts';
import type { VirtualTime } from './virtual-time.ts';
import { type Wire, wordsFor } from './wire.ts';

const BASE = 'http://127.0.0.1:9000/v4';
/** Default interval between two sweeps: that of an operator without flags. */
export const POLL_MS = 30_000;

/** Creates the cloud adapter in virtual time, with a wire instead of a network. @param bugs
 *  receives unexpected exceptions */
export function cloudOn(
  wire: Wire,
  time: VirtualTime,
  life: Life,
  bugs: unknown[],
  tuning: Partial<CloudTuning> = {},
  observer: Partial<CloudObserver> = {},
  pollMs = POLL_MS,
): CloudAdapter {
  return createCloud(
    {
      baseUrl: BASE,
      allowedHosts: [],
      pollMs,
      fence: () => life.alive && life.leads !== false,
      userAgent: 'test',
      observer: {
        requested: () => undefined,
        spent: () => undefined,
        failed: (error) => bugs.push(error),
        ...observer,
      },
    },
    {
      time: {
        now: () => time.now(),
        elapsed: () => time.now(),
        after: (ms, wake) => time.at(time.now() + ms, wake),
      },
      connect: () => ({
        // The client checks before every write whether its process leads.
        send: async (request) =>
          request.method !== 'GET' && life.leads === false
            ? fail({ code: 'Fenced', detail: 'another process leads' })
            : living(life, wordsFor(request), () => answerTo(wire, time, request)),
        close: async () => undefined,
      }),
      retry: { retries: 0, firstWaitMs: 1, withinMs: 1_000 },
      ...tuning,
    },
  );
}

/** Sends a request, and waits for the duration of its answer, up to the client's timeout. */
async function answerTo(
  wire: Wire,
  time: VirtualTime,
  request: HttpRequest,
): Promise<Result<Answer>> {
  const { requestTimeoutMs } = DEFAULT_SETTINGS;
  const { result, afterMs } = wire.send(request);
  if (afterMs > 0)
    await new Promise<void>((wake) =>
      time.at(time.now() + Math.min(afterMs, requestTimeoutMs), wake),
    );
  return afterMs < requestTimeoutMs
    ? result
    : fail({ code: 'Unreachable', detail: 'no whole answer came in time' });
}
