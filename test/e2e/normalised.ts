/** Varying texts and their replacements. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '<time>'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{3,}){2,}\b/gi, '<uuid>'],
  [/\b(?:[0-9a-f]{16}){1,2}\b/g, '<hash>'],
  [/\b\d+(\.\d+){3}\b/g, '<address>'],
  [/\blin-\d+-\d+-/g, 'lin-<id>-'],
  [/(?<=Resource Version: +)\d+/g, '<version>'],
  [/(?<=(item|instance|Id:) +)\d{4,}\b/g, '<id>'],
  [/\b\d+[smh](\d+[smh])?(?= +cloudinfra-operator)/g, '<age>'],
];

const masked = (text: string): string =>
  VARYING.reduce((result, [pattern, mask]) => result.replaceAll(pattern, mask), text);

/** Replacements for all cells of a column. */
const COLUMNS: Readonly<Record<string, string>> = { ID: '<id>', AGE: '<age>' };

/** Normalizes the output of kubectl: masks ids, addresses, hashes, times and ages, and aligns
 *  tables again. */
export const normalised = (text: string): string =>
  text
    .split('\n\n')
    .map((block) => (/^NAME +\S/.test(block) ? table(block) : masked(block)))
    .join('\n\n');

/** Aligns cells with the words of the heading. */
function table(block: string): string {
  const lines = block.split('\n');
  const starts = Array.from((lines[0] ?? '').matchAll(/\S+/g), ({ index }) => index);
  const rows = lines.map((line) =>
    starts.map((start, at) => line.slice(start, starts[at + 1]).trim()),
  );
  const [heading = [], ...body] = rows;
  const cells = [
    heading,
    ...body.map((row) =>
      row.map((cell, at) => (cell === '' ? '' : (COLUMNS[heading[at] ?? ''] ?? masked(cell)))),
    ),
  ];
  const widths = heading.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}
