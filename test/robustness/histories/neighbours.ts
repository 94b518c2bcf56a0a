import type { ObjectName } from '../../../src/engine/ports/cluster.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { asRecord } from '../../../src/model/parse.ts';
import { rowsAt } from '../../support/rows.ts';
import { FREE, kindOf, REACHES } from './reaches.ts';
import { applySpec, characterOf, idOf, nameOf, type Stage } from './stage.ts';

/** The namespace of another team with the same token. */
const ELSEWHERE = 'team-b';

/** Objects without references by name, which may be renamed. */
export const UNREFERENCED = [
  'Volume/data',
  'Firewall/wall',
  'DnsRecord/www',
  'MySQLDatabase/shop',
  'KubeCluster/work',
  'StackScript/setup',
] as const;

/** Replaces an object by one of the new name that imports the item, in one commit. Does nothing
 *  while an object of that name exists. */
export function rename(stage: Stage, who: string, to: 'another name' | 'another namespace'): void {
  const { world, names, applied } = stage;
  const [old, id] = [nameOf(stage, who), idOf(stage, who)];
  const there = world.cluster.get(old);
  const [, first = ''] = who.split('/');
  const other = old.name === first ? `${first}-2` : first;
  const renamed =
    to === 'another name' ? { ...old, name: other } : { ...old, namespace: ELSEWHERE };
  if (
    there === undefined ||
    there.metadata.deletionTimestamp !== undefined ||
    id === undefined ||
    world.cluster.get(renamed) !== undefined
  )
    return;
  world.cluster.apply(renamed, { ...applied.get(who), import: { by: 'Id', id }, policy: FREE });
  world.cluster.delete(old);
  if (to === 'another name') names.set(who, other);
}

/** Applies an object of the other namespace that requests an item of another owner. */
export function reach(stage: Stage, who: string, how: number): void {
  const asked = REACHES[how % REACHES.length]?.(stage, who);
  if (asked === undefined || asked === null) return;
  const name = { kind: asked[0], namespace: ELSEWHERE, name: `reach-${how % REACHES.length}` };
  if (stage.world.cluster.get(name) === undefined) stage.world.cluster.apply(name, asked[1]);
}

/** Forges the status of an object of the other namespace, with the id of an item that is created
 *  later. */
export function forge({ world }: Stage, who: string, ahead: number): void {
  const kind = kindOf(who);
  const rows = rowsAt(world.service, characterOf(who).path) ?? [];
  const last = Math.max(0, ...rows.map(({ id }) => id));
  const name = { kind, namespace: ELSEWHERE, name: `forged-${who.split('/')[1] ?? ''}` };
  const [one] = world.cluster.everything().filter(({ status }) => accountIn(status) !== undefined);
  if (last === 0 || one === undefined || world.cluster.get(name) !== undefined) return;
  world.cluster.apply(name, { ...characterOf(who).specs[0], policy: FREE });
  world.cluster.spoil(name, { id: last + ahead, account: accountIn(one.status) });
}

const accountIn = (status: unknown): unknown => asRecord(status)['account'];

/** Deletes the objects of the other team. */
export function leave({ world }: Stage): void {
  const theirs = KINDS.flatMap(({ kind }) => world.cluster.list(kind, ELSEWHERE));
  for (const { kind, metadata } of theirs) {
    const name: ObjectName = { kind, namespace: ELSEWHERE, name: metadata.name };
    if (metadata.deletionTimestamp === undefined) world.cluster.delete(name);
  }
}

/** Deletes an object, and applies another one of the same name once it is gone. */
export function recreate(stage: Stage, who: string): void {
  const { world, applied } = stage;
  const name = nameOf(stage, who);
  if (world.cluster.get(name) === undefined || !applied.has(who)) return;
  const stop = world.cluster.listen((before, after) => {
    if (after !== undefined || before?.kind !== name.kind || before.metadata.name !== name.name)
      return;
    stop();
    world.time.at(world.time.now(), () => applySpec(stage, who));
  });
  world.cluster.delete(name);
}
