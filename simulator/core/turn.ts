import type { Range } from './random.ts';
import type { Table } from './table.ts';
import type { Args, Row, World } from './world.ts';

/** The entity or user of an event. Source: events#entities. */
export interface Reference {
  readonly id: number | string;
  readonly type: string;
  readonly label: string;
  readonly url: string;
}

/** The work of an event. `lock`: the instance that is busy until it ends. `seconds`: duration at
 *  speed 1. */
export interface Job<A extends Args = Args> extends Row {
  readonly action: string;
  readonly lock: number | null;
  readonly seconds: number;
  readonly started: boolean;
  readonly args: A;
}

/** The effect of a kind of job on the world; a `finish` that returns 'failed' fails the event. */
export interface Work<A extends Args = Args> {
  begin?(turn: Turn, job: Job<A>): void;
  /** An effect some seconds before the end of the job. */
  readonly early?: { readonly seconds: Range; show(turn: Turn, job: Job<A>): void };
  finish(turn: Turn, job: Job<A>): 'failed' | void;
}

/** A scheduled effect without an event of its own. */
export interface Alarm<A extends Args = Args> {
  ring(turn: Turn, args: A): void;
}

/** Access to the tags of a kind of item. `key`: the name of its list of ids in the create of a
 *  tag. */
export interface Tagging<R extends Row> {
  readonly key: 'computes' | 'volumes' | 'domains' | 'nodebalancers' | null;
  of(row: R): readonly string[];
  with(tags: readonly string[]): Partial<R>;
}

/** A kind of item with grants, events and tags. */
export interface Entity<R extends Row = Row> {
  /** The service's name for it in events, grants and tagged objects. */
  readonly type: string;
  /** Path of its collection below the base address. */
  readonly path: string;
  readonly table: Table<R>;
  /** Returns the row for a path parameter. Absent: the parameter is the row's id. */
  find?(world: World, param: string | number): R | undefined;
  label(row: R): string;
  /** Builds the record for clients. */
  show(turn: Turn, row: R): Readonly<Record<string, unknown>>;
  readonly tags?: Tagging<R>;
}

/** All background work of the resources. */
export interface Plan {
  readonly works: Readonly<Record<string, Work>>;
  readonly alarms: Readonly<Record<string, Alarm>>;
  readonly entities: readonly Entity[];
  /** Called after an item of another resource is deleted, for dependent items. */
  readonly followers: readonly ((turn: Turn, type: string, id: number) => void)[];
}

/** The context of every decision at one time. `actor`: the requesting user, null for background
 *  work. */
export interface Turn {
  readonly world: World;
  readonly now: number;
  readonly actor: string | null;
  readonly plan: Plan;
}

/** Returns the instant `seconds` of the service's time ahead, in milliseconds since the epoch. */
export const after = (turn: Turn, seconds: number): number =>
  turn.now + (seconds * 1000) / turn.world.settings.speed;

/** Notifies the other resources of a deleted item. */
export const gone = (turn: Turn, type: string, id: number): void => {
  for (const follow of turn.plan.followers) follow(turn, type, id);
};
