import { parameters } from '../../src/api/parameters.ts';
import { notFound, type Refusal, refuse } from '../core/reply.ts';
import type { Route } from '../core/route.ts';
import { type Issue, reasonOf } from './reasons.ts';

export type Params = Readonly<Record<string, string | number>>;

/** A route that matches a method and a path. */
export interface Match {
  readonly route: Route;
  readonly params: Params;
}

export interface Router {
  /** @param path undecoded, below the base address */
  match(method: string, path: string): Match | Refusal;
}

interface Pattern {
  readonly template: string;
  readonly segments: readonly string[];
  readonly routes: Readonly<Record<string, Route>>;
}

/** Parameters with slashes in their values; they match the rest of the path. Source:
 *  conventions#paths-and-bodies. */
const SLASHED: ReadonlySet<string> = new Set(['{kernelId}', '{imageId}', '{engineId}']);

const isParameter = (segment: string): boolean => segment.startsWith('{');

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** Returns the raw values of a pattern's parameters in a path; undefined for another shape. */
const capture = (
  pattern: Pattern,
  path: readonly string[],
): Readonly<Record<string, string>> | undefined => {
  const { segments } = pattern;
  const last = segments.at(-1) ?? '';
  const isLongEnough = SLASHED.has(last)
    ? path.length >= segments.length
    : path.length === segments.length;
  if (!isLongEnough) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const given = SLASHED.has(segment) ? path.slice(index).join('/') : path[index];
    if (!isParameter(segment)) {
      if (segment !== given) return undefined;
      continue;
    }
    const value = decoded(given ?? '');
    if (value === undefined) return undefined;
    values[segment.slice(1, -1)] = value;
  }
  return values;
};

/** Handles an invalid parameter. The id 0 is looked up like any other, as recorded. Source:
 *  conventions#errors. */
const misfit = (name: string, text: string, issue: Issue | undefined): number | Refusal => {
  if (!name.endsWith('Id'))
    return refuse(
      issue === undefined
        ? `${name} is not valid`
        : reasonOf({ ...issue, path: [name] }, { [name]: text }),
      name,
    );
  return text === '0' ? 0 : notFound;
};

/** Converts parameters: an impossible id is not found; other parameters out of range are refused by
 *  name. */
const typed = (route: Route, raw: Readonly<Record<string, string>>): Params | Refusal => {
  const params: Record<string, string | number> = {};
  const known: Readonly<Record<string, (typeof parameters)[keyof typeof parameters]>> = parameters;
  for (const [name, text] of Object.entries(raw)) {
    if (name.endsWith('Id') && /^0\d+$/.test(text)) return notFound;
    const parsed = (route.endpoint.params?.[name] ?? known[name])?.safeParse(text);
    if (parsed === undefined) throw new Error(`no schema for the path parameter ${name}`);
    const value = parsed.success
      ? (parsed.data as string | number)
      : misfit(name, text, parsed.error.issues[0]);
    if (typeof value === 'object') return value;
    params[name] = value;
  }
  return params;
};

const isRefused = (value: Params | Refusal): value is Refusal => value['kind'] === 'refused';

const methodNotAllowed = (pattern: Pattern): Refusal => ({
  ...refuse('Method Not Allowed', undefined, 405),
  headers: { Allow: Object.keys(pattern.routes).join(', ') },
});

const patternsOf = (routes: readonly Route[]): readonly Pattern[] => {
  const byTemplate = Map.groupBy(routes, (route) => route.endpoint.path);
  const patterns = [...byTemplate].map(
    ([template, group]): Pattern => ({
      template,
      segments: template.split('/').slice(1),
      routes: Object.fromEntries(group.map((route) => [route.endpoint.method, route])),
    }),
  );
  const parametersIn = (pattern: Pattern): number => pattern.segments.filter(isParameter).length;
  return patterns.toSorted((a, b) => parametersIn(a) - parametersIn(b));
};

/** Builds the router: fixed paths before those with parameters. 404 for an unknown path, 405 for a
 *  wrong method. */
export const routerOf = (routes: readonly Route[]): Router => {
  const patterns = patternsOf(routes);
  return {
    match: (method, path) => {
      const segments = path.replace(/\/$/, '').split('/').slice(1);
      for (const pattern of patterns) {
        const raw = capture(pattern, segments);
        if (raw === undefined) continue;
        const route = pattern.routes[method];
        if (route === undefined) return methodNotAllowed(pattern);
        const params = typed(route, raw);
        return isRefused(params) ? params : { route, params };
      }
      return notFound;
    },
  };
};
