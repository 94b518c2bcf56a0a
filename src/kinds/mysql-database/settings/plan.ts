import type { MySqlDatabase } from '../../../api/databases.ts';
import { path } from '../../../api/endpoint.ts';
import { mysql } from '../../../api/mysql.ts';
import { put } from '../../../model/request.ts';
import { among, type Change, call, type Step, wait } from '../../../model/step.ts';
import type { Wish } from '../terms.ts';

/** One request for all that changed, because the service takes none while it is at one: changes that come meanwhile wait and go together.
 *  A list that becomes empty because references lead to nobody any more goes by itself and wants consent.
 *  Source: document 2, "Managed databases", 1, and "States and transitions". */
export function settingSteps(desired: Wish, item: MySqlDatabase, changed: readonly Change[]): readonly Step[] {
  const settings = changed.filter(({ field }) => field === 'label' || field === 'allowList' || field.startsWith(WINDOW));
  const emptied = desired.spec.allowListFrom === undefined ? [] : settings.filter(isEmptied);
  const others = settings.filter((change) => !emptied.includes(change));
  return [
    ...(item.status === 'active' || settings.length === 0
      ? []
      : [wait(`the database to be active before it is changed (it is ${item.status})`, 15_000)]),
    ...(others.length === 0 ? [] : [update(desired, item, others)]),
    ...(others.length === 0 || emptied.length === 0 ? [] : [wait('the change of the database to end', 15_000)]),
    ...emptied.map((change) => shutOut(item, change)),
  ];
}

const WINDOW = 'updates.';

const isEmptied = ({ field, to }: Change): boolean => field === 'allowList' && Array.isArray(to) && to.length === 0;

function update({ spec }: Wish, item: MySqlDatabase, changed: readonly Change[]): Step {
  const [label] = among(changed, 'label');
  const [allowList] = among(changed, 'allowList');
  const isMoved = changed.some(({ field }) => field.startsWith(WINDOW));
  const body = { label: label?.to, allow_list: allowList?.to, updates: isMoved ? windowOf(spec.updates, item.updates) : undefined };
  const interrupts = allowList !== undefined && isEmptied(allowList);
  return call('Update', put(path(mysql.update.path, { instanceId: item.id }), body), changed, {
    answers: 'item',
    ...(interrupts ? { effect: 'disrupts' as const, loses: NOBODY } : {}),
  });
}

const NOBODY = 'every connection: with an empty allow list nobody may connect';

const shutOut = (item: MySqlDatabase, change: Change): Step =>
  call('ShutOut', put(path(mysql.update.path, { instanceId: item.id }), { allow_list: [] }), [change], {
    answers: 'item',
    effect: 'destroys',
    loses: `${NOBODY}; spec.allowListFrom leads to no address any more`,
  });

/** The whole window: what the spec names, the rest as it is. Source: document 2, "Managed database instance"; ranges: facts, 1.10. */
function windowOf(wish: Wish['spec']['updates'], stored: MySqlDatabase['updates']) {
  const frequency = wish?.frequency ?? stored.frequency;
  return {
    frequency,
    day_of_week: wish?.dayOfWeek ?? stored.day_of_week ?? undefined,
    hour_of_day: wish?.hourOfDay ?? stored.hour_of_day,
    duration: wish?.duration ?? stored.duration,
    week_of_month: frequency === 'monthly' ? (wish?.weekOfMonth ?? stored.week_of_month) : null,
  };
}
