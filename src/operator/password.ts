import { randomInt } from 'node:crypto';

const CLASSES = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '-_.+=#%'];
const ALL = CLASSES.join('');

/** Generates a random password with at least one letter of each case, a digit and a symbol, without
 *  ambiguous characters.
 *  @param length characters, at least 4 */
export function newPassword(length: number): string {
  const wanted = CLASSES.map(pick);
  while (wanted.length < length) wanted.push(pick(ALL));
  for (let i = wanted.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [wanted[i], wanted[j]] = [wanted[j] ?? '', wanted[i] ?? ''];
  }
  return wanted.join('');
}

const pick = (from: string): string => from[randomInt(from.length)] ?? '';
