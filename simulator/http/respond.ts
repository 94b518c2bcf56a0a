import { type Done, isRefusal, type Refusal } from '../core/reply.ts';
import type { Plan, Turn } from '../core/turn.ts';
import type { Viewer } from '../core/users.ts';
import type { Row, World } from '../core/world.ts';
import { authorise, targetOf, viewerOf } from './auth.ts';
import type { Request } from './exchange.ts';
import { parseFile } from './files.ts';
import { callHeaders } from './headers.ts';
import { allowance, callerOf, tooMany } from './limits.ts';
import { paged } from './pages.ts';
import type { Match } from './router.ts';
import { parseBody, validate } from './validate.ts';

/** The reply of the service before serialization. */
export interface Response {
  readonly reply: Done | Refusal;
  readonly headers: Readonly<Record<string, string>>;
  readonly unknownFields: number;
}

/** The world and the time of a request. */
export interface Scene {
  readonly world: World;
  readonly now: number;
  readonly plan: Plan;
}

/** A request with a known route. */
export interface Asked {
  readonly match: Match;
  readonly request: Request;
  readonly query: URLSearchParams;
}

interface Performed {
  readonly reply: Done | Refusal;
  readonly unknownFields: number;
}

const refused = (reply: Refusal): Performed => ({ reply, unknownFields: 0 });

/** @param shown the item as clients read it */
const bodyOf = (
  { match, request }: Asked,
  shown: Shown,
): { readonly body: unknown; readonly unknownFields: number } | Refusal => {
  const { body: schema, media } = match.route.endpoint;
  if (schema === undefined) return { body: undefined, unknownFields: 0 };
  const contentType = request.headers['content-type'];
  if (media !== undefined) {
    const file = parseFile(request.body, contentType, media);
    return isRefusal(file) ? file : { ...file, unknownFields: 0 };
  }
  const parsed = parseBody(request.body, contentType);
  if (parsed.kind === 'refused') return parsed;
  const valid = validate(schema, parsed.body);
  return valid.kind === 'refused'
    ? validate(schema, withoutSentBack(parsed.body, valid, shown))
    : valid;
};

type Shown = Readonly<Record<string, unknown>>;

/** Drops read-only fields that a client sends back unchanged: they count as not sent. */
const withoutSentBack = (body: object, { problems }: Refusal, shown: Shown): object => {
  const refusedFields = new Set(problems.map(({ field }) => field?.split(/[.[]/)[0]));
  const isSentBack = (field: string, value: unknown): boolean =>
    field in shown && JSON.stringify(value) === JSON.stringify(shown[field]);
  return Object.fromEntries(
    Object.entries(body).filter(
      ([field, value]) => !(refusedFields.has(field) && isSentBack(field, value)),
    ),
  );
};

const shownOf = ({ route }: Match, turn: Turn, target: Row | undefined): Shown =>
  route.endpoint.method !== 'PUT' || route.on === undefined || target === undefined
    ? {}
    : route.on.show(turn, target);

/** Address of requests from this process. */
const LOOPBACK = '127.0.0.1';

const queryOf = ({ match, query }: Asked): { readonly body: unknown } | Refusal => {
  const schema = match.route.endpoint.query;
  return schema === undefined ? { body: undefined } : validate(schema, Object.fromEntries(query));
};

/** Executes an authorised request: looks up its item, validates its body, and decides. */
const perform = (scene: Scene, asked: Asked, viewer: Viewer | null): Performed => {
  const { route, params } = asked.match;
  const from = asked.request.from ?? LOOPBACK;
  const call = { turn: { ...scene, actor: viewer?.user.username ?? null }, viewer, params, from };
  const target = targetOf(route, call);
  if (target !== undefined && isRefusal(target)) return refused(target);
  const given = bodyOf(asked, shownOf(asked.match, call.turn, target));
  if (isRefusal(given)) return refused(given);
  const query = queryOf(asked);
  if (isRefusal(query)) return refused(query);
  const reply = route.run({
    ...call,
    target,
    body: given.body as never,
    query: query.body as never,
  });
  if (reply.kind !== 'listing') return { reply, unknownFields: given.unknownFields };
  const parameters = { query: asked.query, filter: asked.request.headers['x-filter'] };
  return { reply: paged(scene.world, reply, route.endpoint, viewer, parameters), unknownFields: 0 };
};

/** Answers a request with a known route: checks limits, then token and grants, then executes it. */
export const respond = (scene: Scene, asked: Asked): Response => {
  const { endpoint } = asked.match.route;
  const header = asked.request.headers['authorization'];
  const known = viewerOf(scene.world, header, scene.now);
  const operation = `${endpoint.method} ${endpoint.path}`;
  const allowed = allowance({ ...scene, actor: null }, callerOf(known), operation);
  const viewer = allowed.isExceeded ? tooMany : authorise(endpoint, header, known);
  const performed =
    viewer !== null && isRefusal(viewer) ? refused(viewer) : perform(scene, asked, viewer);
  return { ...performed, headers: callHeaders(endpoint, known ?? null, allowed, scene.now) };
};
