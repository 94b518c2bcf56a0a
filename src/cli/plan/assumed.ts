import { z } from 'zod';
import type { SecretRecord } from '../../engine/ports/cluster.ts';
import { namespacedName } from '../../model/object-key.ts';
import { Secret } from '../../model/secret.ts';
import type { Manifests } from './manifests.ts';
import { secretRecord } from './secrets.ts';

const Reference = z.object({ name: z.string(), key: z.string().optional() });

/** Placeholder long enough for a password, and a JSON object: valid wherever a Secret's value is
 *  used. It is never sent. */
const ANYTHING = new Secret('{"assumed":true}');

/** Returns placeholders for the Secrets that specs refer to and that are not among the manifests:
 *  without a cluster they are assumed to exist. */
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
