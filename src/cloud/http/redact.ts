import type { Failure } from '../../model/failure.ts';

const REDACTED = '[redacted]';
const LONGEST_TEXT = 500;
/** Shorter texts are words such as «yes», which reveal nothing and whose removal would garble every
 *  sentence. */
const SHORTEST_SECRET = 6;

/** Redacts a failure: removes the secrets, then control characters, then truncates each text. This
 *  order leaves no part of a secret.
 *  @param secrets texts to hide; a shorter one may be a part of a longer one */
export function redact(failure: Failure, secrets: readonly string[]): Failure {
  const hidden = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length);
  const clean = (text: string): string =>
    plain(hidden.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text));
  const named = ({ field }: { readonly field?: string }) =>
    field === undefined ? {} : { field: clean(field) };
  if (failure.code === 'Guarded')
    return { ...failure, detail: clean(failure.detail), ...named(failure) };
  if (failure.code !== 'Rejected') return { ...failure, detail: clean(failure.detail) };
  return {
    code: 'Rejected',
    problems: failure.problems.map((problem) => ({
      ...named(problem),
      reason: clean(problem.reason),
    })),
  };
}

const plain = (text: string): string =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, LONGEST_TEXT)
    .toWellFormed();
