import { path } from '../../api/endpoint.ts';
import { type StackScript, StackScriptCreate, stackscripts } from '../../api/stackscripts.ts';
import { after } from '../../model/chain.ts';
import { del, post, put } from '../../model/request.ts';
import { wireFields } from '../../model/spelling.ts';
import {
  among,
  type Call,
  type Change,
  call,
  changes,
  refuse,
  refuseChange,
  type Step,
} from '../../model/step.ts';
import { labelOf, stackScriptHas, stackScriptWants } from './fields.ts';
import type { Desired, Observed } from './types.ts';

const IN_BODY = ['label', 'script', 'images', 'description', 'revNote'];

/** Creates a private script in one request; it is published afterwards, with consent. Source:
 *  images#stackscripts. */
export function createStackScript(desired: Desired): readonly Step[] {
  const label = labelOf(desired);
  if (!StackScriptCreate.shape.label.safeParse(label).success) {
    const rule = 'is not a valid label of a script: 3 to 128 characters; set spec.label';
    return [refuse('spec.label', `${label} ${rule}`)];
  }
  const applied = among(changes(stackScriptWants(desired), {}), ...IN_BODY);
  const body = { label, ...bodyOf(applied) };
  return [call('Create', post(stackscripts.create.path, body), applied, { answers: 'item' })];
}

const bodyOf = (changed: readonly Change[]) =>
  wireFields(Object.fromEntries(changed.map(({ field, to }) => [field, to])));

/** Returns the steps that bring the script to the spec: one request for its fields, and the
 *  publication of the result. Source: images#stackscripts. */
export function updateStackScript(desired: Desired, { item }: Observed): readonly Step[] {
  const changed = changes(stackScriptWants(desired), stackScriptHas(item));
  const updates = update(item, among(changed, ...IN_BODY));
  const publishes = publish(item, among(changed, 'public'));
  return [
    ...updates,
    ...publishes.map((step) => (step.type === 'call' ? after(step, ...updates) : step)),
  ];
}

const update = (item: StackScript, changed: readonly Change[]): readonly Call[] =>
  changed.length === 0
    ? []
    : [call('Update', put(one(item), bodyOf(changed)), changed, { answers: 'item' })];

const publish = (item: StackScript, changed: readonly Change[]): readonly Step[] =>
  item.is_public
    ? refuseChange(
        changed,
        'public',
        () => 'a public script cannot be made private: remove spec.public, or set it to true',
      )
    : changed.map((change) =>
        call('Publish', put(one(item), { is_public: true }), [change], {
          effect: 'irreversible',
          loses: 'the option to make the script private, and to delete it',
          answers: 'item',
        }),
      );

const one = (item: StackScript): string =>
  path(stackscripts.update.path, { stackscriptId: item.id });

/** Returns the reason for which a script is never deleted, as a clause; null for a private one.
 *  Source: images#stackscripts. */
export const undeletable = ({ is_public }: StackScript): string | null =>
  is_public ? 'it is public, and the service deletes no public script' : null;

/** Returns the steps that delete a script; none for a public one. Source: images#stackscripts. */
export const removeStackScript = (_desired: Desired, { item }: Observed): readonly Step[] =>
  undeletable(item) === null
    ? [
        call('Delete', del(one(item)), [], {
          effect: 'disrupts',
          loses: 'no instance can be deployed with the script any more',
        }),
      ]
    : [];
