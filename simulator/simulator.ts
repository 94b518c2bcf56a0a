import { type Clock, realClock } from './core/clock.ts';
import { advance } from './core/pending.ts';
import { accountsOf, type Dialect, introduce, type Settings, type World } from './core/world.ts';
import type { CallCounts } from './http/calls.ts';
import type { Answer, Request } from './http/exchange.ts';
import { FaultSpec as FaultSchema, type FaultSpec } from './http/faults.ts';
import {
  changeUser,
  listUsers,
  type UserChange,
  type UserRights,
  UserChange as UserSchema,
} from './http/user-observers.ts';
import {
  admitOperator,
  firstTokens,
  neighbourSettings,
  newNeighbour,
  newWorld,
  type Tokens,
} from './initial-world.ts';
import { receiveUpload } from './resources/images/upload.ts';
import { RESOURCES } from './resources/registry.ts';
import { handle, serviceOf } from './service.ts';

/** Options; all of them have a default. */
export interface SimulatorOptions {
  readonly seed?: number;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  readonly dialect?: Dialect;
  /** Divides durations. */
  readonly speed?: number;
  readonly limits?: Settings['limits'];
  /** Address of the simulator, `http://host:port`. */
  readonly origin?: string;
  /** A saved world; the options override its settings. */
  readonly world?: World;
}

/** The simulated service: answers requests in this process or behind a socket. */
export interface Simulator {
  /** The initial tokens of the world. */
  readonly tokens: Tokens;
  /** Answers one request. Header names in lower case; empty members may be omitted. */
  handle(request: Pick<Request, 'method' | 'url'> & Partial<Request>): Answer;
  /** Returns the current world, after firing due alarms. Read only. */
  world(): World;
  calls(): CallCounts;
  resetCalls(): void;
  addFault(spec: FaultSpec): void;
  clearFaults(): void;
  /** Returns the users of both accounts with their permissions. */
  users(): readonly UserRights[];
  /** Changes the permissions of a user; listings, 404 and 403 follow with the next request. @throws
   *  for an unknown user */
  setUser(change: UserChange): void;
  /** Sets the address of the simulator, once it is known. */
  moveTo(origin: string): void;
}

const settingsOf = (options: SimulatorOptions): Settings => ({
  seed: options.seed ?? 1,
  dialect: options.dialect ?? 'recorded',
  speed: options.speed ?? 1,
  limits: options.limits ?? 'scaled',
  origin: options.origin ?? 'http://127.0.0.1:9000',
});

/** Applies the settings to both accounts; adds a second account to a saved world without one. */
const configure = (world: World, settings: Settings, now: number): void => {
  world.settings = settings;
  admitOperator(world, now);
  world.neighbour ??= newNeighbour(settings, now);
  world.neighbour.settings = neighbourSettings(settings);
  introduce(world);
};

/** Creates a simulator. The same seed, clock and calls give the same world. */
export const createSimulator = (options: SimulatorOptions = {}): Simulator => {
  const clock = options.clock ?? realClock;
  const settings = settingsOf(options);
  const world = options.world ?? newWorld(settings, clock.now());
  configure(world, settings, clock.now());
  const service = serviceOf(world, clock, RESOURCES, receiveUpload);
  return {
    tokens: firstTokens(world),
    handle: (request) => handle(service, { headers: {}, body: '', ...request }),
    world: () => {
      for (const account of accountsOf(world)) advance(account, clock.now(), service.plan);
      return world;
    },
    calls: () => service.calls.counts(),
    resetCalls: () => service.calls.reset(),
    addFault: (spec) => {
      service.faults.add(FaultSchema.parse(spec), world);
    },
    clearFaults: () => service.faults.clear(),
    users: () => listUsers(world, clock.now(), service.plan),
    setUser: (change) => {
      const refusal = changeUser(world, UserSchema.parse(change));
      if (refusal !== null) throw new Error(refusal.problems[0]?.reason);
    },
    moveTo: (origin) => {
      configure(world, { ...world.settings, origin }, clock.now());
    },
  };
};
