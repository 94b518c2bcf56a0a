import { KINDS } from '../../kinds/index.ts';
import { openReader } from '../../kube/reader.ts';
import { resourceOf } from '../../kube/resources.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { StatusConfig } from './config.ts';
import { countsOf } from './count.ts';
import type { Report } from './lines.ts';
import { type Vitals, vitalsIn } from './metrics.ts';
import { summaryOf } from './object-summary.ts';

/** A report, and a line for each failed read. */
export interface Look {
  readonly report: Report;
  readonly unread: readonly string[];
}

/** Reads every object of the kinds, and the operator's metrics where their address is given.
 *  @returns a failure as one line */
export async function look({
  kubeconfig,
  namespaces,
  metricsUrl,
}: StatusConfig): Promise<Result<Look, string>> {
  const reader = await openReader(kubeconfig);
  if (!reader.ok) return fail(reader.failure.detail);
  try {
    const objects = await reader.value.objects(KINDS.map(resourceOf), namespaces);
    if (!objects.ok)
      return fail(
        `the objects cannot be read from ${reader.value.host}: ${objects.failure.detail}`,
      );
    const summaries = objects.value.map(summaryOf);
    const vitals = metricsUrl === null ? ok(null) : await vitalsAt(metricsUrl);
    const counts = countsOf(
      KINDS.map(({ kind }) => kind),
      summaries,
    );
    return ok({
      report: { counts, summaries, vitals: vitals.ok ? vitals.value : null },
      unread: vitals.ok ? [] : [vitals.failure],
    });
  } finally {
    await reader.value.close();
  }
}

const TIMEOUT_MS = 5_000;

async function vitalsAt(url: string): Promise<Result<Vitals, string>> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.ok) return ok(vitalsIn(await answer.text()));
    return fail(
      `the metrics at ${url} cannot be read: the answer is ${answer.status}; the operator has them at /metrics`,
    );
  } catch (error) {
    return fail(
      `the metrics at ${url} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
