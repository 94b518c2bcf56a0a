import { ANNOTATION } from '../../model/group.ts';
import { titleOf } from '../../model/object-key.ts';
import { visible } from '../../model/visible.ts';
import type { Count } from './count.ts';
import type { Vitals } from './metrics.ts';
import type { HeldPlan, ObjectSummary } from './object-summary.ts';

/** The state of an installation. */
export interface Report {
  readonly counts: readonly Count[];
  readonly summaries: readonly ObjectSummary[];
  /** Null where the operator's metrics were not read. */
  readonly vitals: Vitals | null;
}

/** Returns the command that consents to a held plan. */
export const consentLine = ({ kind, namespace, name, held }: ObjectSummary): string | null =>
  held?.wantsConsent === true
    ? `kubectl annotate --overwrite -n ${namespace} ${kind.toLowerCase()}/${name} ${ANNOTATION.consent}=${held.hash}`
    : null;

/** Formats a report as lines. Each fact stays on its line, whatever names and messages contain. */
export const reportLines = (report: Report): readonly string[] => linesOf(report).map(visible);

/** Lists objects that are not ready, then ready objects that are not in sync, then the totals, then
 *  the operator itself. */
function linesOf({ counts, summaries, vitals }: Report): readonly string[] {
  const inState = (...states: readonly string[]) =>
    summaries.filter(({ state }) => states.includes(state));
  const outOfSync = inState('ready').filter(({ reason }) => reason !== null);
  return [
    ...section('Waiting for a person', inState('stalled')),
    ...section('Under way', inState('working')),
    ...section('Being deleted', inState('deleting')),
    ...section('Ready, but not in sync', outOfSync),
    ...countLines(counts),
    ...(vitals === null ? [] : ['', ...vitalLines(vitals)]),
  ];
}

function section(title: string, summaries: readonly ObjectSummary[]): readonly string[] {
  return summaries.length === 0
    ? []
    : [title, ...summaries.flatMap(summaryLines).map((line) => `  ${line}`), ''];
}

function summaryLines(object: ObjectSummary): readonly string[] {
  const { id, reason, message, since, held } = object;
  const item = id === null ? '' : ` (item ${id})`;
  const consent = consentLine(object);
  return [
    `${titleOf(object)}${item}: ${reason ?? ''}${since === null ? '' : ` since ${since}`}`,
    ...(message === null ? [] : [`  ${message}`]),
    ...(held === null ? [] : stepLines(held).map((line) => `  ${line}`)),
    ...(consent === null ? [] : [`  to consent: ${consent}`]),
  ];
}

/** Formats the steps of a plan with their costs, one line each. */
export const stepLines = ({ steps, more }: HeldPlan): readonly string[] => [
  ...steps.map(
    ({ summary, effect, loses }) =>
      `${effect === 'none' ? '' : `[${effect}] `}${summary}${loses === undefined ? '' : `: ${loses}`}`,
  ),
  ...(more === undefined ? [] : [`and ${more} more steps`]),
];

const HEADS = ['KIND', 'OBJECTS', 'READY', 'UNDER WAY', 'STALLED', 'DELETING'] as const;

function countLines(counts: readonly Count[]): readonly string[] {
  const rows = counts
    .filter(({ all }) => all > 0)
    .map((count) => [
      count.kind,
      count.all,
      count.ready,
      count.working,
      count.stalled,
      count.deleting,
    ]);
  if (rows.length === 0) return ['There are no objects.'];
  const table = [HEADS, ...rows].map((row) => row.map(String));
  const widths = HEADS.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  return table.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function vitalLines({
  leads,
  budgets,
  observations,
  refusedCredentials,
}: Vitals): readonly string[] {
  const [oldest] = observations;
  return [
    leads ? 'The operator leads.' : 'This replica does not lead: see the metrics of the leader.',
    ...budgets.map(
      ({ account, limit, remaining, waiting }) =>
        `Account ${account}: ${remaining} of ${limit} requests left in this minute, ${waiting} requests wait.`,
    ),
    ...(oldest === undefined
      ? []
      : [
          `Oldest observation: ${oldest.route} of account ${oldest.account}, ${Math.round(oldest.ageSeconds)} s old.`,
        ]),
    ...(refusedCredentials === 0
      ? []
      : [`The service rejects ${refusedCredentials} of the tokens in use.`]),
  ];
}
