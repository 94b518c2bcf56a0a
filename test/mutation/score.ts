import { type Entry, killedIn } from './journal.ts';
import type { Mutant } from './mutants.ts';

type Fate = 'killed' | 'survived' | 'at load' | 'no coverage';

/** Returns the result of each mutant, by key. */
function fates(mutants: readonly Mutant[], entries: readonly Entry[]): ReadonlyMap<string, Fate> {
  const killed = killedIn(entries);
  const reached = entries.flatMap((entry) => (entry.type === 'reached' ? [entry] : []));
  const inTests = new Set(reached.flatMap((entry) => entry.inTests));
  const atLoad = new Set(reached.flatMap((entry) => entry.atLoad));
  const fateOf = (key: string): Fate => {
    if (killed.has(key)) return 'killed';
    if (inTests.has(key)) return 'survived';
    return atLoad.has(key) ? 'at load' : 'no coverage';
  };
  return new Map(mutants.map(({ key }) => [key, fateOf(key)]));
}

/** Returns the folder of a file's score: the room's first folder, so that a kind is one line. */
const folderOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 3).join('/');

/** Builds a Markdown table, with a line per folder and a total. The score covers reachable mutants,
 *  in percent. */
export function scoreTable(mutants: readonly Mutant[], entries: readonly Entry[]): string {
  const fateOf = fates(mutants, entries);
  const line = (name: string, some: readonly Mutant[]): string => {
    const count = (fate: Fate) => some.filter(({ key }) => fateOf.get(key) === fate).length;
    const tried = some.length - count('at load');
    const score = tried === 0 ? '-' : `${((100 * count('killed')) / tried).toFixed(1)} %`;
    return `| ${name} | ${count('killed')} | ${count('survived')} | ${count('no coverage')} | ${count('at load')} | ${score} |`;
  };
  const folders = Map.groupBy(mutants, ({ path }) => folderOf(path));
  return [
    '| folder | killed | survived | no coverage | at load | score |',
    '|---|---|---|---|---|---|',
    ...[...folders]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, some]) => line(`\`${name}\``, some)),
    line('all', mutants),
  ].join('\n');
}

/** Lists the surviving mutants by file and line. */
export function survivors(mutants: readonly Mutant[], entries: readonly Entry[]): string {
  const fateOf = fates(mutants, entries);
  const shown = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 100);
  return mutants
    .filter(({ key }) => ['survived', 'no coverage'].includes(fateOf.get(key) ?? ''))
    .map(
      ({ key, path, line, mutator, was, becomes }) =>
        `${path}:${line} ${fateOf.get(key)} ${mutator}: ${shown(was)} => ${shown(becomes)}\n`,
    )
    .join('');
}
