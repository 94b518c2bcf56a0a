import type { ObjectName } from '../../engine/ports/cluster.ts';
import { ANNOTATION, API_VERSION } from '../../model/group.ts';
import { titleOf } from '../../model/object-key.ts';
import { calls } from '../../model/plan.ts';
import type { Call, Step } from '../../model/step.ts';
import { visible } from '../../model/visible.ts';
import { adviceFor } from '../advice.ts';
import { type Action, actionOf, type Summary, summaryOf } from './action.ts';
import { changeLines } from './change-lines.ts';
import type { Forecast } from './forecast.ts';
import { type OperationManifest, operationLines } from './operations.ts';
import type { Paint } from './paint.ts';
import type { Planned } from './plan-all.ts';

const SIGN: Readonly<Record<Action, { readonly sign: string; readonly paint: keyof Paint }>> = {
  none: { sign: '=', paint: 'dim' },
  create: { sign: '+', paint: 'added' },
  change: { sign: '~', paint: 'changed' },
  wait: { sign: '…', paint: 'changed' },
  refuse: { sign: 'x', paint: 'lost' },
  fail: { sign: '!', paint: 'lost' },
};

const FENCE_UNKNOWN =
  'This command has no permission to read the namespaces that identify a cluster: it does not detect a status of another cluster (OtherCluster), for which the operator writes nothing.';

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

/** Formats a plan: each object with its steps; objects without steps or messages are only counted.
 *  Escapes foreign texts: only the operator's own colours control the terminal. */
export function planLines(
  planned: readonly Planned[],
  paint: Paint,
  operations: readonly OperationManifest[] = [],
): readonly string[] {
  const guessed = planned.some(({ forecast }) => forecast.recognised);
  const unfenced = planned.some(({ forecast }) => forecast.fenceUnknown);
  return [
    ...planned.flatMap((one) => objectLines(one, paint)),
    ...operations.flatMap((one) => operationLines(one, paint)),
    summaryLine(summaryOf(planned), operations),
    ...adviceLines(planned),
    ...(guessed
      ? [
          paint.dim(
            'The plan identifies items by their names in the account; use --cluster for certainty.',
          ),
        ]
      : []),
    ...(unfenced ? [paint.dim(FENCE_UNKNOWN)] : []),
  ];
}

/** Returns advice for failures, each once. */
const adviceLines = (planned: readonly Planned[]): readonly string[] => {
  const failed = planned.filter(({ forecast }) => actionOf(forecast) === 'fail');
  return [
    ...new Set(failed.flatMap(({ forecast: { verdict } }) => adviceFor(verdict.reason) ?? [])),
  ];
};

function objectLines({ manifest, forecast }: Planned, paint: Paint): readonly string[] {
  const action = actionOf(forecast);
  const lines = bodyLines(forecast, action, manifest.name, paint);
  if (lines.length === 0) return [];
  const { sign, paint: colour } = SIGN[action];
  const item = forecast.id === null ? '' : `, item ${forecast.id}`;
  return [
    `${paint[colour](sign)} ${paint.strong(visible(titleOf(manifest.name)))}${paint.dim(`${item}  (${visible(manifest.file)})`)}`,
    ...indented(indented(lines)),
    '',
  ];
}

function bodyLines(
  forecast: Forecast,
  action: Action,
  name: ObjectName,
  paint: Paint,
): readonly string[] {
  const { steps, later, reported, missing, verdict, lost } = forecast;
  const laterLines = Object.entries(later).flatMap(([field, to]) =>
    changeLines({ field, from: null, to }, paint),
  );
  const isToCome = laterLines.length > 0 && (action === 'create' || action === 'wait');
  return [
    ...(lost === null ? [] : [`item ${lost} vanished from the account`]),
    ...steps.flatMap((step) => stepLines(step, forecast, paint)),
    ...consentLines(forecast, name),
    ...missing.map((what) => `waits for ${visible(what)}`),
    ...(isSaid(forecast) ? [] : [visible(verdict.message)]),
    ...(isToCome
      ? [
          action === 'create' ? 'then, when it exists' : 'then it is created',
          ...indented(laterLines),
        ]
      : []),
    ...(reported.length > 0
      ? ['differs, only reported', ...indented(reported.flatMap((one) => changeLines(one, paint)))]
      : []),
  ];
}

/** Reports whether steps, references and differences cover everything. */
const isSaid = ({ steps, missing, reported, verdict }: Forecast): boolean =>
  verdict.synced ||
  calls(steps).length > 0 ||
  reported.length > 0 ||
  (missing.length > 0 && verdict.reason === 'WaitingForReference');

function stepLines(step: Step, forecast: Forecast, paint: Paint): readonly string[] {
  if (step.type === 'wait') return [`waits for ${visible(step.for)}`];
  if (step.type === 'refuse')
    return [paint.lost(`refused: ${visible(step.field)}: ${visible(step.reason)}`)];
  const changed = step.changes
    .filter(({ field }) => forecast.id !== null || field !== 'mark')
    .flatMap((one) => changeLines(one, paint));
  return [`${step.verb}${costOf(step, paint)}`, ...indented(changed)];
}

const costOf = ({ effect, loses }: Call, paint: Paint): string =>
  effect === 'none'
    ? ''
    : paint[effect === 'disrupts' ? 'changed' : 'lost'](
        `  ${effect}${loses === undefined ? '' : `: ${visible(loses)}`}`,
      );

/** Shows the hash only where the uid is the cluster's: otherwise it differs from the operator's. */
function consentLines(
  { asking, adopting, hash, approval }: Forecast,
  { kind, namespace, name }: ObjectName,
): readonly string[] {
  if (asking.length === 0) return [];
  const adopted = adopting
    ? [
        'the item is adopted in its current state: steps that disrupt or destroy wait for consent until the object is in sync',
      ]
    : [];
  if (hash === null)
    return [
      ...adopted,
      `waits for consent: the annotation ${ANNOTATION.consent} with the hash of the plan in its status`,
    ];
  if (approval === 'Approved') return [...adopted, `approved: ${hash}`];
  return [
    ...adopted,
    ...(approval === null ? [] : ['spec.policy.approvedPlan has no effect: it names another plan']),
    `waits for consent: spec.policy.approvedPlan: ${hash}`,
    `or: kubectl annotate --overwrite -n ${visible(`${namespace} ${kind.toLowerCase()}/${name}`)} ${ANNOTATION.consent}=${hash}`,
  ];
}

function summaryLine(
  { create, change, wait, refuse, fail, none, destroys }: Summary,
  operations: readonly OperationManifest[],
): string {
  const perform = operations.filter(({ isThere }) => !isThere).length;
  if (create + change + wait + refuse + fail + none + operations.length === 0)
    return `No object of ${API_VERSION} is among the manifests.`;
  if (create + change + wait + refuse + fail + perform === 0)
    return `Nothing to do: ${none} without a change.`;
  const parts = [
    [create, 'to create'],
    [change, 'to change'],
    [destroys, 'of these destroys'],
    [wait, 'to wait'],
    [refuse, 'refused'],
    [fail, 'failed'],
    [perform, perform === 1 ? 'Operation to perform' : 'Operations to perform'],
    [none, 'without a change'],
  ] as const;
  const counts = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `Plan: ${counts.join(', ')}.`;
}
