import { manualClock } from '../../../simulator/core/clock.ts';
import type { Answer } from '../../../simulator/http/exchange.ts';
import {
  createSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../../simulator/simulator.ts';

/** An answer of the simulator with its parsed body. */
export interface StageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON, otherwise the text. */
  readonly body: unknown;
  /** Returns the value in the body at a path; undefined where there is none. */
  at(...path: readonly (string | number)[]): unknown;
}

/** Options of a call beside method, path and body. */
export interface Manner {
  readonly token?: string;
  readonly filter?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A simulator with a manual clock, and a client for it. */
export interface Stage {
  readonly sim: Simulator;
  call(method: string, path: string, body?: unknown, manner?: Manner): StageResponse;
  /** Advances the clock by milliseconds. */
  pass(ms: number): void;
  /** Advances the clock by an hour, in which all work ends. */
  settle(): void;
}

/** Start of the stage's clock: the month of the documents' version. */
export const OPENING = Date.UTC(2023, 5, 15, 12, 0, 0);

const HOUR_MS = 3_600_000;

const within = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? (Reflect.get(value, key) as unknown) : undefined;

const response = ({ status, headers }: Answer, body: unknown): StageResponse => ({
  status,
  headers,
  body,
  at: (...path) => path.reduce(within, body),
});

/** Opens a stage with the admin's token as default, and rate limits off by default. */
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
    return response(answer, isJson ? JSON.parse(answer.body) : answer.body);
  };
  const pass = (ms: number): void => {
    clock.advance(ms);
    sim.world();
  };
  return { sim, call, pass, settle: () => pass(HOUR_MS) };
};
