import type { MySqlDatabase } from '../../../api/databases.ts';
import { path } from '../../../api/endpoint.ts';
import { mysql } from '../../../api/mysql.ts';
import { after } from '../../../model/chain.ts';
import { same } from '../../../model/fingerprint.ts';
import { put } from '../../../model/request.ts';
import {
  among,
  type Change,
  call,
  type Step,
  wait,
  waitForReference,
} from '../../../model/step.ts';
import { canonicalList, databaseWants } from '../fields.ts';
import type { Desired, Observed } from '../types.ts';

/** A change of the allow list in two: who is admitted at once, and who is shut out by consent. */
export interface ShutOut {
  /** Null where the change admits no address. */
  readonly admit: Change | null;
  readonly shut: Change;
  /** One sentence: what is lost. */
  readonly loses: string;
}

/** What every change to an empty list loses. */
const NOBODY = 'every connection: with an empty allow list nobody may connect';

/** The part of a change of the allow list that requires consent: references that lead to no address
 *  any more, or labels that lost more than half of the addresses lately, are more likely a mistake
 *  than a wish. Null where the change requires none. */
function shutOutIn(desired: Desired, change: Change): ShutOut | null {
  if (desired.spec.allowListFrom === undefined) return null;
  const [from, to] = [change.from, change.to] as readonly [readonly string[], readonly string[]];
  if (to.length === 0)
    return {
      admit: null,
      shut: change,
      loses: `${NOBODY}; spec.allowListFrom leads to no address`,
    };
  const strayed = strayedFrom(desired).filter((address) => !to.includes(address));
  const had = new Set([...from, ...strayed]).size;
  if (strayed.length * 2 <= had || !strayed.some((address) => from.includes(address))) return null;
  const both = canonicalList([...from, ...to]);
  const loses = `connections from ${strayed.length} of the ${had} addresses that it had; spec.allowListFrom leads to them no more`;
  return {
    admit: same(both, from) ? null : { ...change, to: both },
    shut: { ...change, from: both },
    loses,
  };
}

const strayedFrom = ({ strayed }: Desired): readonly string[] =>
  canonicalList(
    (strayed?.['allowListFrom.instanceSelector'] ?? []).filter((one) => typeof one === 'string'),
  ).filter((address) => !address.includes(':'));

/** A change of the allow list while a reference has no value. */
interface Kept {
  /** What is changed now; null: nothing is. */
  readonly change: Change | null;
  readonly waits: readonly Step[];
}

/** Keeps in the allow list what a reference without a value may stand for: every single address,
 *  unless no instance of the account has it. Such an address may be that of a stranger by tomorrow,
 *  and leaves. Ranges leave too: no reference leads to them. */
function keepPossible(desired: Desired, change: Change, { instances }: Observed['details']): Kept {
  const unresolved = unresolvedIn(desired);
  if (unresolved === undefined) return { change, waits: [] };
  const [from, to] = [change.from, change.to] as readonly [readonly string[], readonly string[]];
  const machines = instances && new Set(canonicalList(instances.flatMap(({ ipv4 }) => ipv4)));
  const kept = leavingOf(from, to).filter((address) => machines?.has(address) !== false);
  if (kept.length === 0) return { change, waits: [] };
  const list = canonicalList([...to, ...kept]);
  const which = kept.length === 1 ? 'the address' : `the ${kept.length} addresses`;
  const waits = [
    waitForReference(
      `${unresolved}; until then the allow list keeps ${which} that the spec no longer lists`,
    ),
  ];
  return { change: same(list, from) ? null : { ...change, to: list }, waits };
}

/** Whether it has to be known which addresses the instances of the account have. */
export function asksForInstances(desired: Desired, item: MySqlDatabase): boolean {
  const wanted = databaseWants(desired)['allowList'] as readonly string[] | undefined;
  if (unresolvedIn(desired) === undefined || wanted === undefined) return false;
  return leavingOf(canonicalList(item.allow_list), wanted).length > 0;
}

const unresolvedIn = ({ unresolved }: Desired): string | undefined =>
  unresolved?.['allowListFrom.addresses'];

/** The single addresses that a list loses. */
const leavingOf = (from: readonly string[], to: readonly string[]): readonly string[] =>
  from.filter((address) => address.endsWith('/32') && !to.includes(address));

/** One request for all that changed, because the service takes none while it is at one: changes
 *  that come meanwhile wait and go together. Addresses that are shut out by consent go by
 *  themselves, behind all else; while a reference has no value, those that it may stand for stay.
 *  Source: databases#allow-list; databases#status. */
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
    ...(interrupts ? { effect: 'disrupts' as const, loses: NOBODY } : {}),
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

/** The whole window: what the spec names, the rest as it is. Source:
 *  databases#maintenance-window. */
function windowOf(wish: Desired['spec']['updates'], stored: MySqlDatabase['updates']) {
  const frequency = wish?.frequency ?? stored.frequency;
  return {
    frequency,
    day_of_week: wish?.dayOfWeek ?? stored.day_of_week ?? undefined,
    hour_of_day: wish?.hourOfDay ?? stored.hour_of_day,
    duration: wish?.duration ?? stored.duration,
    week_of_month: frequency === 'monthly' ? (wish?.weekOfMonth ?? stored.week_of_month) : null,
  };
}
