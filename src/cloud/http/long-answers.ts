import type { Dispatcher } from 'undici';
import { ENDLESS, type Turns } from '../../engine/ports/turns.ts';
import { JsonPieces } from '../../json/pieces.ts';
import { type Answer, type Json, valueOf } from './answer.ts';

/** An answer with more characters than this is parsed during the transfer. */
export const LONG = 256 * 1024;
/** The member with the rows of a page. Source: conventions#pages. */
const ROWS = 'data';

/** Reads a complete answer: its text, or its JSON where it is a long success. A page of the largest
 *  rows has many megabytes: each row is parsed on its own, so that neither a block of the event
 *  loop nor one huge text results. Null when it is larger than allowed; the rest is discarded with
 *  its connection. */
export async function wholeOf(
  { statusCode, body }: Pick<Dispatcher.ResponseData, 'statusCode' | 'body'>,
  largest: number,
  turns: Turns = ENDLESS,
): Promise<Pick<Answer, 'text' | 'json' | 'size'> | null> {
  body.setEncoding('utf8');
  const texts: string[] = [];
  let [size, bytes] = [0, 0];
  let long: LongJson | null = null;
  for await (const text of body as AsyncIterable<string>) {
    size += text.length;
    bytes += Buffer.byteLength(text);
    if (bytes > largest) return null;
    if (long === null) texts.push(text);
    else long.push(text);
    if (long === null && size > LONG && statusCode === 200)
      long = new LongJson(texts.splice(0).join(''));
    if (turns.isOver()) await turns.rest();
  }
  return long === null ? { text: texts.join('') } : { text: '', json: long.end(), size };
}

/** Parses the JSON of a long answer during the transfer. */
class LongJson {
  readonly #pieces = new JsonPieces(ROWS, valueOf, valueOf);
  #isBroken = false;

  constructor(beginning: string) {
    this.push(beginning);
  }

  push(text: string): void {
    this.#unless(() => this.#pieces.push(text));
  }

  end(): Json {
    const value = this.#unless(() => this.#pieces.end());
    return this.#isBroken ? { ok: false } : { ok: true, value };
  }

  /** Runs a parse step. Invalid JSON is still read to its end, like any other answer. */
  #unless<T>(step: () => T): T | undefined {
    if (this.#isBroken) return undefined;
    try {
      return step();
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#isBroken = true;
      return undefined;
    }
  }
}
