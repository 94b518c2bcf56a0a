import { type Planned, planAll } from '../../../src/cli/plan/plan-all.ts';
import type { ObjectName } from '../../../src/engine/ports/cluster.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { ok } from '../../../src/model/failure.ts';
import { Secret } from '../../../src/model/secret.ts';
import { cloudOn } from '../../support/cloud-on.ts';
import type { World } from '../../support/world.ts';

/** A manifest of an object of a world. */
export interface Desired extends ObjectName {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Plans manifests with the state of a world's cluster. @param clusterUid null: it may not be
 *  read */
export async function drawIn(
  world: World,
  desired: readonly Desired[],
  clusterUid: string | null = world.cluster.uid(),
  homes: ReadonlyMap<string, string> = new Map(),
): Promise<readonly Planned[]> {
  const cloud = cloudOn(world.wire, world.time, { alive: true, fate: () => 'live' }, world.bugs, {
    time: world.clock.adapterTime,
  });
  const state = { done: false };
  const drawing = planAll({
    kinds: KINDS,
    manifests: desired.flatMap(({ spec, annotations = {}, ...name }) =>
      KINDS.filter(({ kind }) => kind === name.kind).map((kind) => ({
        file: 'a file',
        kind,
        name,
        labels: {},
        annotations,
        spec,
      })),
    ),
    there: KINDS.flatMap((one) => world.cluster.all(one.kind)),
    place: { uid: clusterUid, homes },
    secretOf: async (namespace, secret) => ok(world.cluster.secrets.get(namespace, secret) ?? null),
    cloud,
    clock: world.clock,
    class: undefined,
    credential: { token: new Secret(world.service.tokens.admin), baseUrl: null },
  }).finally(() => {
    state.done = true;
  });
  while (!state.done) await world.time.advance(100);
  await cloud.close();
  return drawing;
}
