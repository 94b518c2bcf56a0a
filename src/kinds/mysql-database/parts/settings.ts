import type { MySqlDatabase } from '../../../api/databases.ts';
import { path } from '../../../api/endpoint.ts';
import { mysql } from '../../../api/mysql.ts';
import { after } from '../../../model/chain.ts';
import { put } from '../../../model/request.ts';
import { among, type Change, call, type Step, wait } from '../../../model/step.ts';
import type { Desired, Observed } from '../types.ts';
import { keepPossible, NO_ADDRESS, type ShutOut, shutOutIn } from './allow-list.ts';

/** Sends all changes in one request, because the service accepts none during an update: later
 *  changes wait and go together. Removals that require consent follow in a request of their own;
 *  while a reference is unresolved, its possible addresses stay. Source: databases#allow-list;
 *  databases#status. */
export function settingSteps(
  desired: Desired,
  { item, details }: Observed,
  changed: readonly Change[],
): readonly Step[] {
  const asked = changed.filter(
    ({ field }) => field === 'label' || field === 'allowList' || field.startsWith(WINDOW),
  );
  const kept = among(asked, 'allowList').map((change) => keepPossible(desired, change, details));
  const settings = asked.flatMap((change) =>
    change.field === 'allowList' ? kept.flatMap((one) => one.change ?? []) : change,
  );
  const out = among(settings, 'allowList').flatMap((change) => shutOutIn(desired, change) ?? []);
  const others = settings.flatMap((change) =>
    change.field === 'allowList' && out[0] !== undefined ? (out[0].admit ?? []) : change,
  );
  const active =
    item.status === 'active' || settings.length === 0
      ? []
      : [wait(`the database to be active before it is changed (it is ${item.status})`, 15_000)];
  const updates = others.length === 0 ? [] : [after(update(desired, item, others), ...active)];
  const ended =
    out.length === 0
      ? []
      : updates.map((step) => after(wait('the change of the database to end', 15_000), step));
  return [
    ...active,
    ...updates,
    ...ended,
    ...out.map((one) => after(shutOut(item, one), ...active, ...ended)),
    ...kept.flatMap(({ waits }) => waits),
  ];
}

const WINDOW = 'updates.';

const isEmptied = ({ field, to }: Change): boolean =>
  field === 'allowList' && Array.isArray(to) && to.length === 0;

function update({ spec }: Desired, item: MySqlDatabase, changed: readonly Change[]): Step {
  const [label] = among(changed, 'label');
  const [allowList] = among(changed, 'allowList');
  const isMoved = changed.some(({ field }) => field.startsWith(WINDOW));
  const body = {
    label: label?.to,
    allow_list: allowList?.to,
    updates: isMoved ? windowOf(spec.updates, item.updates) : undefined,
  };
  const interrupts = allowList !== undefined && isEmptied(allowList);
  return call('Update', put(path(mysql.update.path, { instanceId: item.id }), body), changed, {
    answers: 'item',
    ...(interrupts ? { effect: 'disrupts' as const, loses: NO_ADDRESS } : {}),
  });
}

const shutOut = (item: MySqlDatabase, { shut, loses }: ShutOut): Step =>
  call(
    'ShutOut',
    put(path(mysql.update.path, { instanceId: item.id }), { allow_list: shut.to }),
    [shut],
    {
      answers: 'item',
      effect: 'destroys',
      loses,
    },
  );

/** Builds the complete window: the members in the spec, and stored values for the rest. Source:
 *  databases#maintenance-window. */
function windowOf(window: Desired['spec']['updates'], stored: MySqlDatabase['updates']) {
  const frequency = window?.frequency ?? stored.frequency;
  return {
    frequency,
    day_of_week: window?.dayOfWeek ?? stored.day_of_week ?? undefined,
    hour_of_day: window?.hourOfDay ?? stored.hour_of_day,
    duration: window?.duration ?? stored.duration,
    week_of_month: frequency === 'monthly' ? (window?.weekOfMonth ?? stored.week_of_month) : null,
  };
}
