import { bans, noKindNamed } from './bans.ts';
import { commentWidth, fileBudget, functionBudget } from './budgets.ts';
import { citations, type Headings } from './citations.ts';
import { noCycles } from './cycles.ts';
import { oneObjectKey, spelledOnce } from './keys.ts';
import { kindFolders, rowsStayOut } from './kind-folders.ts';
import { layers } from './layers.ts';
import {
  everyFileParses,
  fewOutcomeReaders,
  oneStatusWrite,
  onlyImporter,
  sawFiles,
} from './places.ts';
import type { ArchitectureRule } from './rule.ts';

const FOLDERS = [
  'src/api',
  'src/model',
  'src/kinds',
  'src/engine',
  'src/json',
  'src/cloud',
  'src/kube',
  'simulator',
  'src/crd',
  'src/cli',
  'local',
  'release',
  'test',
] as const;
const LEAST_FILES = 300;

/** All architecture rules. `kinds`: names reserved for src/kinds; `headings`: valid sources. */
export const law = (
  kinds: readonly { readonly kind: string; readonly plural: string }[],
  headings: Headings,
): readonly ArchitectureRule[] => [
  sawFiles(LEAST_FILES, FOLDERS),
  everyFileParses,
  layers,
  kindFolders,
  rowsStayOut,
  noCycles,
  fileBudget,
  functionBudget,
  commentWidth,
  ...bans,
  noKindNamed(kinds, ['src/engine', 'src/cloud', 'src/kube', 'src/crd']),
  oneStatusWrite,
  fewOutcomeReaders,
  oneObjectKey,
  spelledOnce,
  onlyImporter('prom-client'),
  onlyImporter('pino'),
  citations(headings),
];
