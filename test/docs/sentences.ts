import { type Page, proseOf } from './pages.ts';

/** Verbs with which an instruction begins: it says what the reader is to do, and claims nothing. */
const VERBS =
  'apply|begin|build|change|copy|delete|do not|give|label|look|next|prefer|read|restart|roll out|run|say so|see|set|then|use|write|you need';
const INSTRUCTION = new RegExp(`^(?:${VERBS})\\b`, 'i');
/** What may stand before the verb: `**Said in short.**`, `To go back,`. */
const BEFORE = /^(?:(?:To|For|With) [^,.]*, )/;

/** The sentences of a page that claim something, each on one line: those of paragraphs and list
 *  items, and the rows of tables. Headings, the heads of tables, instructions, the short names of
 *  list items, and what only introduces a list or a block are none. */
export function claimsIn(page: Page): readonly string[] {
  const blocks = proseOf(page).split(/\n{2,}|\n(?=- |\d+\. |\|)/);
  return blocks
    .flatMap((block, at) =>
      block.startsWith('|') ? rowOf(block, blocks[at + 1]) : sentencesOf(block),
    )
    .filter(isClaim);
}

/** A sentence that only says where to read on: `Reasons: [decision 16](…).` */
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

/** A row of a table; its head stands over a line of dashes. */
const rowOf = (row: string, below = ''): readonly string[] =>
  isLine(row) || isLine(below) ? [] : [oneLine(row)];

function sentencesOf(block: string): readonly string[] {
  if (/^#+ /.test(block.trim())) return [];
  const text = oneLine(block).replace(/^(?:- |\d+\. )/, '');
  return text.split(/(?<=[.!?](?:\)|\*\*)?) (?=[\p{Lu}`[(*])/u);
}
