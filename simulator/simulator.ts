import { type Clock, realClock } from './core/clock.ts';
import { advance } from './core/pending.ts';
import { accountsOf, type Dialect, introduce, type Settings, type World } from './core/world.ts';
import type { CallCounts } from './http/calls.ts';
import type { Answer, Request } from './http/exchange.ts';
import { FaultWish as FaultSchema, type FaultWish } from './http/faults.ts';
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

/** What may be chosen; all of it has a default. */
export interface SimulatorOptions {
  readonly seed?: number;
  /** Default: the time of this machine. */
  readonly clock?: Clock;
  readonly dialect?: Dialect;
  /** Durations are divided by this. */
  readonly speed?: number;
  readonly limits?: Settings['limits'];
  /** `http://host:port` where the simulator will be reached. */
  readonly origin?: string;
  /** A world that was kept; its settings give way to the options. */
  readonly world?: World;
}

/** The service, simulated: answers requests, in this process or behind a socket. */
export interface Simulator {
  /** The tokens that the world began with. */
  readonly tokens: Tokens;
  /** Answers one request. Header names in lower case; absent ones may be left out. */
  handle(request: Pick<Request, 'method' | 'url'> & Partial<Request>): Answer;
  /** The world as it is now, after everything that is due has happened. Read only. */
  world(): World;
  calls(): CallCounts;
  resetCalls(): void;
  addFault(wish: FaultWish): void;
  clearFaults(): void;
  /** The users of both accounts and their rights. */
  users(): readonly UserRights[];
  /** Changes the rights of a user; listings, 404 and 403 follow with the next request. @throws when
   *  no user has that name */
  setUser(change: UserChange): void;
  /** Tells where the simulator is reached, once that is known. */
  moveTo(origin: string): void;
}

const settingsOf = (options: SimulatorOptions): Settings => ({
  seed: options.seed ?? 1,
  dialect: options.dialect ?? 'recorded',
  speed: options.speed ?? 1,
  limits: options.limits ?? 'scaled',
  origin: options.origin ?? 'http://127.0.0.1:9000',
});

/** Gives both accounts their settings; a world that was kept without the second account gets
 *  one. */
const configure = (world: World, settings: Settings, now: number): void => {
  world.settings = settings;
  admitOperator(world, now);
  world.neighbour ??= newNeighbour(settings, now);
  world.neighbour.settings = neighbourSettings(settings);
  introduce(world);
};

/** Makes a simulator. The same seed, clock and calls give the same world. */
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
    addFault: (wish) => {
      service.faults.add(FaultSchema.parse(wish), world);
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
