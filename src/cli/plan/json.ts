import { calls } from '../../model/plan.ts';
import type { Step } from '../../model/step.ts';
import { actionOf, summaryOf } from './action.ts';
import { type OperationManifest, operationJson } from './operations.ts';
import type { Planned } from './plan-all.ts';
import type { Problem } from './problem.ts';

/** Formats a plan as JSON. With problems nothing was planned. */
export const planJson = (
  planned: readonly Planned[],
  operations: readonly OperationManifest[],
  problems: readonly Problem[],
  exitCode: number,
): string =>
  JSON.stringify(
    {
      exitCode,
      summary: summaryOf(planned),
      objects: planned.map(objectJson),
      operations: operations.map(operationJson),
      problems,
    },
    null,
    2,
  );

const objectJson = ({ manifest, forecast }: Planned) => ({
  file: manifest.file,
  kind: manifest.name.kind,
  namespace: manifest.name.namespace,
  name: manifest.name.name,
  action: actionOf(forecast),
  id: forecast.id,
  // The steps suffice if one of them sends a request.
  ...(calls(forecast.steps).length > 0
    ? {}
    : { reason: forecast.verdict.reason, message: forecast.verdict.message }),
  hash: forecast.hash,
  ...(forecast.approval === null ? {} : { approval: forecast.approval }),
  steps: forecast.steps.map((step) => ({
    ...stepJson(step),
    ...(forecast.asking.includes(step) ? { asksConsent: true } : {}),
  })),
  ...(forecast.adopting ? { adopting: true } : {}),
  later: forecast.later,
  waitsFor: forecast.missing,
  reported: forecast.reported,
  recognised: forecast.recognised,
  ...(forecast.fenceUnknown ? { fenceUnknown: true } : {}),
  lost: forecast.lost,
});

const stepJson = (step: Step) =>
  step.type === 'call'
    ? {
        type: step.type,
        verb: step.verb,
        method: step.write.method,
        path: step.write.path,
        effect: step.effect,
        ...(step.loses === undefined ? {} : { loses: step.loses }),
        changes: step.changes.map(({ field, from, to }) => ({ field, from, to })),
      }
    : step;
