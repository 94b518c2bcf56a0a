import type { Row, World } from './world.ts';

/** A collection of rows inside a world, in ascending order of id. */
export interface Table<R extends Row> {
  readonly name: string;
  /** Returns all rows; not to be kept across a change. */
  all(world: World): readonly R[];
  find(world: World, id: number): R | undefined;
  insert(world: World, row: R): R;
  /** Replaces fields of a row. @returns the new row; throws when there is none, which is a bug */
  update(world: World, id: number, fields: Partial<R>): R;
  /** Removes a row, if it exists. */
  remove(world: World, id: number): void;
}

/** Returns the position of the first row whose id is not below `id`. */
const position = (rows: readonly Row[], id: number): number => {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.id ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Declares a table; the only place that restores the type of rows after a world is read from a
 *  file. */
export const table = <R extends Row>(name: string): Table<R> => {
  const rows = (world: World): R[] => (world.tables[name] ?? []) as R[];
  const at = (world: World, id: number): number => {
    const index = position(rows(world), id);
    return rows(world)[index]?.id === id ? index : -1;
  };
  return {
    name,
    all: rows,
    find: (world, id) => rows(world)[at(world, id)],
    insert: (world, row) => {
      world.revision += 1;
      const all = (world.tables[name] ??= []);
      all.splice(position(all, row.id), 0, row);
      return row;
    },
    update: (world, id, fields) => {
      const index = at(world, id);
      const before = rows(world)[index];
      if (before === undefined) throw new Error(`no row ${id} in ${name}`);
      const after = { ...before, ...fields };
      world.revision += 1;
      rows(world)[index] = after;
      return after;
    },
    remove: (world, id) => {
      const index = at(world, id);
      if (index < 0) return;
      world.revision += 1;
      rows(world).splice(index, 1);
    },
  };
};
