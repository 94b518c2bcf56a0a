import type { KubeObject, ObjectName } from '../../../src/engine/ports/cluster.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { SECRET_LABEL } from '../../../src/model/group.ts';
import { asRecord } from '../../../src/model/parse.ts';
import { Secret } from '../../../src/model/secret.ts';
import { approve, type Way } from '../../support/approving.ts';
import { safe } from '../../support/invariants.ts';
import { keepLedger, type Ledger } from '../../support/ledger.ts';
import { CREDENTIAL } from '../../support/memory-secrets.ts';
import { ownerCall } from '../../support/outsider.ts';
import { newStrains, type Strains } from '../../support/strains.ts';
import { truthfulConditions } from '../../support/truthful-conditions.ts';
import type { Watch } from '../../support/watch.ts';
import { World } from '../../support/world.ts';
import type { Backup } from './backups.ts';
import { type Replica, replicaOf } from './replicas.ts';
import { newToken, rotateTo } from './tokens.ts';
import { POLICIES, SECOND_SECRET, UNIVERSE } from './universe.ts';

/** A second cluster whose operator uses the same account. */
export interface SecondCluster {
  readonly world: World;
  readonly ledger: Ledger;
  readonly apart: Watch;
}

/** The world of a history, and the records about it. */
export interface Stage {
  readonly world: World;
  readonly ledger: Ledger;
  /** Every process so far, the youngest last. */
  readonly replicas: readonly Replica[];
  /** Conditions that were untrue when written. */
  readonly lies: readonly string[];
  /** The last applied spec of each object, by `Kind/name`. */
  readonly applied: Map<string, object>;
  /** Current names of renamed objects, by `Kind/name`. */
  readonly names: Map<string, string>;
  /** The second cluster, if there is one. */
  readonly seconds: SecondCluster[];
  /** The kept copy of etcd, if there is one. */
  readonly backups: Backup[];
  /** True if the grants of the operator's user ever changed: the operator reads them every few
   *  minutes, so that it may not know yet that it may write tags. */
  readonly rights: { changed: boolean };
  readonly strains: Strains;
  /** Number of Operations created, and of those that a copy of etcd may let run once more. */
  readonly operations: { asked: number; forgotten: number };
}

/** Creates a stage with a running operator. @param token the operator's token */
export function newStage(token: 'operator' | 'admin' = 'operator'): Stage {
  const replicas: Replica[] = [];
  const world = new World({
    kinds: KINDS,
    token,
    between: (ports, life) => {
      const made = replicaOf(ports, life);
      replicas.push(made.replica);
      return made.ports;
    },
  });
  const lies: string[] = [];
  const rights = { changed: false };
  const mayTag = (object: KubeObject): boolean =>
    !rights.changed && !world.cluster.wasSpoilt(object);
  world.cluster.listen((before, after) => {
    const kind = KINDS.find((one) => one.kind === after?.kind);
    if (after !== undefined && kind !== undefined && after.status !== before?.status)
      lies.push(...truthfulConditions(world, kind, after, mayTag(after)));
  });
  const ledger = keepLedger(world, KINDS);
  const stage: Stage = {
    world,
    ledger,
    replicas,
    lies,
    rights,
    applied: new Map(),
    names: new Map(),
    seconds: [],
    backups: [],
    strains: newStrains(world),
    operations: { asked: 0, forgotten: 0 },
  };
  rotateTo(stage, newToken(stage));
  world.cluster.secrets.apply(
    'default',
    SECOND_SECRET,
    { token: new Secret(world.service.tokens.other) },
    CREDENTIAL,
  );
  world.start();
  return stage;
}

/** Returns all current breaches. */
export const breachesOf = ({ world, ledger, lies }: Stage): readonly string[] => [
  ...safe(world, ledger, KINDS),
  ...lies,
];

/** Returns the current name of an object. */
export const nameOf = ({ names }: Pick<Stage, 'names'>, who: string): ObjectName => {
  const [kind = '', name = ''] = who.split('/');
  return { kind, namespace: 'default', name: names.get(who) ?? name };
};

/** Applies one of the forms of an object. Numbers count modulo the forms; -1: the last one, which
 *  is reachable from every other. Does nothing if admission rejects the change, for example a
 *  smaller volume: the user keeps the form before. */
export function applyForm(stage: Stage, who: string, spec: number, policy: number): void {
  const { specs } = characterOf(who);
  const form = specs.at(spec % specs.length) ?? {};
  const { cluster } = stage.world;
  const there = cluster.get(nameOf(stage, who));
  const isRejected = cluster.admission.objections(nameOf(stage, who), form, there).length > 0;
  if (isRejected && there !== undefined) return;
  stage.applied.set(who, form);
  applySpec(stage, who, policy);
}

export const applySpec = (stage: Stage, who: string, policy = 0): void =>
  void stage.world.cluster.apply(nameOf(stage, who), {
    ...stage.applied.get(who),
    policy: POLICIES[policy % POLICIES.length],
  });
export const characterOf = (who: string): (typeof UNIVERSE)[string] => {
  const character = UNIVERSE[who];
  if (character === undefined) throw new Error(`nobody is called ${who}`);
  return character;
};

/** Approves the current plan, if there is one. */
export function consent(stage: Stage, who: string, way: Way): void {
  const { cluster } = stage.world;
  const plan = asRecord(asRecord(cluster.get(nameOf(stage, who))?.status)['plan']);
  if (typeof plan['hash'] === 'string') approve(cluster, nameOf(stage, who), plan['hash'], way);
}

/** Returns the id in the status of an object. */
export function idOf(stage: Stage, who: string): number | undefined {
  const { id } = asRecord(stage.world.cluster.get(nameOf(stage, who))?.status);
  return typeof id === 'number' ? id : undefined;
}

/** Returns the path of the collection of an object's item. */
export const collectionOf = (stage: Stage, who: string): string =>
  characterOf(who).path.replace('{}', String(idOf(stage, 'Domain/zone')));

/** Changes the item of an object as an outsider, if there is one. @returns the status of the
 *  answer */
export function meddle(stage: Stage, who: string, how: number): number | undefined {
  const { meddling } = characterOf(who);
  const id = idOf(stage, who);
  const { method, below, body } = meddling[how % meddling.length] ?? {
    method: 'DELETE',
    below: '',
  };
  return id === undefined
    ? undefined
    : ownerCall(stage.world, method, `${collectionOf(stage, who)}/${id}${below}`, body).status;
}

/** Collects garbage as the cluster does eventually, and as users do for objects with retained
 *  items. */
export function collectGarbage(stage: Stage): void {
  const living = livingUids(stage);
  stage.world.cluster.secrets.drop(
    ({ labels }) =>
      !living.has(labels[SECRET_LABEL.owner] ?? '') && labels[SECRET_LABEL.owner] !== undefined,
  );
}

export const livingUids = ({ world }: Stage): ReadonlySet<string> =>
  new Set(
    KINDS.flatMap((kind) => world.cluster.all(kind.kind)).map(({ metadata }) => metadata.uid),
  );
