import type { Simulator } from '../../simulator/simulator.ts';

/** A row of the simulated service as it stands in its tables: its own form, not that of an
 *  answer. */
export interface StoredRow {
  readonly id: number;
  readonly status?: string;
}

/** In which table the rows of a collection stand; what stands here for one row (`{}`) is a part of
 *  the path. */
const TABLES: readonly (readonly [path: RegExp, table: (parent: string) => string])[] = [
  [/^\/volumes$/, () => 'volumes'],
  [/^\/compute\/instances$/, () => 'instances'],
  [/^\/compute\/instances\/(\d+)\/configs$/, () => 'configs'],
  [/^\/domains$/, () => 'domains'],
  [/^\/domains\/(\d+)\/records$/, (domain) => `records of ${domain}`],
  [/^\/networking\/firewalls$/, () => 'firewalls'],
  [/^\/databases\/mysql\/instances$/, () => 'databases'],
  [/^\/kube\/clusters$/, () => 'clusters'],
  [/^\/kube\/clusters\/(\d+)\/pools$/, () => 'pools'],
];

/** The rows of a collection in both accounts, whatever the service would answer now; null for a
 *  path that is none. No id is in both. */
export function rowsAt(service: Simulator, path: string): readonly StoredRow[] | null {
  for (const [pattern, table] of TABLES) {
    const found = pattern.exec(path);
    const name = table(found?.[1] ?? '');
    const { tables, neighbour } = service.world();
    if (found !== null) return [...(tables[name] ?? []), ...(neighbour?.tables[name] ?? [])];
  }
  return null;
}

/** A row that is not on its way out. */
export const isStanding = (row: StoredRow): boolean => !(row.status ?? '').startsWith('delet');
