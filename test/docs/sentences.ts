import { type Page, proseOf } from './pages.ts';

/** Verbs at the beginning of an instruction, which claims nothing. */
const VERBS =
  'apply|begin|build|change|copy|delete|do not|give|label|look|next|prefer|read|restart|roll out|run|say so|see|set|then|use|write|you need';
const INSTRUCTION = new RegExp(`^(?:${VERBS})\\b`, 'i');
/** Words allowed before the verb: `**Said in short.**`, `To go back,`. */
const BEFORE = /^(?:(?:To|For|With) [^,.]*, )/;

/** Returns the claims of a page, each on one line: sentences of paragraphs and list items, and rows
 *  of tables. Excludes headings, heads of tables, instructions, short names of list items, and
 *  introductions of a list or a block. */
export function claimsIn(page: Page): readonly string[] {
  const blocks = proseOf(page).split(/\n{2,}|\n(?=- |\d+\. |\|)/);
  return blocks
    .flatMap((block, at) =>
      block.startsWith('|') ? rowOf(block, blocks[at + 1]) : sentencesOf(block),
    )
    .filter(isClaim);
}

/** Reports a sentence that only refers to another page: `Reasons: [decision 16](…).` */
const isPointer = (sentence: string): boolean => /: \[[^\]]+\]\([^)]+\)\.$/.test(sentence);

const isClaim = (sentence: string): boolean =>
  sentence !== '' &&
  !sentence.endsWith(':') &&
  !isPointer(sentence) &&
  !/^\*\*[^*]+\*\*$/.test(sentence) &&
  !isInstruction(sentence);

const isInstruction = (sentence: string): boolean =>
  INSTRUCTION.test(sentence.replace(/^\*\*[^*]+\*\*: /, '').replace(BEFORE, ''));

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const isLine = (row: string): boolean => /^\|[-|: ]+\|$/.test(row.trim());

/** Returns a row of a table without its head, which precedes a line of dashes. */
const rowOf = (row: string, below = ''): readonly string[] =>
  isLine(row) || isLine(below) ? [] : [oneLine(row)];

function sentencesOf(block: string): readonly string[] {
  if (/^#+ /.test(block.trim())) return [];
  const text = oneLine(block).replace(/^(?:- |\d+\. )/, '');
  return text.split(/(?<=[.!?](?:\)|\*\*)?) (?=[\p{Lu}`[(*])/u);
}
