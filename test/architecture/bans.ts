import type { ArchitectureRule } from './rule.ts';
import type { FactType } from './sightings.ts';
import { isTest, isUnder, type SourceFile } from './source.ts';

/** A banned fact in the sources of these folders, except in these files. */
interface Ban {
  readonly name: string;
  readonly under: readonly string[];
  readonly but?: readonly string[];
  readonly says: Partial<Record<FactType, readonly string[] | 'anything'>>;
  /** True to check tests beside the files too. */
  readonly tests: boolean;
}

const OUTSIDE_WORLD = [
  'Date',
  'performance',
  'crypto',
  'process',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
] as const;

/** The bans, one per row. */
export const BANS: readonly Ban[] = [
  {
    name: 'kinds and the model are pure: no waiting, throwing, clock, chance or runtime',
    under: ['src/kinds', 'src/model'],
    says: {
      async: 'anything',
      await: 'anything',
      throw: 'anything',
      name: OUTSIDE_WORLD,
      member: ['Math.random'],
    },
    tests: false,
  },
  {
    name: 'the environment and the arguments are read in one place of each program',
    under: ['src', 'simulator', 'local'],
    but: [
      'src/config/config.ts',
      'src/config/flags.ts',
      'simulator/shell/arguments.ts',
      'src/crd/generate.ts',
      'local/process/environment.ts',
    ],
    says: { member: ['process.env', 'process.argv'], name: ['parseArgs'] },
    tests: true,
  },
  {
    name: 'only the composition root and the local tools write to the console',
    under: ['src', 'simulator', 'test'],
    but: ['src/main.ts'],
    says: { name: ['console'] },
    tests: true,
  },
  {
    name: 'there are no default exports',
    under: ['src', 'simulator', 'local', 'release', 'test'],
    but: ['test/mutation/runner.ts'],
    says: { 'default export': 'anything' },
    tests: true,
  },
  {
    name: 'there are no barrels',
    under: ['src', 'simulator', 'local', 'release', 'test'],
    but: ['src/kinds/index.ts'],
    says: { reexport: 'anything' },
    tests: true,
  },
];

function found(ban: Ban, file: SourceFile): readonly string[] {
  if (
    !isUnder(file.path, ban.under) ||
    isUnder(file.path, ban.but ?? []) ||
    (isTest(file) && !ban.tests)
  )
    return [];
  return file.facts
    .filter(({ type, text }) => ban.says[type] === 'anything' || ban.says[type]?.includes(text))
    .map(({ type, text, line }) => `${file.path}:${line}: ${type} ${text}`);
}

export const bans: readonly ArchitectureRule[] = BANS.map((ban) => ({
  name: ban.name,
  broken: (files) => files.flatMap((file) => found(ban, file)),
}));

/** Returns the words of a text: `listDnsRecords` and `/dns-records` give dns, records. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/([a-z0-9])([A-Z])|([A-Z]+)([A-Z][a-z])/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

const spoken = (text: string): string => ` ${wordsOf(text).join(' ')} `;

/** Forbids these rooms to name a kind, in one word or several, in the singular or in the plural:
 *  everything specific to a kind is in its folder. */
export const noKindNamed = (
  kinds: readonly { readonly kind: string; readonly plural: string }[],
  rooms: readonly string[],
): ArchitectureRule => {
  const names = kinds.flatMap(({ kind, plural }) => [
    spoken(kind),
    spoken(`${kind}s`),
    spoken(plural),
  ]);
  return {
    name: `no kind is named under ${rooms.join(', ')}`,
    broken: (files) =>
      files
        .filter((file) => isUnder(file.path, rooms) && !isTest(file))
        .flatMap((file) =>
          file.facts
            .filter(
              ({ type, text }) =>
                (type === 'name' || type === 'text') &&
                names.some((name) => spoken(text).includes(name)),
            )
            .map(({ text, line }) => `${file.path}:${line}: names a kind: ${text}`),
        ),
  };
};
