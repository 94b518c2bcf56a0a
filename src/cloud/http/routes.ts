/** A segment that is the same for every item: lower-case words with dashes, and the few that end in
 *  a version. */
const WORD = /^(?:[a-z]+(?:-[a-z]+)*|ipv[46]|v\d(?:beta)?)$/;
const MOST_ROUTES = 300;
const OTHER = '/{other}';

const templateOf = (path: string): string =>
  path
    .replace(/\?.*$/, '')
    .split('/')
    .map((segment) => (segment === '' || WORD.test(segment) ? segment : '{id}'))
    .join('/');

/** The route of a path: its template, with `{id}` for whatever is not a plain word. */
export type RouteOf = (path: string) => string;

/** Names routes for budgets and metrics. At most 300 different ones in a process: a path with ever
 *  new words ends as `/{other}`. */
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
