import type { Endpoint } from '../../src/api/endpoint.ts';
import { endpoints } from '../../src/api/endpoints.ts';
import type { Registered } from '../../src/kinds/rows.ts';
import { calls } from '../../src/model/plan.ts';
import { desiredOf, observedOf, readsOf, stepsOf } from '../support/kinds/played.ts';

/** The scopes that a token needs for a kind: always, and for some of the kind's steps and reads. */
export interface Needs {
  readonly always: readonly string[];
  /** Scope and purpose: verbs of steps, names of details. */
  readonly also: readonly (readonly [scope: string, what: readonly string[]])[];
}

interface Use {
  readonly endpoint: Endpoint;
  /** The purpose in words of the kind; null for every object of the kind. */
  readonly what: string | null;
}

const template = (path: string) =>
  new RegExp(`^${path.replaceAll('{imageId}', 'private/[^/]+').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

function endpointOf(method: string, path: string): Endpoint {
  const found = [...endpoints.values()].find(
    (one) => one.method === method && template(one.path).test(path),
  );
  if (found === undefined) throw new Error(`${method} ${path} is no endpoint`);
  return found;
}

const BASIC = ['Create', 'Delete'];

/** Returns every request in the kind's table. */
function usesOf({ kind, cases }: Registered): readonly Use[] {
  return cases.cases
    .filter((row) => row.plan !== undefined)
    .flatMap((row): readonly Use[] => {
      const desired = desiredOf(kind, cases, row);
      const steps = calls(stepsOf(kind, cases, row)).map(({ verb, write }) => ({
        endpoint: endpointOf(write.method, write.path),
        what: BASIC.includes(verb) ? null : verb,
      }));
      const listed = {
        endpoint: endpointOf('GET', kind.listedAt ?? kind.collection(desired)),
        what: null,
      };
      const { item } = observedOf(kind, cases, row.item === null ? { ...row, item: {} } : row);
      const reads = Object.entries(readsOf(kind, cases, row, item)).flatMap(([name, read]) =>
        read === null ? [] : [{ endpoint: endpointOf('GET', read.path), what: `status: ${name}` }],
      );
      return [listed, ...steps, ...reads];
    });
}

const widest = (scopes: readonly string[]): readonly string[] =>
  scopes.filter(
    (scope) =>
      !scope.endsWith(':read_only') || !scopes.includes(scope.replace('read_only', 'read_write')),
  );

/** Returns the scopes that a kind needs, by the contract of each of its requests. */
export function needsOf(registered: Registered): Needs {
  const uses = usesOf(registered);
  const always = widest(
    [
      ...new Set(
        uses.filter(({ what }) => what === null).flatMap(({ endpoint }) => endpoint.scopes),
      ),
    ].toSorted(),
  );
  const covered = (scope: string): boolean =>
    always.includes(scope) || always.includes(scope.replace('read_only', 'read_write'));
  const others = uses
    .filter(({ what }) => what !== null)
    .flatMap(({ endpoint, what }) => endpoint.scopes.map((scope) => [scope, what ?? ''] as const));
  const beyond = [...new Set(others.map(([scope]) => scope))]
    .filter((scope) => !covered(scope))
    .toSorted();
  return {
    always,
    also: beyond.map((scope) => [
      scope,
      [...new Set(others.filter(([other]) => other === scope).map(([, what]) => what))].toSorted(),
    ]),
  };
}
