import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import type { Condition } from '../../src/model/common-status.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import { conditionsIn } from './damages.ts';
import { outstanding } from './outstanding.ts';
import type { World } from './world.ts';

/** The conditions of an object are true. Valid at any moment, and checked at every status write. */
export function truthfulConditions(
  world: World,
  kind: AnyKind,
  object: KubeObject,
  mayTag = true,
): readonly string[] {
  const title = `${object.kind}/${object.metadata.name}`;
  const conditions = conditionsIn(asRecord(object.status));
  const is = (type: string, status: string): boolean =>
    conditions.some((one) => one.type === type && one.status === status);
  if (conditions.length === 0) return [];
  const judged = conditions.find((one) => one.type === 'Ready')?.observedGeneration;
  const silent =
    is('Synced', 'False') &&
    !is('Reconciling', 'True') &&
    !is('Stalled', 'True') &&
    !CHOSEN.has(reasonOf(conditions)) &&
    !waitsForOperation(conditions);
  // A pass that read no item keeps the Ready of the last read.
  const isUnread = is('Synced', 'False') && is('Reconciling', 'True');
  const isDeleted = object.metadata.deletionTimestamp !== undefined;
  const left =
    is('Ready', 'True') && judged === object.metadata.generation && !isUnread
      ? outstanding(world, kind, object, mayTag)
      : null;
  return [
    ...(is('Ready', 'True') || is('Ready', 'False') ? [] : [`${title} says nothing of Ready`]),
    ...(is('Reconciling', 'True') && is('Stalled', 'True')
      ? [`${title} is Reconciling and Stalled`]
      : []),
    ...(isDeleted && is('Ready', 'True') && judged === object.metadata.generation
      ? [`${title} is Ready although it is being deleted`]
      : []),
    ...(silent
      ? [`${title} is not Synced (${reasonOf(conditions)}) and neither Reconciling nor Stalled`]
      : []),
    ...(left === null || left.length === 0
      ? []
      : [`${title} is Ready although this is left: ${left.join('; ')}`]),
  ];
}

/** Reasons that a user chose: Synced=False without work in progress. */
const CHOSEN = new Set(['Paused', 'Drifted', 'Preview']);

/** Reports whether only the steps of an Operation wait for consent: the Operation is Stalled. */
const waitsForOperation = (conditions: readonly Condition[]): boolean =>
  conditions.some(
    ({ type, reason, message }) =>
      type === 'Synced' && reason === 'ConsentRequired' && message.startsWith('Operation/'),
  );

const reasonOf = (conditions: readonly Condition[]): string =>
  conditions.find((one) => one.type === 'Synced')?.reason ?? '';
