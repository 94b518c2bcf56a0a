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

/** A request that was parsed, authorised and validated. */
export interface Call<E extends Endpoint = Endpoint, Target = unknown> {
  readonly turn: Turn;
  /** Null where no token is needed and none was sent. */
  readonly viewer: Viewer | null;
  readonly params: ParamsOf<E>;
  readonly body: BodyOf<E>;
  /** Query parameters, where the endpoint declares them. */
  readonly query: QueryOf<E>;
  /** The IP address of the client. */
  readonly from: string;
  /** The row that the path's first parameter names. */
  readonly target: Target;
}

/** An endpoint and its implementation. */
export interface Route {
  readonly endpoint: Endpoint;
  /** Entity of the path's first parameter: looked up, and checked against the user's grants, before
   *  `run`. */
  readonly on?: Entity;
  /** Required permission on it. Absent: read for GET, write otherwise. */
  readonly needs?: 'read_only';
  run(call: Call): Reply;
}

/** One area of the service: its routes, and its background work. */
export interface Resource {
  readonly routes: readonly Route[];
  readonly works?: Readonly<Record<string, Work>>;
  readonly alarms?: Readonly<Record<string, Alarm>>;
  readonly entity?: Entity;
  /** Called after an item of another resource is deleted. */
  follow?(turn: Turn, type: string, id: number): void;
}

/** Declares an endpoint without an item in its path. */
export const route = <const E extends Endpoint>(
  endpoint: E,
  run: (call: Call<E>) => Reply,
): Route => ({
  endpoint,
  run,
});

/** Declares an endpoint on one item: `call.target` is its row. */
export const routeOn = <R extends Row, const E extends Endpoint>(
  entity: Entity<R>,
  endpoint: E,
  run: (call: Call<E, R>) => Reply,
): Route => ({ endpoint, on: entity, run });

/** Answers with a new item; a restricted user who created it gets full permission. */
export const created = <R extends Row>(call: Call, entity: Entity<R>, row: R): Reply => {
  if (call.viewer?.user.restricted === true)
    grant(call.turn.world, call.viewer.user, entity.type, row.id, 'read_write');
  return ok(entity.show(call.turn, row));
};

/** Collects the background work of the resources. */
export const planOf = (resources: readonly Resource[]): Plan => ({
  works: Object.assign({}, ...resources.map((resource) => resource.works ?? {})),
  alarms: Object.assign({}, jobAlarms, ...resources.map((resource) => resource.alarms ?? {})),
  entities: resources.flatMap((resource) => resource.entity ?? []),
  followers: resources.map((resource) => (turn: Turn, type: string, id: number) => {
    resource.follow?.(turn, type, id);
  }),
});
