import type { ConfigMapDraft, KubeFailure } from '../engine/ports/cluster.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import { SECRET_LABEL } from '../model/group.ts';
import { titleOf } from '../model/object-key.ts';
import type { KubeClient } from './api/client.ts';
import { readObject } from './reflect/objects.ts';
import { apiVersionOf, CONFIG_MAPS } from './resources.ts';

/** Creates a ConfigMap, or replaces the one of the same owner. @returns a Conflict where the
 *  existing one has another owner */
export async function putConfigMap(
  client: KubeClient,
  draft: ConfigMapDraft,
): Promise<Result<null, KubeFailure>> {
  const { name, namespace, contents } = draft;
  const metadata = { labels: labelsOf(draft), ownerReferences: [ownerOf(draft)] };
  const manifest = {
    apiVersion: apiVersionOf(CONFIG_MAPS),
    kind: CONFIG_MAPS.kind,
    metadata: { name, namespace, ...metadata },
    data: contents,
  };
  const created = await client.create(CONFIG_MAPS, namespace, manifest);
  if (created.ok) return ok(null);
  if (created.failure.code !== 'Conflict') return created;
  const place = { resource: CONFIG_MAPS, namespace, name };
  const there = await client.get(place);
  if (!there.ok) return there;
  const object = readObject(CONFIG_MAPS, there.value);
  if (object?.metadata.labels?.[SECRET_LABEL.owner] !== draft.owner.metadata.uid) {
    return fail({
      code: 'Conflict',
      detail: `${titleOf({ kind: 'ConfigMap', namespace, name })} exists and is not this object's; delete or rename it`,
    });
  }
  const { uid, resourceVersion } = object.metadata;
  const replaced = await client.patch(place, {
    metadata: { ...metadata, uid, resourceVersion },
    data: contents,
  });
  return replaced.ok ? ok(null) : replaced;
}

const labelsOf = ({ owner }: ConfigMapDraft) => ({
  [SECRET_LABEL.kind]: owner.kind,
  [SECRET_LABEL.owner]: owner.metadata.uid,
});
const ownerOf = ({ owner: { apiVersion, kind, metadata } }: ConfigMapDraft) => ({
  apiVersion,
  kind,
  name: metadata.name,
  uid: metadata.uid,
});
