import { FIREWALL } from '../../../src/api/firewall-rules.ts';

/** A port or a range of two, without leading zeros. */
const PIECE = /^([1-9]\d*)(?:-([1-9]\d*))?$/;

/** Returns the number of pieces of a part; 0 when it is invalid. */
const weightOf = (part: string): 0 | 1 | 2 => {
  const [, from, to] = PIECE.exec(part) ?? [];
  if (from === undefined || Number(from) > FIREWALL.port.max) return 0;
  if (to === undefined) return 1;
  return Number(to) > Number(from) && Number(to) <= FIREWALL.port.max ? 2 : 0;
};

/** Returns the problem of a text of ports, "22-24, 80"; undefined when it is valid. A space may
 *  follow a comma. Source: firewalls#ports. */
export const portsProblem = (text: string): string | undefined => {
  const parts = text.split(',').map((part, index) => (index === 0 ? part : part.replace(/^ /, '')));
  const weights = parts.map(weightOf);
  if (weights.includes(0)) return 'ports is not valid';
  const pieces = weights.reduce<number>((sum, weight) => sum + weight, 0);
  return pieces > FIREWALL.portPieces
    ? `ports can have at most ${FIREWALL.portPieces} pieces`
    : undefined;
};
