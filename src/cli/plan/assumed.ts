import { z } from 'zod';
import type { SecretRecord } from '../../engine/ports/cluster.ts';
import { namespacedName } from '../../model/object-key.ts';
import { Secret } from '../../model/secret.ts';
import type { Manifests } from './manifests.ts';
import { secretRecord } from './secrets.ts';

const Reference = z.object({ name: z.string(), key: z.string().optional() });

/** Long enough for a password, and a JSON object: whoever reads a Secret to make an item of it
 *  takes this. It is never sent. */
const ANYTHING = new Secret('{"assumed":true}');

/** The Secrets that specs take values from and that are not among the manifests: without a cluster
 *  they are taken to be there. */
export function assumedSecrets({ objects, secrets }: Manifests): readonly SecretRecord[] {
  const wanted = objects.flatMap(({ kind, name, spec }) =>
    kind.secretRefs.flatMap(({ path, key }) => {
      const reference = Reference.safeParse(spec[path]);
      return reference.success ? [{ namespace: name.namespace, key, ...reference.data }] : [];
    }),
  );
  const missing = wanted.filter(
    ({ namespace, name }) =>
      !secrets.some((one) => one.namespace === namespace && one.name === name),
  );
  const keys = Map.groupBy(missing, namespacedName);
  return [...keys.values()].flatMap((uses) => {
    const [first] = uses;
    const contents = Object.fromEntries(uses.map(({ key }) => [key, ANYTHING]));
    return first === undefined ? [] : [secretRecord(first.namespace, first.name, contents)];
  });
}
