/** Matches a segment that is the same for every item: lower-case words with dashes, and the few
 *  with a version. */
const WORD = /^(?:[a-z]+(?:-[a-z]+)*|ipv[46]|v\d(?:beta)?)$/;
const MOST_ROUTES = 300;
const OTHER = '/{other}';

const templateOf = (path: string): string =>
  path
    .replace(/\?.*$/, '')
    .split('/')
    .map((segment) => (segment === '' || WORD.test(segment) ? segment : '{id}'))
    .join('/');

/** Returns the route of a path: its template, with `{id}` for every segment that is no plain
 *  word. */
export type RouteOf = (path: string) => string;

/** Names routes for budgets and metrics. Bounds them to 300 per process: further templates become
 *  `/{other}`. */
export function createRoutes(): RouteOf {
  const known = new Set<string>();
  return (path) => {
    const template = templateOf(path);
    if (known.has(template)) return template;
    if (known.size >= MOST_ROUTES) return OTHER;
    known.add(template);
    return template;
  };
}
