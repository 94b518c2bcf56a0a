import { fail, ok, type Result } from '../../model/failure.ts';
import type { Time } from '../time.ts';
import type { Admitted } from './admission.ts';
import type { Budget, RateFeedback } from './budget.ts';
import type { Ask } from './queue.ts';

/** Permission to send one request. The holder reports its answer once, null when none came, or
 *  returns the permission unused. */
export interface Leave {
  answered(feedback: RateFeedback | null): void;
  giveBack(): void;
}

/** Admits requests within the budget of a token. */
export interface Governor {
  /** Waits for permission to send. Throttled when the budget grants none within `patienceMs`. */
  admit(ask: Pick<Ask, 'cause' | 'route'>, patienceMs: number): Promise<Result<Leave>>;
  /** Admits no further request: waiting requests fail as Fenced, with nothing sent. */
  close(): void;
}

type Waiting = (leave: Result<Leave>) => void;

interface State {
  readonly budget: Budget;
  readonly time: Time;
  readonly waiting: Map<Ask, Waiting>;
  cancel: () => void;
  isClosed: boolean;
}

const STOPPING = fail({ code: 'Fenced', detail: 'this process stops; nothing was sent' } as const);

export function createGovernor(budget: Budget, time: Time): Governor {
  const state: State = {
    budget,
    time,
    waiting: new Map(),
    cancel: () => undefined,
    isClosed: false,
  };
  return {
    admit: ({ cause, route }, patienceMs) =>
      new Promise((resolve) => {
        if (state.isClosed) return resolve(STOPPING);
        const ask = { cause, route, until: time.elapsed() + patienceMs };
        state.waiting.set(ask, resolve);
        budget.offer(ask);
        advance(state);
      }),
    close: () => {
      state.isClosed = true;
      state.cancel();
      for (const resolve of state.waiting.values()) resolve(STOPPING);
      state.waiting.clear();
    },
  };
}

/** Admits the requests that fit now, and sets a timer for the next ones. */
function advance(state: State): void {
  state.cancel();
  if (state.isClosed) return;
  const now = state.time.elapsed();
  const { admitted, refused } = state.budget.take(now);
  for (const admission of admitted) tell(state, admission.ask, ok(leave(state, admission)));
  for (const { ask, waitMs } of refused) {
    tell(
      state,
      ask,
      fail({
        code: 'Throttled',
        detail: 'the request budget of this token is spent',
        retryAfterMs: waitMs,
        isUnsent: true,
      }),
    );
  }
  const next = state.budget.nextAt(now);
  state.cancel =
    next === null ? () => undefined : state.time.after(Math.ceil(next - now), () => advance(state));
}

function tell(state: State, ask: Ask, result: Result<Leave>): void {
  const waiting = state.waiting.get(ask);
  state.waiting.delete(ask);
  waiting?.(result);
}

const leave = (state: State, admission: Admitted): Leave => ({
  answered: (feedback) => {
    state.budget.answer(admission, feedback, state.time.elapsed());
    advance(state);
  },
  giveBack: () => {
    state.budget.giveBack(admission);
    advance(state);
  },
});
