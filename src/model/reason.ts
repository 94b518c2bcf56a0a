const LONGEST = 64;

/** Converts a word of the service to a condition reason: `shutting_down` becomes `ShuttingDown`.
 *  Words are an open set, so every text has a reason: characters that Kubernetes does not allow are
 *  dropped, and an empty result becomes `Unknown`. */
export function reasonOf(word: string): string {
  const reason = word
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
    .slice(0, LONGEST);
  return reason === '' ? 'Unknown' : /^[A-Z]/.test(reason) ? reason : `Status${reason}`;
}
