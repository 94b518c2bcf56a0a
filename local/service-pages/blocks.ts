import type { Contract } from './contract.ts';
import { DRAWINGS } from './tables.ts';

/** A generated block of a page: `<!-- table: record Volume -->` … `<!-- end -->`. */
interface Block {
  readonly drawing: string;
  readonly names: readonly string[];
}

const BLOCK = /^<!-- table: (\w+)((?: [\w.]+)*) -->\n[^]*?^<!-- end -->$/gm;

const blockOf = (drawing: string, names: string): Block => ({
  drawing,
  names: names.split(' ').filter((name) => name !== ''),
});

/** Returns the generated blocks of a page, in order. */
export const blocksIn = (text: string): readonly Block[] =>
  [...text.matchAll(BLOCK)].map(([, drawing = '', names = '']) => blockOf(drawing, names));

function drawn(contract: Contract, { drawing, names }: Block): string {
  const draw = DRAWINGS[drawing];
  if (draw === undefined)
    throw new Error(`no table is called ${drawing}; there are ${Object.keys(DRAWINGS).join(', ')}`);
  const text = draw(contract, names);
  if (text === '') throw new Error(`the table ${drawing} of ${names.join(' ')} has no rows`);
  return text;
}

/** Renders a page with its tables from the contract; keeps the text beside them. @throws when a
 *  marker names an unknown part, or has no end */
export function withTables(text: string, contract: Contract): string {
  const opened = text.match(/^<!-- table: /gm)?.length ?? 0;
  if (opened !== blocksIn(text).length)
    throw new Error('a marker is not of the form <!-- table: drawing names --> … <!-- end -->');
  return text.replaceAll(BLOCK, (_, drawing: string, names: string) =>
    [
      `<!-- table: ${drawing}${names} -->`,
      '',
      drawn(contract, blockOf(drawing, names)),
      '',
      '<!-- end -->',
    ].join('\n'),
  );
}
