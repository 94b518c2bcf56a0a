import { KINDS } from '../kinds/index.ts';
import type { AnyKind } from '../model/kind.ts';

/** Returns a kind by the names that kubectl accepts, in any case; undefined for an unknown name. */
export const kindNamed = (word: string): AnyKind | undefined =>
  KINDS.find(({ kind, plural, shortNames }) =>
    [kind, plural, ...shortNames].some((name) => name.toLowerCase() === word.toLowerCase()),
  );

/** Lists the valid names. */
export const KIND_NAMES = `must be one of ${KINDS.map(({ kind }) => kind).join(', ')}`;
