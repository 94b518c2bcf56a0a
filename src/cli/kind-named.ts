import { KINDS } from '../kinds/index.ts';
import type { AnyKind } from '../model/kind.ts';

/** A kind by the names that kubectl takes, in any case; undefined where no kind has the name. */
export const kindNamed = (word: string): AnyKind | undefined =>
  KINDS.find(({ kind, plural, shortNames }) =>
    [kind, plural, ...shortNames].some((name) => name.toLowerCase() === word.toLowerCase()),
  );

/** Says which names there are. */
export const KIND_NAMES = `must be one of ${KINDS.map(({ kind }) => kind).join(', ')}`;
