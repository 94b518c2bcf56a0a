import type { ArchitectureRule } from './rule.ts';
import { isTest, type SourceFile } from './source.ts';

/** A room, and what its files may import beside each other: files and folders of the repository, packages, `node:` for the runtime. */
interface Room {
  readonly room: RegExp;
  readonly may: readonly string[];
}

const ADAPTER = ['src/model', 'src/engine/ports', 'zod', 'node:', 'undici'] as const;

/** The first room that matches holds the file. A captured part of the path tells rooms of one row apart: kinds are strangers to each other. */
export const ROOMS: readonly Room[] = [
  { room: /^src\/api\//, may: ['zod'] },
  { room: /^src\/model\//, may: ['zod'] },
  { room: /^src\/kinds\/index\.ts$/, may: ['src/kinds', 'src/model'] },
  { room: /^src\/kinds\/[^/]+\.test\.ts$/, may: ['src/kinds', 'src/model', 'src/api'] },
  { room: /^src\/kinds\/([^/]+)\//, may: ['src/api', 'src/model', 'zod'] },
  { room: /^src\/engine\//, may: ['src/model'] },
  { room: /^src\/cloud\//, may: [...ADAPTER, 'p-retry'] },
  { room: /^src\/kube\//, may: [...ADAPTER, 'p-retry', '@kubernetes/client-node'] },
  { room: /^src\/sim\//, may: ['src/api', 'src/model/failure.ts', 'zod', 'node:'] },
  { room: /^src\/crd\//, may: ['src/model', 'src/kinds/index.ts', 'zod', 'node:', 'js-yaml'] },
  {
    room: /^(src\/[^/]+\.ts|src\/(commands|telemetry)\/|local\/|release\/|test\/)/,
    may: ['src', 'local', 'release', 'test', 'node:', '*'],
  },
];

/** What tests beside a file may import on top of what their room may. */
const FOR_TESTS = ['vitest', 'fast-check', '@fast-check/vitest', 'node:', 'js-yaml', 'undici', 'zod', 'test'] as const;

const roomOf = (path: string): { readonly name: string; readonly may: readonly string[] } | null => {
  for (const { room, may } of ROOMS) {
    const name = room.exec(path)?.[0];
    if (name !== undefined) return { name, may };
  }
  return null;
};

const covers = (allowed: string, target: string): boolean =>
  allowed === '*' || target === allowed || target.startsWith(allowed.endsWith(':') ? allowed : `${allowed}/`);

function strangersIn(file: SourceFile): readonly string[] {
  const room = roomOf(file.path);
  if (room === null) return [`${file.path}: stands in no room`];
  const may = isTest(file) ? [...room.may, ...FOR_TESTS] : room.may;
  return file.imports
    .filter(({ target }) => roomOf(target)?.name !== room.name && !may.some((allowed) => covers(allowed, target)))
    .map(({ target, line }) => `${file.path}:${line}: ${room.name} may not import ${target}`);
}

export const layers: ArchitectureRule = {
  name: 'a room imports only what its row allows',
  broken: (files) => files.flatMap(strangersIn),
};
