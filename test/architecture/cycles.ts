import type { ArchitectureRule } from './rule.ts';
import type { SourceFile } from './source.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

const graphOf = (files: readonly SourceFile[]): Graph =>
  new Map(files.map((file) => [file.path, file.imports.map(({ target }) => target)]));

/** Returns the shortest path from `start` back to itself, or null. */
function wayBack(graph: Graph, start: string): readonly string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    for (const next of graph.get(path) ?? []) {
      if (next === start) return traced(cameFrom, start, path);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, path);
      queue.push(next);
    }
  }
  return null;
}

function traced(
  cameFrom: ReadonlyMap<string, string>,
  start: string,
  end: string,
): readonly string[] {
  const way = [start];
  for (let at: string | undefined = end; at !== undefined && at !== start; at = cameFrom.get(at))
    way.unshift(at);
  return [start, ...way];
}

/** Returns one line per import cycle, from its first file by path. */
function cyclesIn(files: readonly SourceFile[]): readonly string[] {
  const graph = graphOf(files);
  const told = new Set<string>();
  return files.flatMap(({ path }) => {
    const way = told.has(path) ? null : wayBack(graph, path);
    if (way === null) return [];
    for (const member of way) told.add(member);
    return [`${path}: ${way.join(' -> ')}`];
  });
}

export const noCycles: ArchitectureRule = {
  name: 'imports never go round, types included',
  broken: cyclesIn,
};
