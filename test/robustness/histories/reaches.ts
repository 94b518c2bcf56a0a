import { asRecord } from '../../../src/model/parse.ts';
import { markOf } from '../../../src/model/tags.ts';
import { ownerCall } from '../../support/outsider.ts';
import { characterOf, idOf, nameOf, type Stage } from './stage.ts';
import { CLUSTER, MACHINE } from './universe.ts';

/** A plausible id of a backup. */
const GUESSED_BACKUP = 1_001;

/** The policies with which the engine does everything itself. */
export const FREE = {
  deletion: 'Delete',
  drift: 'Correct',
  loss: 'Recreate',
  consent: 'Auto',
} as const;

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

export const kindOf = (who: string): string => who.split('/')[0] ?? '';

function withId<T>(stage: Stage, who: string, make: (id: number) => T): T | null {
  const id = idOf(stage, who);
  return id === undefined ? null : make(id);
}
