import type { Outcome } from '../../model/outcome.ts';
import type { KubeFailure } from '../ports/cluster.ts';

/** The outcome of a pass that could not write to the API server: it is tried again from the newest copy. */
export const kubeFailed = (failure: KubeFailure): Outcome => ({
  type: 'failed',
  failure:
    failure.code === 'Fenced'
      ? { code: 'Fenced', detail: failure.detail }
      : { code: 'Unreachable', detail: `the Kubernetes API: ${failure.code}: ${failure.detail}` },
});
