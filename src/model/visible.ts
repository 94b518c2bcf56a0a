/** Characters that control a terminal, and those that reverse the reading order of a line. */
const STEERING = String.raw`\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff`;
const ANY = new RegExp(`[${STEERING}]`, 'gu');
/** The same characters except line ends, tabs and the operator's own colours. */
const STRANGE = new RegExp(String.raw`(?!\n|\t|\u001b\[(?:0|1|2|31|32|33)m)[${STEERING}]`, 'gu');

const written = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** Escapes a text for a single line: line ends and control characters become `\u001b`. */
export const visible = (text: string): string => text.replaceAll(ANY, written);

/** Escapes lines for a terminal: keeps colours, and escapes all other control characters. */
export const visibleLines = (text: string): string => text.replaceAll(STRANGE, written);
