import { oldestFirst, takeExistingClaims } from '../../engine/observe/existing-claims.ts';
import { nameOf } from '../../engine/pass/subject.ts';
import type { Clock, Cloud, Credential } from '../../engine/ports/cloud.ts';
import type { KubeObject } from '../../engine/ports/cluster.ts';
import { ENDLESS } from '../../engine/ports/turns.ts';
import { Brake } from '../../engine/term/brake.ts';
import { DEFAULT_SETTINGS, type Environment, newShared } from '../../engine/term/environment.ts';
import { ok } from '../../model/failure.ts';
import type { AnyKind } from '../../model/kind.ts';
import type { Forecast } from './forecast.ts';
import { ImaginedCluster, type Place, type SecretSource } from './imagined-cluster.ts';
import { isServed, type Manifest } from './manifests.ts';
import { applied } from './objects.ts';
import { forecast } from './preview.ts';

/** The input of a plan. */
export interface Grounds {
  readonly kinds: readonly AnyKind[];
  readonly manifests: readonly Manifest[];
  /** The class of the planned manifests; null: those without a class; undefined: all. Others only
   *  serve as referents. */
  readonly class: string | null | undefined;
  /** Objects of the cluster; null: no cluster is read. */
  readonly there: readonly KubeObject[] | null;
  readonly place: Place;
  readonly secretOf: SecretSource;
  readonly cloud: Cloud;
  readonly clock: Clock;
  /** The operator's own credential. */
  readonly credential: Credential;
}

/** A manifest and its forecast. */
export interface Planned {
  readonly manifest: Manifest;
  readonly forecast: Forecast;
}

/** Plans every manifest of the class, in order. Plans dependents again after the item of a referent
 *  is found. */
export async function planAll(grounds: Grounds): Promise<readonly Planned[]> {
  const { manifests, there, clock } = grounds;
  const objects = applied(manifests, there ?? [], clock.now());
  const cluster = new ImaginedCluster(objects, grounds.secretOf, grounds.place);
  const env = environmentOf(grounds, cluster);
  for (const object of oldestFirst(objects)) takeExistingClaims(env.claims, grounds.kinds, object);
  for (const object of objects) env.usedCredentials.note(object);
  const rows = manifests
    .map((manifest, i) => ({ manifest, object: objects[i] }))
    .filter(({ manifest }) => isServed(manifest, grounds.class));
  const found = new Map<Manifest, Forecast>();
  for (let open = rows; open.length > 0; ) {
    const looked = await Promise.all(
      open.flatMap(({ manifest, object }) =>
        object === undefined
          ? []
          : [
              forecast(env, manifest.kind, object, there !== null).then((previewed) => ({
                manifest,
                object,
                previewed,
              })),
            ],
      ),
    );
    for (const { manifest, previewed } of looked) found.set(manifest, previewed);
    const shown = looked.filter(({ object, previewed }) => show(cluster, object, previewed));
    open = shown.length > 0 ? rows.filter(({ manifest }) => manifest.kind.refs.length > 0) : [];
  }
  return rows.flatMap(({ manifest, object }) => {
    const previewed = found.get(manifest);
    if (previewed === undefined || object === undefined) return [];
    // The hash covers the uid, which exists only for objects in the cluster.
    const isHeld = there?.some(({ metadata }) => metadata.uid === object.metadata.uid) === true;
    return [
      { manifest, forecast: isHeld ? previewed : { ...previewed, hash: null, approval: null } },
    ];
  });
}

/** Shows the found item of an object to the others. @returns true if it was unknown */
function show(cluster: ImaginedCluster, object: KubeObject, { face }: Forecast): boolean {
  const before = cluster.get(nameOf(object))?.status as { readonly id?: unknown } | undefined;
  if (face['id'] === undefined || before?.id === face['id']) return false;
  cluster.put({ ...object, status: { ...before, ...face } });
  return true;
}

const environmentOf = (
  { kinds, cloud, clock, credential }: Grounds,
  cluster: ImaginedCluster,
): Environment => ({
  self: { name: '', class: null },
  kinds,
  cloud,
  cluster,
  clock,
  turns: ENDLESS,
  telemetry: { pass: () => {} },
  settings: DEFAULT_SETTINGS,
  random: () => 0,
  password: (length) => '0'.repeat(length),
  ownCredential: () => credential,
  brake: new Brake(cluster, DEFAULT_SETTINGS.brake),
  custody: { take: async (secret) => ok(secret) },
  ...newShared(() => undefined),
});
