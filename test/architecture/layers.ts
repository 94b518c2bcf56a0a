import type { ArchitectureRule } from './rule.ts';
import { isTest, isUnder, type SourceFile } from './source.ts';

/** A room, and the imports that its files may use: files and folders of the repository, packages,
 *  `node:` for the runtime. */
interface Room {
  readonly room: RegExp;
  readonly may: readonly string[];
}

/** Returns the rooms of the engine that a room may import: only earlier ones. */
const engine = (...rooms: readonly string[]): readonly string[] =>
  rooms.map((room) => `src/engine/${room}`);

const ADAPTER = ['src/model', 'src/engine/ports', 'src/json', 'zod', 'node:', 'undici'] as const;

/** The first matching room contains the file. A captured part of the path separates rooms of one
 *  row: kinds may not import each other. */
export const ROOMS: readonly Room[] = [
  { room: /^src\/api\//, may: ['zod'] },
  { room: /^src\/model\//, may: ['zod'] },
  { room: /^src\/kinds\/(index|rows)\.ts$/, may: ['src/kinds', 'src/model'] },
  { room: /^src\/kinds\/[^/]+\.test\.ts$/, may: ['src/kinds', 'src/model', 'src/api'] },
  { room: /^src\/kinds\/([^/]+)\//, may: ['src/api', 'src/model', 'zod'] },
  { room: /^src\/engine\/ports\//, may: ['src/model'] },
  { room: /^src\/engine\/term\//, may: ['src/model', ...engine('ports')] },
  { room: /^src\/engine\/pass\//, may: ['src/model', ...engine('ports', 'term')] },
  { room: /^src\/engine\/desire\//, may: ['src/model', ...engine('ports', 'term', 'pass')] },
  {
    room: /^src\/engine\/observe\//,
    may: ['src/model', ...engine('ports', 'term', 'pass', 'desire')],
  },
  {
    room: /^src\/engine\/act\//,
    may: ['src/model', ...engine('ports', 'term', 'pass', 'desire', 'observe')],
  },
  { room: /^src\/engine\/report\//, may: ['src/model', ...engine('ports', 'term', 'pass')] },
  {
    room: /^src\/engine\/loop\//,
    may: ['src/model', ...engine('ports', 'term', 'pass', 'desire', 'observe', 'act', 'report')],
  },
  {
    room: /^src\/engine\/operations\//,
    may: ['src/model', ...engine('ports', 'term', 'pass', 'loop')],
  },
  { room: /^src\/engine\/[^/]+\.ts$/, may: ['src/model', 'src/engine'] },
  { room: /^src\/json\//, may: ['src/model', 'node:'] },
  { room: /^src\/cloud\//, may: [...ADAPTER, 'p-retry'] },
  { room: /^src\/kube\//, may: [...ADAPTER, 'p-retry', '@kubernetes/client-node'] },
  { room: /^simulator\//, may: ['src/api', 'src/model/failure.ts', 'zod', 'node:'] },
  {
    room: /^src\/crd\//,
    may: ['src/model', 'src/kinds/index.ts', 'src/kinds/rows.ts', 'zod', 'node:', 'js-yaml'],
  },
  {
    room: /^(src\/main\.ts|src\/(cli|config|operator|telemetry)\/|local\/generate\.ts|(local|test)\/[^/]+\/|release\/)/,
    may: ['src', 'simulator', 'local', 'release', 'test', 'node:', '*'],
  },
];

/** Additional imports of tests beside a file. */
const FOR_TESTS = [
  'vitest',
  'fast-check',
  '@fast-check/vitest',
  'node:',
  'js-yaml',
  'undici',
  'zod',
  'test',
] as const;

const roomOf = (
  path: string,
): { readonly name: string; readonly may: readonly string[] } | null => {
  for (const { room, may } of ROOMS) {
    const name = room.exec(path)?.[0];
    if (name !== undefined) return { name, may };
  }
  return null;
};

const covers = (allowed: string, target: string): boolean =>
  allowed === '*' ||
  target === allowed ||
  target.startsWith(allowed.endsWith(':') ? allowed : `${allowed}/`);

function strangersIn(file: SourceFile): readonly string[] {
  const room = roomOf(file.path);
  if (room === null) return [`${file.path}: stands in no room`];
  const may = isTest(file)
    ? [...room.may, ...FOR_TESTS, ...(isUnder(file.path, ['src/engine']) ? ['src/engine'] : [])]
    : room.may;
  return file.imports
    .filter(
      ({ target }) =>
        roomOf(target)?.name !== room.name && !may.some((allowed) => covers(allowed, target)),
    )
    .map(({ target, line }) => `${file.path}:${line}: ${room.name} may not import ${target}`);
}

export const layers: ArchitectureRule = {
  name: 'a room imports only what its row allows',
  broken: (files) => files.flatMap(strangersIn),
};
