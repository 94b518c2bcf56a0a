/** Characters that steer a terminal, and those that turn the order round in which a line is
 *  read. */
const STEERING = String.raw`\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff`;
const ANY = new RegExp(`[${STEERING}]`, 'gu');
/** The same, but for line ends, tabs and our own colours: nothing that hides a text or lets it
 *  blink. */
const STRANGE = new RegExp(String.raw`(?!\n|\t|\u001b\[(?:0|1|2|31|32|33)m)[${STEERING}]`, 'gu');

const written = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** A text as a part of one line, whoever wrote it: what would end the line or steer a terminal is
 *  written out (`\u001b`). */
export const visible = (text: string): string => text.replaceAll(ANY, written);

/** Lines as a terminal may have them: with their colours, and with nothing else that steers it. */
export const visibleLines = (text: string): string => text.replaceAll(STRANGE, written);
