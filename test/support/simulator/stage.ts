import { manualClock } from '../../../simulator/core/clock.ts';
import type { Answer } from '../../../simulator/http/exchange.ts';
import {
  createSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../../simulator/simulator.ts';

/** An answer of the simulator, its body read. */
export interface Heard {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed where it is JSON, otherwise the text. */
  readonly body: unknown;
  /** What stands in the body at a path; undefined where nothing does. */
  at(...path: readonly (string | number)[]): unknown;
}

/** What a call may have beside method, path and body. */
export interface Manner {
  readonly token?: string;
  readonly filter?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A simulator with a clock that is turned by hand, and a client for it. */
export interface Stage {
  readonly sim: Simulator;
  call(method: string, path: string, body?: unknown, manner?: Manner): Heard;
  /** Lets milliseconds pass. */
  pass(ms: number): void;
  /** Lets an hour pass: everything that was under way is done. */
  settle(): void;
}

/** When the stage's clock begins: the month of the documents' version. */
export const OPENING = Date.UTC(2023, 5, 15, 12, 0, 0);

const HOUR_MS = 3_600_000;

const within = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? (Reflect.get(value, key) as unknown) : undefined;

const heard = ({ status, headers }: Answer, body: unknown): Heard => ({
  status,
  headers,
  body,
  at: (...path) => path.reduce(within, body),
});

/** Opens a stage; the admin's token is used where no other is named, and rate limits are off unless
 *  asked for. */
export const openStage = (options: SimulatorOptions = {}): Stage => {
  const clock = manualClock(OPENING);
  const sim = createSimulator({ limits: 'off', clock, ...options });
  const call: Stage['call'] = (
    method,
    path,
    body,
    { token = sim.tokens.admin, filter, headers } = {},
  ) => {
    const answer = sim.handle({
      method,
      url: path.startsWith('/__') ? path : `/v4${path}`,
      body: body === undefined ? '' : JSON.stringify(body),
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(filter === undefined ? {} : { 'x-filter': JSON.stringify(filter) }),
        ...headers,
      },
    });
    const isJson = answer.headers['Content-Type'] === 'application/json' && answer.body !== '';
    return heard(answer, isJson ? JSON.parse(answer.body) : answer.body);
  };
  const pass = (ms: number): void => {
    clock.advance(ms);
    sim.world();
  };
  return { sim, call, pass, settle: () => pass(HOUR_MS) };
};
