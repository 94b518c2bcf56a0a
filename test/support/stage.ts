import { beginPass } from '../../src/engine/pass/begin-pass.ts';
import { type Memory, newMemory } from '../../src/engine/pass/memory.ts';
import type { Located } from '../../src/engine/pass/pass.ts';
import type { Account } from '../../src/engine/ports/cloud.ts';
import type { KubeObject, ObjectName } from '../../src/engine/ports/cluster.ts';
import { ENDLESS } from '../../src/engine/ports/turns.ts';
import { Brake } from '../../src/engine/term/brake.ts';
import {
  DEFAULT_SETTINGS,
  type Environment,
  newShared,
} from '../../src/engine/term/environment.ts';
import { ok } from '../../src/model/failure.ts';
import { FINALIZER } from '../../src/model/group.ts';
import type { AnyKind, Item } from '../../src/model/kind.ts';
import { OPERATION, type OperationSpec } from '../../src/model/operation.ts';
import { Secret } from '../../src/model/secret.ts';
import { storedForm } from '../../src/model/status-layout.ts';
import { markOf } from '../../src/model/tags.ts';
import { gadget } from './gadget.ts';
import { MemoryCluster } from './memory-cluster.ts';
import { accountOf, ELAPSED, NOW, type Service } from './stage-service.ts';
import { SELF } from './world-options.ts';

/** The properties of a stage; the rest is a Gadget `team/web` in sync with no item. */
export interface Scene extends Service {
  readonly kind?: Partial<AnyKind>;
  /** Kinds beside the Gadget, for references and parents. */
  readonly kinds?: readonly AnyKind[];
  readonly spec?: object;
  readonly status?: object;
  readonly metadata?: Partial<KubeObject['metadata']>;
  readonly memory?: Partial<Memory>;
  /** Operations on the object, by name. The uid of the first one ends in 2. */
  readonly operations?: Readonly<
    Record<string, Partial<OperationSpec> & { readonly verb: string }>
  >;
  readonly located?: Partial<Located>;
  readonly env?: Partial<Environment>;
}

const NAME: ObjectName = { kind: 'Gadget', namespace: 'team', name: 'web' };
const TARGET = { kind: NAME.kind, name: NAME.name };

/** Uid of the first Operation of a scene. */
export const OPERATION_UID = '00000000-0000-4000-8000-000000000002';
const kindOf = (over: Partial<AnyKind> = {}): AnyKind => ({
  ...gadget,
  key: ({ name }) => name,
  keyOf: (item: Item & { readonly label?: string }) => item.label ?? String(item.id),
  ...over,
});

/** Puts an object with a status and the finalizer into a cluster. */
export function put(
  cluster: MemoryCluster,
  name: ObjectName,
  { spec = {}, status = {}, metadata = {} }: Scene,
): KubeObject {
  const { deletionTimestamp, ...rest } = metadata;
  cluster.apply(name, spec, { finalizers: [FINALIZER], ...rest });
  cluster.spoil(name, storedForm({ ...status }));
  if (deletionTimestamp !== undefined) cluster.delete(name);
  const object = cluster.get(name);
  if (object === undefined) throw new Error(`no ${name.name}`);
  return object;
}

/** Builds the environment of a pass, real except for the service. */
function environmentOf(
  kinds: readonly AnyKind[],
  cluster: MemoryCluster,
  account: Account,
  scene: Scene,
): Environment {
  const settings = DEFAULT_SETTINGS;
  return {
    self: SELF,
    kinds,
    cluster,
    cloud: { open: async () => ok(account), onChange: () => undefined },
    clock: { now: () => NOW, elapsed: () => ELAPSED },
    telemetry: { pass: () => undefined },
    turns: ENDLESS,
    settings,
    random: () => 0.5,
    password: (length) => 'p'.repeat(length),
    ownCredential: () => ({ token: new Secret('token'), baseUrl: null }),
    brake: new Brake(cluster, settings.brake, null),
    custody: { take: async (secret) => ok(secret) },
    ...newShared(() => undefined),
    ...scene.env,
  };
}

/** Builds a pass over one object of a small kind. The engine is real; the service answers from
 *  values, and Kubernetes is in memory. */
export function stage(scene: Scene = {}) {
  const kind = kindOf(scene.kind);
  const kinds = [kind, ...(scene.kinds ?? [])];
  const cluster = new MemoryCluster(() => NOW, []);
  const object = put(cluster, NAME, scene);
  const sent: string[] = [];
  const account = accountOf(scene, sent);
  const env = environmentOf(kinds, cluster, account, scene);
  for (const [name, spec] of Object.entries(scene.operations ?? {}))
    env.operations.note(
      undefined,
      cluster.apply({ ...NAME, kind: OPERATION.kind, name }, { target: TARGET, ...spec }),
    );
  const memory: Memory = Object.assign(newMemory(NOW), structuredClone(scene.memory));
  const begun = beginPass(env, kind, object, memory, { class: 'user', namespace: NAME.namespace });
  const pass: Located = {
    ...begun,
    account,
    credential: 'the own settings',
    used: null,
    desired: {
      spec: begun.subject.own.ok ? begun.subject.own.spec : {},
      name: NAME.name,
      mark: markOf(object.metadata.uid),
      secrets: {},
    },
    resolution: { spec: scene.spec ?? {}, ids: {}, missing: [], unresolved: {}, watched: [] },
    strays: [],
    items: { path: '/gadgets', schema: kind.item, paged: true },
    ...scene.located,
  };
  return {
    pass,
    memory,
    cluster,
    sent,
    env,
    claims: env.claims,
    owners: env.owners,
    events: cluster.events,
  };
}
