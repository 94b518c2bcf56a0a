import type { ObjectName } from '../../../src/engine/ports/cluster.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { asRecord } from '../../../src/model/parse.ts';
import { markOf } from '../../../src/model/tags.ts';
import { ownerCall } from '../../support/outsider.ts';
import { rowsAt } from '../../support/rows.ts';
import { applySpec, characterOf, idOf, nameOf, type Stage } from './stage.ts';
import { CLUSTER, MACHINE } from './universe.ts';

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

/** A plausible id of a backup. */
const GUESSED_BACKUP = 1_001;

const FREE = { deletion: 'Delete', drift: 'Correct', loss: 'Recreate', consent: 'Auto' } as const;

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
        domainRef: { id, domain: 'example.org' },
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
  (stage) => {
    const id = nodeOf(stage);
    return id === undefined
      ? null
      : ['Instance', { ...NODE, import: { by: 'Id', id }, policy: FREE }];
  },
  (stage) => ['Instance', { ...NODE, label: 'restored', backupId: backupOf(stage), policy: FREE }],
  (stage, who) => {
    const uid = stage.world.cluster.get(nameOf(stage, who))?.metadata.uid ?? '';
    return withId(stage, who, (id) => [
      kindOf(who),
      {
        ...characterOf(who).specs[0],
        import: { by: 'Id', id, replaceMark: markOf(uid) },
        policy: FREE,
      },
    ]);
  },
];

const NODE = { region: 'eu-west', type: 'g6-standard-2' };

/** Returns an instance that the service created as a node of the cluster. */
function nodeOf(stage: Stage): number | undefined {
  const id = idOf(stage, CLUSTER);
  const { body } = ownerCall(stage.world, 'GET', `${characterOf(CLUSTER).path}/${id}/pools`);
  const nodes = listIn(body, 'data').flatMap((pool) => listIn(pool, 'nodes'));
  return nodes
    .map((node) => asRecord(node)['instance_id'])
    .find((made) => typeof made === 'number');
}

/** Returns the id of a new backup of the instance, which its owner creates; a guess if that
 *  fails. */
function backupOf(stage: Stage): number {
  const path = `${characterOf(MACHINE).path}/${idOf(stage, MACHINE)}/backups`;
  const made = ownerCall(stage.world, 'POST', path, { label: 'now' });
  const { id } = asRecord(made.body);
  return typeof id === 'number' ? id : GUESSED_BACKUP;
}

const listIn = (value: unknown, member: string): readonly unknown[] => {
  const list = asRecord(value)[member];
  return Array.isArray(list) ? list : [];
};

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
