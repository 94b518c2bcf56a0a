import type { Flag } from './flags.ts';

/** The part of a flag that the help and the reference page show. */
export type Described = Omit<Flag, 'schema'>;

const WIDTH = 110;
/** A longer name gets a line of its own. */
const NAME_WIDTH = 24;

/** Formats a flag as in `-n, --namespace NAME`. */
export const spellingOf = (name: string, { value, short }: Described): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;

/** Returns the source of the value of a missing flag; empty for required flags and switches. */
export const fallbackOf = ({ variable, default: text, unset }: Described): string =>
  [variable, text ?? unset].filter((one) => one !== undefined).join(', else ');

/** Returns the help lines of the flags of a command, in the order of declaration. */
export function flagLines(flags: Readonly<Record<string, Described>>): string {
  const widest = Math.max(
    0,
    ...Object.entries(flags)
      .map(([name, flag]) => spellingOf(name, flag).length)
      .filter((length) => length <= NAME_WIDTH),
  );
  return Object.entries(flags)
    .flatMap(([name, flag]) => linesOf(spellingOf(name, flag), sentenceOf(flag), widest + 2))
    .map((line) => `  ${line}`)
    .join('\n');
}

/** Describes the effect of a flag, with its default. */
function sentenceOf(flag: Described): string {
  const fallback = fallbackOf(flag);
  return `${flag.help}${flag.repeatable === true ? '; repeatable' : ''}${fallback === '' ? '' : ` (default: ${fallback})`}`;
}

function linesOf(spelling: string, sentence: string, indent: number): readonly string[] {
  const [first = '', ...more] = wrapped(sentence, WIDTH - indent);
  const rest = more.map((line) => `${' '.repeat(indent)}${line}`);
  return spelling.length + 2 <= indent
    ? [`${spelling.padEnd(indent)}${first}`, ...rest]
    : [spelling, `${' '.repeat(indent)}${first}`, ...rest];
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
