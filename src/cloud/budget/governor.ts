import { fail, ok, type Result } from '../../model/failure.ts';
import type { Time } from '../time.ts';
import type { Admitted } from './admission.ts';
import type { Budget, Heard } from './budget.ts';
import type { Ask } from './queue.ts';

/** Leave to send one request. Whoever has it says once how it ended: null when no answer came; or
 *  gives it back unused. */
export interface Leave {
  answered(heard: Heard | null): void;
  giveBack(): void;
}

/** Lets requests go as the budget of a token allows. */
export interface Governor {
  /** Waits for leave to send. Throttled when the budget gives none within `patienceMs`. */
  admit(ask: Pick<Ask, 'cause' | 'route'>, patienceMs: number): Promise<Result<Leave>>;
  /** Lets nobody go any more: those who wait come back Fenced, with nothing sent. */
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

/** Lets go who may go now, and comes back when more may. */
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
  answered: (heard) => {
    state.budget.answer(admission, heard, state.time.elapsed());
    advance(state);
  },
  giveBack: () => {
    state.budget.giveBack(admission);
    advance(state);
  },
});
