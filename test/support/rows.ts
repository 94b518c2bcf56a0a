import type { Simulator } from '../../simulator/simulator.ts';

/** A row in a table of the simulated service, in stored form. */
export interface StoredRow {
  readonly id: number;
  readonly status?: string;
}

/** Tables of the collections; the capture of a path is the parent's id. */
const TABLES: readonly (readonly [path: RegExp, table: (parent: string) => string])[] = [
  [/^\/volumes$/, () => 'volumes'],
  [/^\/images\/private$/, () => 'images'],
  [/^\/compute\/instances$/, () => 'instances'],
  [/^\/compute\/instances\/(\d+)\/configs$/, () => 'configs'],
  [/^\/domains$/, () => 'domains'],
  [/^\/domains\/(\d+)\/records$/, (domain) => `records of ${domain}`],
  [/^\/networking\/firewalls$/, () => 'firewalls'],
  [/^\/databases\/mysql\/instances$/, () => 'databases'],
  [/^\/compute\/stackscripts$/, () => 'stackscripts'],
  [/^\/kube\/clusters$/, () => 'clusters'],
  [/^\/kube\/clusters\/(\d+)\/pools$/, () => 'pools'],
];

/** Returns the rows of a collection in both accounts, whatever the service would answer; null for
 *  any other path. Ids are unique across both. */
export function rowsAt(service: Simulator, path: string): readonly StoredRow[] | null {
  for (const [pattern, table] of TABLES) {
    const found = pattern.exec(path);
    const name = table(found?.[1] ?? '');
    const { tables, neighbour } = service.world();
    if (found === null) continue;
    return [...(tables[name] ?? []), ...(neighbour?.tables[name] ?? [])].filter(isOwn);
  }
  return null;
}

/** Reports whether a row belongs to an account: public StackScripts of other users are marked. */
const isOwn = (row: object): boolean => !('mine' in row) || row.mine !== false;

/** Reports whether a row is not being deleted. */
export const isStanding = (row: StoredRow): boolean => !(row.status ?? '').startsWith('delet');
