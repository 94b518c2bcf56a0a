/** Which of two readings of the service is simulated: what was recorded and measured, or the letter
 *  of the documents. */
export type Dialect = 'recorded' | 'documents';

/** What stays the same while a world lives; `speed` divides every duration, and rate limit windows
 *  unless `limits` is real. */
export interface Settings {
  readonly seed: number;
  readonly dialect: Dialect;
  readonly speed: number;
  /** Calls beyond the rate limits are refused: in windows as short as `speed` makes them, or as
   *  long as in life. `off`: never. The headers are sent either way. */
  readonly limits: 'real' | 'scaled' | 'off';
  /** Where the simulator is reached, `http://host:port` without a path; upload addresses begin with
   *  it. */
  readonly origin: string;
}

/** One item of a table. Rows are never changed in place: a change puts a new row where the old one
 *  was. */
export interface Row {
  readonly id: number;
}

/** Arguments of work that is not done yet; plain data, so that a world can be written down and read
 *  again. */
export type Args = Readonly<Record<string, string | number | boolean | null>>;

/** Something that will happen by itself. `at`: milliseconds since the epoch; `order` decides among
 *  those of the same instant. */
export interface Pending {
  readonly at: number;
  readonly order: number;
  readonly name: string;
  readonly args: Args;
}

/** Calls made in one rate limit window. `resetAt`: milliseconds since the epoch. */
export interface Bucket {
  readonly used: number;
  readonly resetAt: number;
}

/** The whole state of the simulated service as plain JSON. Only the files of this folder change it,
 *  and only through their functions; everything else reads it or asks them. */
export interface World {
  readonly version: 1;
  settings: Settings;
  /** Counts changes of tables and pending work, so that an observer knows when to save. */
  revision: number;
  random: number;
  readonly counters: Record<string, number>;
  /** Latest first, so that the next one is taken from the end. */
  readonly pending: Pending[];
  readonly buckets: Record<string, Bucket>;
  readonly tables: Record<string, Row[]>;
  /** Added to the first id of every family, so that two accounts never share an id. */
  readonly idOffset?: number;
  /** A second account of the same service: a world of its own. */
  neighbour?: World;
}

/** A world in which nothing exists yet. */
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

/** Both accounts of a service, the first one first. */
export const accountsOf = (world: World): readonly World[] =>
  world.neighbour === undefined ? [world] : [world, world.neighbour];

/** The account beside each: apart from the worlds, which are plain data. */
const beside = new WeakMap<World, World>();

/** Lets the two accounts of a service know of each other. */
export const introduce = (first: World): void => {
  if (first.neighbour === undefined) return;
  beside.set(first, first.neighbour);
  beside.set(first.neighbour, first);
};

/** The other account of the service, for what exists once on the whole platform. */
export const accountBeside = (world: World): World | undefined => beside.get(world);

/** Whether the world speaks the dialect of the recordings. */
export const isRecorded = (world: World): boolean => world.settings.dialect === 'recorded';

/** The next id of a family, beginning after `start`; ids are never given out twice. */
export const nextId = (world: World, family: string, start: number): number => {
  const id = (world.counters[family] ?? start + (world.idOffset ?? 0)) + 1;
  world.counters[family] = id;
  return id;
};
