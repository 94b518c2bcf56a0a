import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { wordsOf } from '../../src/api/word.ts';
import { deletionVerdictOf, type Verdict, verdictOf } from '../../src/engine/pass/verdict.ts';
import type { Registered } from '../../src/kinds/rows.ts';
import type { Case } from '../../src/model/case.ts';
import type { Failure, FailureCode } from '../../src/model/failure.ts';
import type { Outcome, WaitReason } from '../../src/model/outcome.ts';
import { desiredOf, observedOf } from '../support/kinds/played.ts';
import { ROOT } from './pages.ts';

type Held = Extract<Outcome, { readonly type: 'held' }>;

/** Lists the members of a union from a table that the compiler keeps complete. */
const allOf = <Word extends string>(words: Readonly<Record<Word, true>>): readonly Word[] =>
  Object.keys(words) as Word[];

const waitReasons = allOf<WaitReason>({
  Waiting: true,
  WaitingForReference: true,
  WaitingForCredential: true,
  WaitingForDependents: true,
  WaitingForOperator: true,
  ResolvingCreate: true,
  HiddenOrGone: true,
});
const heldReasons = allOf<Held['why']>({ Preview: true, ConsentRequired: true, Brake: true });
const failureCodes = allOf<Exclude<FailureCode, 'Rejected'>>({
  Unreachable: true,
  Unreadable: true,
  Throttled: true,
  Unauthenticated: true,
  Denied: true,
  NotFound: true,
  NotYet: true,
  Busy: true,
  Guarded: true,
  Fenced: true,
  Overtaken: true,
});

const detail = 'so';
const failures: readonly Failure[] = [
  ...failureCodes.map((code) => ({ code, detail })),
  { code: 'Rejected', problems: [] },
];

/** Every outcome of a pass. */
const outcomes: Readonly<Record<Outcome['type'], readonly Outcome[]>> = {
  settled: [{ type: 'settled' }],
  acted: [{ type: 'acted', verbs: [] }],
  waiting: waitReasons.map((reason) => ({ type: 'waiting', for: 'it', recheckMs: 1, reason })),
  refused: [{ type: 'refused', field: 'spec', detail }],
  conflict: [
    { type: 'conflict', detail },
    { type: 'conflict', detail, reason: 'TakenOver' },
    { type: 'conflict', detail, reason: 'OtherCluster' },
    { type: 'conflict', detail, reason: 'OtherOperator' },
  ],
  drifted: [{ type: 'drifted', fields: [] }],
  lost: [{ type: 'lost', detail }],
  held: heldReasons.map((why) => ({ type: 'held', plan: { hash: 'h', steps: [] }, why })),
  paused: [{ type: 'paused' }],
  gone: [],
  failed: failures.map((failure) => ({ type: 'failed', failure })),
  broken: [{ type: 'broken', detail }],
};

/** Reasons of Synced, each with `Reconciling`, `Stalled`, or neither. A released object has no
 *  conditions. */
export const syncedReasons: readonly string[] = [
  ...new Set(
    [
      ...Object.values(outcomes)
        .flat()
        .filter(({ type }) => type !== 'acted')
        .map(verdictOf),
      deletionVerdictOf({ type: 'acted', verbs: [] }),
    ].map(({ reason, activity }: Verdict) => `${reason}: ${activity ?? ''}`),
  ),
];

/** The engine's own reasons of Ready, from its source. */
export const readyReasons: readonly string[] = [
  ...new Set(
    literalsIn(
      'src/engine/{report/conditions,loop/reconcile,act/*}.ts',
      /type: 'Ready',[^}]*?reason: ([^,]*)/g,
    ),
  ),
];

/** Returns the health reasons of a kind: known words of the service, and its own. */
export function healthReasons({ kind, cases }: Registered): readonly string[] {
  const field = kind.item instanceof z.ZodObject ? kind.item.shape['status'] : undefined;
  const known: readonly string[] = field === undefined ? [] : (wordsOf(field) ?? []);
  const isKnown = (row: Case): boolean => {
    const status = row.item?.['status'];
    return typeof status !== 'string' || known.includes(status);
  };
  const rows = cases.cases.filter(
    (row) => row.item !== null && row.refused === undefined && isKnown(row),
  );
  const words = known.map((status): Case => ({ name: status, item: { status } }));
  const reasons = [...rows, ...words].map((row) => {
    const recorded = kind.status.partial().parse(row.recorded ?? {});
    return kind.health(desiredOf(kind, cases, row), observedOf(kind, cases, row), recorded).reason;
  });
  return [...new Set(reasons)].toSorted();
}

/** Literal reasons in the health files of all kinds. */
export const writtenReasons: readonly string[] = literalsIn(
  'src/kinds/*/report.ts',
  /(reason: [^,\n]*|lack\('\w+')/g,
);

/** Reasons of events that are no conditions. */
export const eventReasons: readonly string[] = literalsIn(
  'src/engine/**/*.ts',
  /(tell\(\s*pass,[^)]*?'\w+',\s*`|type: '(?:Warning|Normal)',\s*reason: '\w+')/g,
);

/** Returns the capitalised words in quotes within matches of a pattern in sources. */
function literalsIn(files: string, pattern: RegExp): readonly string[] {
  const texts = globSync(files, { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'));
  const found = texts.flatMap((text) => [...text.matchAll(pattern)].map(([all]) => all));
  const words = found.flatMap((text) =>
    [...text.matchAll(/'([A-Z][A-Za-z]+)'/g)].map(([, word = '']) => word),
  );
  return [
    ...new Set(
      words.filter(
        (word) =>
          !['Ready', 'False', 'True', 'Warning', 'Normal', 'Reconciling', 'Stalled'].includes(word),
      ),
    ),
  ].toSorted();
}
