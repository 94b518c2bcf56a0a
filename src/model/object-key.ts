/** The name of an object among those of its kind. */
export interface NamespacedName {
  readonly namespace: string;
  readonly name: string;
}

interface Named extends NamespacedName {
  readonly kind: string;
}

/** The name of an object among those of all kinds: `Volume/shop/data`. */
export type ObjectKey = `${string}/${string}/${string}`;

/** The key of an object. Names of kinds, namespaces and objects have no slash. */
export const formatKey = ({ kind, namespace, name }: Named): ObjectKey =>
  `${kind}/${namespace}/${name}`;

/** The name that a key was made of. */
export function parseKey(key: ObjectKey): Named {
  const [kind = '', namespace = '', name = ''] = key.split('/');
  return { kind, namespace, name };
}

/** `shop/data`, as kubectl shows it. */
export const namespacedName = ({ namespace, name }: NamespacedName): string =>
  `${namespace}/${name}`;

/** `Volume shop/data`, for messages. */
export const titleOf = (object: Named): string => `${object.kind} ${namespacedName(object)}`;

export const secretTitle = (secret: NamespacedName): string =>
  titleOf({ kind: 'Secret', namespace: secret.namespace, name: secret.name });
