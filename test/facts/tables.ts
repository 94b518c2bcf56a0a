/** A table of a document with the heading above it, which is a # line or a line in bold. */
export interface Table {
  readonly heading: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const headingOf = (line: string): string | undefined => (/^#+ (.+)$/.exec(line) ?? /^\*\*([^*]+)\*\*$/.exec(line))?.[1];

/** Every table of a markdown text in its order. */
export const tablesOf = (markdown: string): readonly Table[] => {
  const lines = markdown.split('\n');
  return lines.flatMap((line, index) => {
    if (!/^\|[-| ]+\|$/.test(line)) return [];
    const heading =
      lines
        .slice(0, index)
        .map(headingOf)
        .findLast((text) => text !== undefined) ?? '';
    const body = lines.slice(index + 1);
    const end = body.findIndex((row) => !row.startsWith('|'));
    return [{ heading, header: cellsOf(lines[index - 1] ?? ''), rows: body.slice(0, end < 0 ? undefined : end).map(cellsOf) }];
  });
};
