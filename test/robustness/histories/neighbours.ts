import type { ObjectName } from '../../../src/engine/ports/cluster.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { applyWish, characterOf, idOf, nameOf, type Stage } from './stage.ts';
import { MACHINE } from './universe.ts';

/** The namespace of another team with the same token. */
const ELSEWHERE = 'team-b';

/** Objects without references by name, which may be renamed. */
export const UNREFERENCED = [
  'Volume/data',
  'Firewall/wall',
  'DnsRecord/www',
  'MySQLDatabase/shop',
  'KubeCluster/work',
] as const;

const FREE = { deletion: 'Delete', drift: 'Correct', loss: 'Recreate', consent: 'Auto' } as const;

/** Replaces an object by one of the new name that imports the item, in one commit. Does nothing
 *  while an object of that name exists. */
export function rename(stage: Stage, who: string, to: 'another name' | 'another namespace'): void {
  const { world, names, wishes } = stage;
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
  world.cluster.apply(renamed, { ...wishes.get(who), import: { by: 'Id', id }, policy: FREE });
  world.cluster.delete(old);
  if (to === 'another name') names.set(who, other);
}

/** Objects that the other namespace may apply: a kind and its spec; null where there is no such
 *  item. */
export const REACHES: readonly ((
  stage: Stage,
  who: string,
) => readonly [kind: string, spec: object] | null)[] = [
  (stage, who) =>
    withId(stage, who, (id) => [
      kindOf(who),
      { ...characterOf(who).specs[0], import: { by: 'Id', id }, policy: FREE },
    ]),
  (stage) =>
    withId(stage, MACHINE, (id) => [
      'Volume',
      {
        region: 'eu-west',
        size: 20,
        attachment: { mode: 'Attached', instanceRef: { id } },
        policy: FREE,
      },
    ]),
  (stage) =>
    withId(stage, MACHINE, (id) => [
      'Firewall',
      {
        instanceRefs: [{ id }],
        rules: { inboundPolicy: 'DROP', outboundPolicy: 'DROP', inbound: [], outbound: [] },
        policy: FREE,
      },
    ]),
  (stage) =>
    withId(stage, 'Domain/zone', (id) => [
      'DnsRecord',
      {
        domainRef: { id },
        type: 'MX',
        name: '',
        target: 'mail.evil.example',
        priority: 1,
        policy: FREE,
      },
    ]),
  (stage) =>
    withId(stage, 'Volume/data', (id) => [
      'Volume',
      { cloneFrom: { volumeRef: { id } }, policy: FREE },
    ]),
];

const kindOf = (who: string): string => who.split('/')[0] ?? '';

function withId<T>(stage: Stage, who: string, make: (id: number) => T): T | null {
  const id = idOf(stage, who);
  return id === undefined ? null : make(id);
}

/** Applies an object of the other namespace that requests an item of another owner. */
export function reach(stage: Stage, who: string, how: number): void {
  const asked = REACHES[how % REACHES.length]?.(stage, who);
  if (asked === undefined || asked === null) return;
  const name = { kind: asked[0], namespace: ELSEWHERE, name: `reach-${how % REACHES.length}` };
  if (stage.world.cluster.get(name) === undefined) stage.world.cluster.apply(name, asked[1]);
}

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
  const { world, wishes } = stage;
  const name = nameOf(stage, who);
  if (world.cluster.get(name) === undefined || !wishes.has(who)) return;
  const stop = world.cluster.listen((before, after) => {
    if (after !== undefined || before?.kind !== name.kind || before.metadata.name !== name.name)
      return;
    stop();
    world.time.at(world.time.now(), () => applyWish(stage, who));
  });
  world.cluster.delete(name);
}
