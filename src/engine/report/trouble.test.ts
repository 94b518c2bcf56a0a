import { expect, test } from 'vitest';
import type { KubeFailure } from '../ports/cluster.ts';
import { verdictOf } from './conditions.ts';
import { kubeFailed } from './trouble.ts';

test.for<[KubeFailure['code'], string]>([
  ['Conflict', 'Reconciling Overtaken: the Kubernetes API: why'],
  ['Unreachable', 'Reconciling Unreachable: the Kubernetes API: why'],
  ['Terminating', 'Reconciling Unreachable: the Kubernetes API: why'],
  ['Fenced', 'Reconciling NotLeading: the Kubernetes API: why'],
  ['Denied', 'Stalled Denied: the Kubernetes API: why'],
  ['Unwritable', 'Stalled Rejected: the Kubernetes API: why'],
])("%s by the API server is told as its own, not as the service's", ([code, said]) => {
  const { activity, reason, message } = verdictOf(kubeFailed({ code, detail: 'why' }));
  expect(`${String(activity)} ${reason}: ${message}`).toBe(said);
});
