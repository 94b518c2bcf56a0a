import { type Instruments, MINUTES } from '../instruments.ts';

/** Declares metrics of objects and their durations. */
export const objectSeries = ({ gauge, histogram }: Instruments) => ({
  objects: gauge('cloudinfra_objects', 'Objects, by condition and status.', [
    'kind',
    'condition',
    'status',
  ]),
  unsynced: gauge(
    'cloudinfra_objects_unsynced',
    'Objects whose condition Synced is False, by reason.',
    ['kind', 'reason'],
  ),
  plansHeld: gauge('cloudinfra_plans_held', 'Plans that wait, by reason.', ['kind', 'why']),
  notReadySeconds: gauge(
    'cloudinfra_longest_not_ready_seconds',
    'Longest time that any object has been not Ready.',
    ['kind'],
  ),
  deletingSeconds: gauge(
    'cloudinfra_longest_deletion_seconds',
    'Longest time that any object has been in deletion.',
    ['kind'],
  ),
  readySeconds: histogram(
    'cloudinfra_time_to_ready_seconds',
    'Time from the first reconciliation of a new spec until the object is Ready.',
    ['kind'],
    MINUTES,
  ),
  deleteSeconds: histogram(
    'cloudinfra_time_to_delete_seconds',
    'Time from the deletion of an object until its finalizer is removed.',
    ['kind'],
    MINUTES,
  ),
});

/** Declares metrics of the work for objects. */
export const workSeries = ({ counter }: Instruments) => ({
  steps: counter('cloudinfra_steps_total', 'Steps that were sent to the service, by result.', [
    'kind',
    'result',
  ]),
  driftFound: counter(
    'cloudinfra_drift_found_total',
    'Fields that were changed outside the cluster.',
    ['kind'],
  ),
  driftCorrected: counter(
    'cloudinfra_drift_corrected_total',
    'Fields that were changed outside the cluster and corrected.',
    ['kind'],
  ),
  kubeWrites: counter('cloudinfra_kubernetes_writes_total', 'Writes to objects and their status.', [
    'kind',
  ]),
});
