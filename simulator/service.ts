import type { Clock } from './core/clock.ts';
import { advance } from './core/pending.ts';
import { type Done, isRefusal, notFound, type Refusal } from './core/reply.ts';
import { planOf, type Resource } from './core/route.ts';
import type { Plan, Turn } from './core/turn.ts';
import { accountsOf, type World } from './core/world.ts';
import { holdsToken, viewerOf } from './http/auth.ts';
import { type CallLog, callLog } from './http/calls.ts';
import type { Answer, Request } from './http/exchange.ts';
import { type Fault, type Faults, faultsOf } from './http/faults.ts';
import { commonHeaders } from './http/headers.ts';
import { allowance, allowanceHeaders, callerOf } from './http/limits.ts';
import { observe } from './http/observers.ts';
import { respond } from './http/respond.ts';
import { type Match, type Router, routerOf } from './http/router.ts';
import { isUploadPath } from './http/upload-path.ts';
import { insteadOf, spoiled, worded } from './http/wire.ts';

/** Receives the data for an upload address. */
export type Receive = (turn: Turn, request: Request) => Done | Refusal;

/** The parts of a running service. */
export interface Service {
  readonly world: World;
  readonly clock: Clock;
  readonly plan: Plan;
  readonly router: Router;
  readonly calls: CallLog;
  readonly faults: Faults;
  readonly receive: Receive;
}

const BASE = /^\/(v4|v4beta)(\/.*)$/;

/** Builds a service from its resources and a world. */
export const serviceOf = (
  world: World,
  clock: Clock,
  resources: readonly Resource[],
  receive: Receive,
): Service => ({
  world,
  clock,
  plan: planOf(resources),
  router: routerOf(resources.flatMap((resource) => resource.routes)),
  calls: callLog(),
  faults: faultsOf(world.settings.seed),
  receive,
});

interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
}

const addressOf = (url: string): Address => {
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)) };
};

/** Returns the route of an address; beta operations only under the beta base. Source:
 *  conventions#versions; conventions#paths-and-bodies. */
const matchOf = (service: Service, method: string, path: string): Match | Refusal => {
  const [, base = '', rest = ''] = BASE.exec(path) ?? [];
  if (base === '') return notFound;
  const match = service.router.match(method, rest);
  return !isRefusal(match) && match.route.endpoint.base === 'beta' && base !== 'v4beta'
    ? notFound
    : match;
};

/** Returns the account of a request: the one that knows its token. */
const accountFor = (world: World, { headers }: Request): World =>
  accountsOf(world).find((account) => holdsToken(account, headers['authorization'])) ?? world;

const answered = (
  service: Service,
  match: Match,
  request: Request,
  query: URLSearchParams,
  fault: Fault | undefined,
): Answer => {
  const { endpoint } = match.route;
  const now = service.clock.now();
  const account = accountFor(service.world, request);
  const frozen = account === service.world ? fault?.frozen : fault?.frozen?.neighbour;
  const scene = { world: frozen ?? account, now, plan: service.plan };
  const { 'x-filter': filter, ...headers } = request.headers;
  const sent = fault?.kind === 'filterIgnored' || filter === undefined ? headers : request.headers;
  const response = respond(scene, { match, request: { ...request, headers: sent }, query });
  service.calls.unknown(`${endpoint.method} ${endpoint.path}`, response.unknownFields);
  return spoiled(
    fault,
    worded(response.reply, { ...commonHeaders(account, now), ...response.headers }),
  );
};

/** Answers OPTIONS on a known path with its methods. */
const offered = (method: string, refusal: Refusal): Done | Refusal =>
  method === 'OPTIONS' && refusal.status === 405
    ? { kind: 'done', status: 200, body: {} }
    : refusal;

/** Counts calls without a route too, and shows the remaining ones. */
const allowedUnknown = (
  { world, clock, plan }: Service,
  request: Request,
): Readonly<Record<string, string>> => {
  const now = clock.now();
  const account = accountFor(world, request);
  const known = viewerOf(account, request.headers['authorization'], now);
  return allowanceHeaders(
    allowance({ world: account, now, plan, actor: null }, callerOf(known), 'unknown'),
    now,
  );
};

const served = (service: Service, request: Request, { path, query }: Address): Answer => {
  const headers = commonHeaders(service.world, service.clock.now());
  const match = matchOf(service, request.method, path);
  if (isRefusal(match)) {
    service.calls.called(`${request.method} unknown`);
    return worded(offered(request.method, match), {
      ...headers,
      ...allowedUnknown(service, request),
    });
  }
  const { method, path: template } = match.route.endpoint;
  service.calls.called(`${method} ${template}`);
  const fault = service.faults.strike(method, template);
  return insteadOf(fault, headers) ?? answered(service, match, request, query, fault);
};

const received = ({ world, clock, plan, calls, receive }: Service, request: Request): Answer => {
  const now = clock.now();
  calls.called(`${request.method} upload`);
  const replies = accountsOf(world).map((account) =>
    receive({ world: account, now, plan, actor: null }, request),
  );
  const reply = replies.find(({ status }) => status !== notFound.status) ?? notFound;
  return worded(reply, commonHeaders(world, now));
};

/** Answers one request, after firing due alarms. Only faults change the service's behaviour. HEAD
 *  is GET without its body. */
export const handle = (service: Service, request: Request): Answer =>
  request.method === 'HEAD'
    ? { ...answerTo(service, { ...request, method: 'GET' }), body: '' }
    : answerTo(service, request);

const answerTo = (service: Service, request: Request): Answer => {
  const { world, clock, plan, calls, faults } = service;
  const catchUp = (): void => {
    for (const account of accountsOf(world)) advance(account, clock.now(), plan);
  };
  catchUp();
  const address = addressOf(request.url);
  const now = clock.now();
  if (address.path.startsWith('/__sim/')) {
    const observed = { world, now, plan, clock, calls, faults, catchUp };
    return worded(
      observe(observed, request.method, address.path, request.body),
      commonHeaders(world, now),
    );
  }
  const answer = isUploadPath(address.path)
    ? received(service, request)
    : served(service, request, address);
  calls.answered(answer.status);
  return answer;
};
