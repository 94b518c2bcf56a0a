const LONGEST = 64;

/** A word of the service as the reason of a condition: `shutting_down` becomes `ShuttingDown`.
 *  Words are an open set, so every text has a reason: what Kubernetes does not allow in one is left
 *  out, and `Unknown` stands for nothing at all. */
export function reasonOf(word: string): string {
  const reason = word
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
    .slice(0, LONGEST);
  return reason === '' ? 'Unknown' : /^[A-Z]/.test(reason) ? reason : `Status${reason}`;
}
