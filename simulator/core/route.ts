import type * as z from 'zod';
import type { Endpoint, ParameterOf } from '../../src/api/endpoint.ts';
import { jobAlarms } from './jobs.ts';
import { ok, type Reply } from './reply.ts';
import type { Alarm, Entity, Plan, Turn, Work } from './turn.ts';
import { grant, type Viewer } from './users.ts';
import type { Row } from './world.ts';

type BodyOf<E extends Endpoint> = E extends { readonly body: z.ZodType<infer Out> }
  ? Out
  : undefined;
type QueryOf<E extends Endpoint> = E extends { readonly query: z.ZodType<infer Out> }
  ? Out
  : undefined;
type ParamsOf<E extends Endpoint> = Readonly<Record<ParameterOf<E['path']>, string | number>>;

/** A request that was understood, authorised and found valid. */
export interface Call<E extends Endpoint = Endpoint, Target = unknown> {
  readonly turn: Turn;
  /** Null where no token is needed and none was sent. */
  readonly viewer: Viewer | null;
  readonly params: ParamsOf<E>;
  readonly body: BodyOf<E>;
  /** What stands behind the address, where the endpoint says what may. */
  readonly query: QueryOf<E>;
  /** The IP address that the request came from. */
  readonly from: string;
  /** The row that the path's first parameter names. */
  readonly target: Target;
}

/** An endpoint and what it does. */
export interface Route {
  readonly endpoint: Endpoint;
  /** What the path's first parameter names: looked up, and checked against the user's grants,
   *  before `run`. */
  readonly on?: Entity;
  /** What a user must be permitted on it. Absent: to read it for GET, to write it for all else. */
  readonly needs?: 'read_only';
  run(call: Call): Reply;
}

/** One area of the service: its routes, and what of it happens by itself. */
export interface Resource {
  readonly routes: readonly Route[];
  readonly works?: Readonly<Record<string, Work>>;
  readonly alarms?: Readonly<Record<string, Alarm>>;
  readonly entity?: Entity;
  /** Called after an item of another resource is gone. */
  follow?(turn: Turn, type: string, id: number): void;
}

/** An endpoint whose path names no item of its own. */
export const route = <const E extends Endpoint>(
  endpoint: E,
  run: (call: Call<E>) => Reply,
): Route => ({
  endpoint,
  run,
});

/** An endpoint on one item: `call.target` is its row. */
export const routeOn = <R extends Row, const E extends Endpoint>(
  entity: Entity<R>,
  endpoint: E,
  run: (call: Call<E, R>) => Reply,
): Route => ({ endpoint, on: entity, run });

/** Answers with a new item; a restricted user who made it may do everything with it. */
export const created = <R extends Row>(call: Call, entity: Entity<R>, row: R): Reply => {
  if (call.viewer?.user.restricted === true)
    grant(call.turn.world, call.viewer.user, entity.type, row.id, 'read_write');
  return ok(entity.show(call.turn, row));
};

/** Gathers what can happen by itself from the resources. */
export const planOf = (resources: readonly Resource[]): Plan => ({
  works: Object.assign({}, ...resources.map((resource) => resource.works ?? {})),
  alarms: Object.assign({}, jobAlarms, ...resources.map((resource) => resource.alarms ?? {})),
  entities: resources.flatMap((resource) => resource.entity ?? []),
  followers: resources.map((resource) => (turn: Turn, type: string, id: number) => {
    resource.follow?.(turn, type, id);
  }),
});
