import { REGISTRY } from '../../../src/kinds/rows.ts';
import type { Case } from '../../../src/model/case.ts';
import type { AnyKind } from '../../../src/model/kind.ts';
import { obstacles } from '../../conformance/staging.ts';
import { type Dialect, type Tried, verbOf } from '../../conformance/stand.ts';
import { seededRandom } from '../../support/seeded-random.ts';

/** A row of a kind's table that is played in a dialect. */
export interface Play {
  readonly tried: Tried;
  readonly row: Case;
  readonly dialect: Dialect;
}

export const titleOf = ({ tried, row, dialect }: Play): string =>
  `${tried.kind.kind}: ${row.name} (${dialect})`;

const isPlayed = ({ cases }: Tried, row: Case): boolean =>
  row.refused === undefined && obstacles(cases, row).length === 0;

const DIALECTS = ['recorded', 'documents'] as const;

/** Every row of every kind that can be staged, in both dialects of the service, and rows for what
 *  no table speaks of: all that can be asked of a kind, and an item that vanished. */
export const everyPlay = (): readonly Play[] =>
  DIALECTS.flatMap((dialect) => [
    ...REGISTRY.flatMap((tried) =>
      tried.cases.cases
        .filter((row) => isPlayed(tried, row))
        .map((row) => ({ tried, row, dialect })),
    ),
    ...REGISTRY.flatMap(questionsTo).map((question) => ({ ...question, dialect })),
    ...REGISTRY.flatMap((tried) => LOSSES.map((row) => ({ tried, row, dialect }))),
  ]);

/** Somebody else deletes the item, and it is made anew. */
const VANISHED: Case = { name: 'is made anew after it vanished' };
/** The same, and the events of the account do not tell of it. */
export const VANISHED_UNTOLD: Case = { name: 'is made anew after it vanished without an event' };
const LOSSES = [VANISHED, VANISHED_UNTOLD];

export const isLoss = (row: Case): boolean => LOSSES.includes(row);

/** What can be asked of a kind: once with the service's own answer, once with one that is too long
 *  for a status. */
function questionsTo({ kind, cases }: Tried): readonly Pick<Play, 'tried' | 'row'>[] {
  return Object.keys(kind.answers ?? {}).flatMap((verb) => [
    { tried: { kind, cases }, row: { name: `answers ${verb}`, request: { verb, token: 'now' } } },
    {
      tried: { kind: { ...kind, answers: longAnswers(kind) }, cases },
      row: { name: `answers ${verb} at length`, request: { verb, token: 'long' } },
    },
  ]);
}

const LONG = 10_000;

const longAnswers = (kind: AnyKind): NonNullable<AnyKind['answers']> =>
  Object.fromEntries(
    Object.entries(kind.answers ?? {}).map(([verb, readOf]) => [
      verb,
      (...wish: Parameters<typeof readOf>) => {
        const read = readOf(...wish);
        return {
          ...read,
          schema: read.schema.transform((text) => text?.padEnd(LONG, ';') ?? null),
        };
      },
    ]),
  );

/**
 * Rows of each kind that together pass every place where the engine waits for a port: they make,
 * mark, change, refuse, delete, keep and lose an item, take and make Secrets, and answer questions.
 */
const EXEMPLARS: ReadonlySet<string> = new Set([
  'Instance: is made with all that the body can carry',
  'Instance: is made anew after it vanished without an event',
  'Volume: is attached to the instance',
  'Volume: what stays loses its mark and keeps its tags',
  'Firewall: is made with both sides and both policies',
  'DnsRecord: what changes is one request',
  'DnsRecord: is deleted',
  'Domain: answers zone-file',
  'Domain: answers zone-file at length',
  'MySQLDatabase: is deleted when it is active',
  'KubeCluster: label and tags go in one request',
  'MySQLDatabase: what stays carries no mark to take off',
  'KubeCluster: the kubeconfig is made anew by request',
  'KubeCluster: another region is refused',
]);

/**
 * The rows that every run of the tests plays, the first half of them in one dialect and the others
 * in the other one. Throws where one has another name by now.
 */
export function exemplars(): readonly Play[] {
  const plays = new Map(everyPlay().map((play) => [titleOf(play), play]));
  return [...EXEMPLARS].map((name, at) => {
    const title = `${name} (${DIALECTS[at % DIALECTS.length]})`;
    const play = plays.get(title);
    if (play === undefined) throw new Error(`no row has the title «${title}»`);
    return play;
  });
}

/** What a row does, a word each: its verbs, and how it comes to them. */
function deedsOf({ tried, row }: Play): readonly string[] {
  const verbs = (row.plan ?? []).flatMap((line) => (line.includes(' (') ? [verbOf(line)] : []));
  const ways = {
    [`${row.request?.verb ?? ''} ${row.request?.token ?? ''}`]: row.request !== undefined,
    Retain: row.retaining === true,
    MayNotTag: row.mayTag === false,
    ReadSecret: tried.kind.secretRefs.some(({ path }) => row.spec?.[path] !== undefined),
    Generate:
      row.item === null &&
      tried.kind.generates?.when({ ...tried.cases.spec, ...row.spec }) === true,
  };
  const own = [...verbs, ...Object.keys(ways).filter((way) => ways[way] === true)].map(
    (deed) => `${tried.kind.kind} ${deed}`,
  );
  // No kind has steps of its own for a loss.
  return isLoss(row) ? [...own, row.name] : own;
}

/** Rows in which every verb of every kind is done at least once, and some of the others; the same
 *  in every run.
 *  @param share of the others, in [0, 1] */
export function someOf(plays: readonly Play[], share: number, seed = 5): readonly Play[] {
  const seen = new Set<string>();
  const random = seededRandom(seed);
  return plays.filter((play) => {
    const fresh = deedsOf(play).filter((deed) => !seen.has(deed));
    for (const deed of fresh) seen.add(deed);
    return fresh.length > 0 || random() < share;
  });
}
