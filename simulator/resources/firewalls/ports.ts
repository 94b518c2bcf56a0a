import { FIREWALL } from '../../../src/api/firewall-rules.ts';

/** A port or a range of two, without leading zeros. */
const PIECE = /^([1-9]\d*)(?:-([1-9]\d*))?$/;

/** How many pieces a part of the text counts for; 0 when it is not valid. */
const weightOf = (part: string): 0 | 1 | 2 => {
  const [, from, to] = PIECE.exec(part) ?? [];
  if (from === undefined || Number(from) > FIREWALL.port.max) return 0;
  if (to === undefined) return 1;
  return Number(to) > Number(from) && Number(to) <= FIREWALL.port.max ? 2 : 0;
};

/** What is wrong with a text of ports, "22-24, 80"; undefined when nothing is. A space may follow a
 *  comma. Source: firewalls#ports. */
export const portsProblem = (text: string): string | undefined => {
  const parts = text.split(',').map((part, index) => (index === 0 ? part : part.replace(/^ /, '')));
  const weights = parts.map(weightOf);
  if (weights.includes(0)) return 'ports is not valid';
  const pieces = weights.reduce<number>((sum, weight) => sum + weight, 0);
  return pieces > FIREWALL.portPieces
    ? `ports can have at most ${FIREWALL.portPieces} pieces`
    : undefined;
};
