const CELL = { width: 8.4, height: 20 } as const;
const MARGIN = 20;
const COLOURS = {
  paper: '#0d1117',
  ink: '#e6edf3',
  quiet: '#8b949e',
  heading: '#79c0ff',
  ready: '#3fb950',
} as const;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
const plain = (text: string): string =>
  Object.entries(ENTITIES).reduce((left, [sign, name]) => left.replaceAll(name, sign), text);

/** Renders the text of the demo as a picture: one `text` element per line, in terminal colours.
 *  @param lines without line ends @returns an SVG document */
export function pictureOf(lines: readonly string[]): string {
  const columns = Math.max(...lines.map((line) => line.length));
  const width = Math.ceil(columns * CELL.width) + 2 * MARGIN;
  const height = lines.length * CELL.height + 2 * MARGIN;
  const rows = lines.map((line, at) =>
    line === ''
      ? ''
      : `  <text x="${MARGIN}" y="${MARGIN + CELL.height * (at + 0.75)}" fill="${colourOf(line)}">${escaped(line)}</text>\n`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" xml:space="preserve">
  <title>A run of the demo</title>
  <rect width="100%" height="100%" rx="8" fill="${COLOURS.paper}"/>
${rows.join('')}</svg>
`;
}

/** Returns the lines of a picture without empty ones. */
export const linesOf = (picture: string): readonly string[] =>
  [...picture.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => plain(text));

function colourOf(line: string): string {
  if (line.startsWith('KIND ')) return COLOURS.heading;
  if (/ True /.test(line) || / Ready in /.test(line)) return COLOURS.ready;
  return /^[a-z]/.test(line) ? COLOURS.quiet : COLOURS.ink;
}
