import { z } from 'zod';
import type { SecretRecord } from '../../engine/ports/cluster.ts';
import { namespacedName } from '../../model/object-key.ts';
import { Secret } from '../../model/secret.ts';

const Texts = z.record(z.string(), z.string()).nullish();
const Manifest = z.looseObject({
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional(), labels: Texts }),
  data: Texts,
  stringData: Texts,
  type: z.string().optional(),
});

const decoded = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

/** Parses the Secret of a manifest; none where it is invalid. @param namespace of a Secret that
 *  names none */
export function secretIn(value: unknown, namespace: string): readonly SecretRecord[] {
  const parsed = Manifest.safeParse(value);
  if (!parsed.success) return [];
  const { metadata, data, stringData, type } = parsed.data;
  const texts = [
    ...Object.entries(data ?? {}).map(([key, text]) => [key, decoded(text)] as const),
    ...Object.entries(stringData ?? {}),
  ];
  const record = secretRecord(
    metadata.namespace ?? namespace,
    metadata.name,
    Object.fromEntries(texts.map(([key, text]) => [key, new Secret(text)])),
    metadata.labels ?? {},
  );
  return [type === undefined ? record : { ...record, type }];
}

/** Builds a Secret as a cluster stores it. */
export const secretRecord = (
  namespace: string,
  name: string,
  contents: SecretRecord['contents'],
  labels: SecretRecord['labels'] = {},
): SecretRecord => ({
  name,
  namespace,
  uid: namespacedName({ namespace, name }),
  resourceVersion: '1',
  type: 'Opaque',
  labels,
  finalizers: [],
  owners: [],
  deleting: false,
  contents,
});
