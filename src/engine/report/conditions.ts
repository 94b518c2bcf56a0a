import type { Condition } from '../../model/common-status.ts';
import type { Health, Outcome } from '../../model/outcome.ts';
import { visible } from '../../model/visible.ts';
import { shortened } from '../pass/truncation.ts';
import { deletionVerdictOf, type Verdict, verdictOf } from '../pass/verdict.ts';
import type { KubeObject } from '../ports/cluster.ts';

/** Returns the conditions after a pass. `health` undefined: the item was not read, and Ready keeps
 *  its state with the generation that it refers to, so that clients which wait for Ready after a
 *  change do not accept the old state; only the cause of a mismatch is that of this pass. An object
 *  that is being deleted is not Ready.
 *  @param metadata of the object
 *  @param now RFC 3339; a condition with an unchanged status keeps its lastTransitionTime */
export function conditionsAfter(
  outcome: Outcome,
  health: Health | undefined,
  before: readonly Condition[],
  {
    generation,
    deletionTimestamp,
  }: Pick<KubeObject['metadata'], 'generation' | 'deletionTimestamp'>,
  now: string,
): readonly Condition[] {
  const isDeleted = deletionTimestamp !== undefined;
  const verdict = isDeleted ? deletionVerdictOf(outcome) : verdictOf(outcome);
  const ready = isDeleted ? deleting(verdict) : readyOf(verdict, health, before);
  const activity =
    verdict.activity ?? (ready.status === 'False' ? restingActivity(verdict, health) : null);
  const speaker = verdict.synced ? ready : verdict;
  const wanted: ConditionText[] = [
    ready,
    {
      type: 'Synced',
      status: verdict.synced ? 'True' : 'False',
      reason: verdict.reason,
      message: verdict.message,
    },
  ];
  if (activity !== null)
    wanted.push({
      type: activity,
      status: 'True',
      reason: speaker.reason,
      message: speaker.message,
    });
  return wanted.map((one) => {
    const last = before.find((other) => other.type === one.type);
    const lastTransitionTime =
      last !== undefined && last.status === one.status ? last.lastTransitionTime : now;
    return {
      observedGeneration: generation,
      ...one,
      message: shortened(visible(one.message)),
      lastTransitionTime,
    };
  });
}

/** Returns the activity while the item is not ready and the verdict has none: Stalled in a mode
 *  that does not act or where a user is needed, otherwise Reconciling. An Operation that needs
 *  consent does not delay its target. */
const restingActivity = (
  { synced, reason }: Verdict,
  health: Health | undefined,
): 'Reconciling' | 'Stalled' =>
  (!synced && reason !== 'ConsentRequired') || health?.stalled === true ? 'Stalled' : 'Reconciling';

/** `observedGeneration` where it differs from that of the pass. */
type ConditionText = Pick<
  Condition,
  'type' | 'status' | 'reason' | 'message' | 'observedGeneration'
>;

const deleting = ({ reason, message }: Verdict): ConditionText => ({
  type: 'Ready',
  status: 'False',
  reason: 'Deleting',
  message: reason === 'Deleting' ? message : `the object is being deleted: ${message}`,
});

function readyOf(
  verdict: Verdict,
  health: Health | undefined,
  before: readonly Condition[],
): ConditionText {
  if (verdict.reason === 'Lost')
    return { type: 'Ready', status: 'False', reason: 'Lost', message: verdict.message };
  if (health === undefined) {
    const last = before.find((one) => one.type === 'Ready');
    if (last?.message.startsWith(MISMATCH) === true && !verdict.synced)
      return { ...mismatched(verdict), observedGeneration: last.observedGeneration };
    if (last !== undefined && last.reason !== 'Absent') return last;
    return {
      type: 'Ready',
      status: 'False',
      reason: 'Absent',
      message: `not created yet: ${verdict.message}`,
    };
  }
  const { reason, message } = health;
  if (!health.ready) return { type: 'Ready', status: 'False', reason, message };
  if (verdict.rests) return { type: 'Ready', status: 'True', reason, message };
  if (verdict.synced)
    return {
      type: 'Ready',
      status: 'False',
      reason: 'Updating',
      message: 'the change is in progress',
    };
  return mismatched(verdict);
}

const MISMATCH = 'does not match the spec yet: ';

/** Tells why the item does not match the spec, as of its last read. */
const mismatched = ({ activity, message }: Verdict): ConditionText => ({
  type: 'Ready',
  status: 'False',
  reason: activity === 'Reconciling' ? 'Updating' : 'OutOfDate',
  message: `${MISMATCH}${message}`,
});
