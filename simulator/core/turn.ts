import type { Range } from './random.ts';
import type { Table } from './table.ts';
import type { Args, Row, World } from './world.ts';

/** Who or what an event is about. Source: events#entities. */
export interface Reference {
  readonly id: number | string;
  readonly type: string;
  readonly label: string;
  readonly url: string;
}

/** Work that an event stands for. `lock`: the instance that is busy until it is done. `seconds`:
 *  how long it takes at speed 1. */
export interface Job<A extends Args = Args> extends Row {
  readonly action: string;
  readonly lock: number | null;
  readonly seconds: number;
  readonly started: boolean;
  readonly args: A;
}

/** What a kind of job does to the world; a job whose `finish` says 'failed' ends in a failed
 *  event. */
export interface Work<A extends Args = Args> {
  begin?(turn: Turn, job: Job<A>): void;
  /** What shows some seconds before the job is over. */
  readonly early?: { readonly seconds: Range; show(turn: Turn, job: Job<A>): void };
  finish(turn: Turn, job: Job<A>): 'failed' | void;
}

/** What happens when its time has come, without an event of its own. */
export interface Alarm<A extends Args = Args> {
  ring(turn: Turn, args: A): void;
}

/** How the tags of a kind of item are read and written. `key`: the name of its list of ids when a
 *  tag is created. */
export interface Tagging<R extends Row> {
  readonly key: 'computes' | 'volumes' | 'domains' | 'nodebalancers' | null;
  of(row: R): readonly string[];
  with(tags: readonly string[]): Partial<R>;
}

/** A kind of item that users hold grants on, that events point at and that tags are put on. */
export interface Entity<R extends Row = Row> {
  /** The service's word for it in events, grants and tagged objects. */
  readonly type: string;
  /** Path of its collection below the base address. */
  readonly path: string;
  readonly table: Table<R>;
  /** The row that a path parameter names. Absent: the parameter is the row's id. */
  find?(world: World, param: string | number): R | undefined;
  label(row: R): string;
  /** The record that clients see. */
  show(turn: Turn, row: R): Readonly<Record<string, unknown>>;
  readonly tags?: Tagging<R>;
}

/** All that can happen by itself, gathered from the resources. */
export interface Plan {
  readonly works: Readonly<Record<string, Work>>;
  readonly alarms: Readonly<Record<string, Alarm>>;
  readonly entities: readonly Entity[];
  /** Called after an item of another resource is gone, so that what hangs on it can follow. */
  readonly followers: readonly ((turn: Turn, type: string, id: number) => void)[];
}

/** One moment in the world: what every decision gets. `actor`: the user who asked, null when nobody
 *  did. */
export interface Turn {
  readonly world: World;
  readonly now: number;
  readonly actor: string | null;
  readonly plan: Plan;
}

/** The instant that lies `seconds` of the service's time ahead, in milliseconds since the epoch. */
export const after = (turn: Turn, seconds: number): number =>
  turn.now + (seconds * 1000) / turn.world.settings.speed;

/** Tells the other resources that an item is gone. */
export const gone = (turn: Turn, type: string, id: number): void => {
  for (const follow of turn.plan.followers) follow(turn, type, id);
};
