/** The simulated variant of the service: as recorded and measured, or by the letter of the
 *  documents. */
export type Dialect = 'recorded' | 'documents';

/** Constant settings of a world; `speed` divides every duration, and rate limit windows unless
 *  `limits` is real. */
export interface Settings {
  readonly seed: number;
  readonly dialect: Dialect;
  readonly speed: number;
  /** Enforcement of rate limits: in windows scaled by `speed`, or of real length. `off`: never. The
   *  headers are always sent. */
  readonly limits: 'real' | 'scaled' | 'off';
  /** Address of the simulator, `http://host:port` without a path; upload addresses begin with
   *  it. */
  readonly origin: string;
}

/** One item of a table. Rows are immutable: a change replaces the row. */
export interface Row {
  readonly id: number;
}

/** Arguments of pending work; plain data, so that a world can be saved and restored. */
export type Args = Readonly<Record<string, string | number | boolean | null>>;

/** A pending alarm. `at`: milliseconds since the epoch; `order` decides among those of the same
 *  instant. */
export interface Pending {
  readonly at: number;
  readonly order: number;
  readonly name: string;
  readonly args: Args;
}

/** Calls in one rate limit window. `resetAt`: milliseconds since the epoch. */
export interface Bucket {
  readonly used: number;
  readonly resetAt: number;
}

/** The whole state of the simulated service as plain JSON. Only the files of this folder change it,
 *  and only through their functions. */
export interface World {
  readonly version: 1;
  settings: Settings;
  /** Counts changes of tables and pending work, so that an observer knows when to save. */
  revision: number;
  random: number;
  readonly counters: Record<string, number>;
  /** Latest first, so that the next one is at the end. */
  readonly pending: Pending[];
  readonly buckets: Record<string, Bucket>;
  readonly tables: Record<string, Row[]>;
  /** Offset of the first id of every family, so that two accounts never share an id. */
  readonly idOffset?: number;
  /** A second account of the same service: a world of its own. */
  neighbour?: World;
}

/** Creates an empty world. */
export const emptyWorld = (settings: Settings): World => ({
  version: 1,
  settings,
  revision: 0,
  random: settings.seed | 0,
  counters: {},
  pending: [],
  buckets: {},
  tables: {},
});

/** Returns both accounts of a service, the first one first. */
export const accountsOf = (world: World): readonly World[] =>
  world.neighbour === undefined ? [world] : [world, world.neighbour];

/** The neighbouring account of each: outside the worlds, which are plain data. */
const beside = new WeakMap<World, World>();

/** Registers the two accounts of a service with each other. */
export const introduce = (first: World): void => {
  if (first.neighbour === undefined) return;
  beside.set(first, first.neighbour);
  beside.set(first.neighbour, first);
};

/** Returns the other account of the service, for resources that are unique on the whole
 *  platform. */
export const accountBeside = (world: World): World | undefined => beside.get(world);

/** Reports whether the world uses the dialect of the recordings. */
export const isRecorded = (world: World): boolean => world.settings.dialect === 'recorded';

/** Returns the next id of a family, beginning after `start`; ids are never reused. */
export const nextId = (world: World, family: string, start: number): number => {
  const id = (world.counters[family] ?? start + (world.idOffset ?? 0)) + 1;
  world.counters[family] = id;
  return id;
};
