import type { AnyKind } from '../../src/model/kind.ts';

/** Returns the kind of a collection's items. */
export const kindAt = (kinds: readonly AnyKind[], path: string): AnyKind | null =>
  kinds.find((kind) => templateOf(kind) === path.replaceAll(/\d+/g, '0')) ?? null;

const templateOf = (kind: AnyKind): string => collectionIn(kind, 0).replaceAll(/\d+/g, '0');

/** Returns the collection of a kind; for items of a domain, that of this domain. */
export const collectionIn = (kind: AnyKind, domainId: number): string =>
  kind.collection({ spec: { domainRef: { id: domainId } }, name: '', mark: null, secrets: {} });
