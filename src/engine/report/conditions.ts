import type { Condition } from '../../model/common-status.ts';
import type { Health, Outcome } from '../../model/outcome.ts';
import { visible } from '../../model/visible.ts';
import { shortened } from '../pass/truncation.ts';
import { type Verdict, verdictOf } from '../pass/verdict.ts';

/** Returns the conditions after a pass. `health` undefined: the item was not read, and Ready keeps
 *  its state with the generation that it refers to, so that clients which wait for Ready after a
 *  change do not accept the old state.
 *  @param now RFC 3339; a condition with an unchanged status keeps its lastTransitionTime */
export function conditionsAfter(
  outcome: Outcome,
  health: Health | undefined,
  before: readonly Condition[],
  generation: number,
  now: string,
): readonly Condition[] {
  const said = verdictOf(outcome);
  const ready = readyOf(said, health, before);
  const activity =
    said.activity ?? (ready.status === 'False' ? restingActivity(said, health) : null);
  const speaker = said.synced ? ready : said;
  const wanted: Said[] = [
    ready,
    {
      type: 'Synced',
      status: said.synced ? 'True' : 'False',
      reason: said.reason,
      message: said.message,
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
 *  that does not act or where a user is needed, otherwise Reconciling. */
const restingActivity = (
  { synced }: Verdict,
  health: Health | undefined,
): 'Reconciling' | 'Stalled' => (!synced || health?.stalled === true ? 'Stalled' : 'Reconciling');

/** `observedGeneration` where it differs from that of the pass. */
type Said = Pick<Condition, 'type' | 'status' | 'reason' | 'message' | 'observedGeneration'>;

function readyOf(said: Verdict, health: Health | undefined, before: readonly Condition[]): Said {
  if (said.reason === 'Lost')
    return { type: 'Ready', status: 'False', reason: 'Lost', message: said.message };
  if (health === undefined) {
    const last = before.find((one) => one.type === 'Ready');
    if (last !== undefined && last.reason !== 'Absent') return last;
    return {
      type: 'Ready',
      status: 'False',
      reason: 'Absent',
      message: `not created yet: ${said.message}`,
    };
  }
  const { reason, message } = health;
  if (!health.ready) return { type: 'Ready', status: 'False', reason, message };
  if (said.rests) return { type: 'Ready', status: 'True', reason, message };
  if (said.synced)
    return {
      type: 'Ready',
      status: 'False',
      reason: 'Updating',
      message: 'the change is in progress',
    };
  const goesOn = said.activity === 'Reconciling';
  return {
    type: 'Ready',
    status: 'False',
    reason: goesOn ? 'Updating' : 'OutOfDate',
    message: `does not match the spec yet: ${said.message}`,
  };
}
