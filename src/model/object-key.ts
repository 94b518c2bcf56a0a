/** The name of an object among those of its kind. */
export interface NamespacedName {
  readonly namespace: string;
  readonly name: string;
}

interface Named extends NamespacedName {
  readonly kind: string;
}

/** The key of an object among those of all kinds: `Volume/shop/data`. */
export type ObjectKey = `${string}/${string}/${string}`;

/** Formats the key of an object. Names of kinds, namespaces and objects contain no slash. */
export const formatKey = ({ kind, namespace, name }: Named): ObjectKey =>
  `${kind}/${namespace}/${name}`;

/** Parses a key. */
export function parseKey(key: ObjectKey): Named {
  const [kind = '', namespace = '', name = ''] = key.split('/');
  return { kind, namespace, name };
}

/** Formats `shop/data`, as kubectl does. */
export const namespacedName = ({ namespace, name }: NamespacedName): string =>
  `${namespace}/${name}`;

/** Formats `Volume shop/data`, for messages. */
export const titleOf = (object: Named): string => `${object.kind} ${namespacedName(object)}`;

export const secretTitle = (secret: NamespacedName): string =>
  titleOf({ kind: 'Secret', namespace: secret.namespace, name: secret.name });
