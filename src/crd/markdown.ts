/** Escapes a text for a table cell; leaves code unchanged. */
const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .replaceAll(/`[^`]*`|</g, (found) => (found === '<' ? '&lt;' : found));

const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** Builds a table; cells may contain any text of one paragraph. Empty when there are no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export const list = (items: readonly string[]): string =>
  items.map((item) => `- ${item}`).join('\n');

export const code = (text: string): string => `\`${text}\``;

/** Builds a section; empty when its body is empty. */
export const section = (heading: string, ...paragraphs: readonly string[]): string => {
  const body = paragraphs.filter((paragraph) => paragraph !== '');
  return body.length === 0 ? '' : [`## ${heading}`, ...body].join('\n\n');
};

/** Joins the parts of a page with blank lines; omits empty ones. */
export const page = (...parts: readonly string[]): string =>
  `${parts.filter((part) => part !== '').join('\n\n')}\n`;
