/** Text of one line in which nothing ends the cell or is taken for a tag; what is code stays as it
 *  is. */
const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .replaceAll(/`[^`]*`|</g, (found) => (found === '<' ? '&lt;' : found));

const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** A table; cells may hold any text of one paragraph. Empty when there are no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export const list = (items: readonly string[]): string =>
  items.map((item) => `- ${item}`).join('\n');

export const code = (text: string): string => `\`${text}\``;

/** A heading with what stands under it; nothing at all when that is empty. */
export const section = (heading: string, ...paragraphs: readonly string[]): string => {
  const body = paragraphs.filter((paragraph) => paragraph !== '');
  return body.length === 0 ? '' : [`## ${heading}`, ...body].join('\n\n');
};

/** Parts of a page, the empty ones left out, with a blank line between. */
export const page = (...parts: readonly string[]): string =>
  `${parts.filter((part) => part !== '').join('\n\n')}\n`;
