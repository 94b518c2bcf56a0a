const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [
  0x22, 0x2c, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d,
] as const;

/** Parses a JSON text. Throws a SyntaxError where it is invalid. */
type Parse = (text: string) => unknown;

/** Parses JSON incrementally: each element of one list at the top of a map is parsed as soon as it
 *  is complete, so that a listing of many megabytes neither blocks the event loop nor exists as one
 *  text. */
export class JsonPieces {
  readonly #list: string;
  readonly #parse: { readonly element: Parse; readonly rest: Parse };
  /** The text without the elements of the list. */
  readonly #rest: string[] = [];
  #element: string[] = [];
  #elements: unknown[] = [];
  #depth = 0;
  #isMap = false;
  #isInList = false;
  #isInString = false;
  #isEscaped = false;
  /** The last string at the top level, as far as received. */
  #word = '';

  /** @param list the name of the list
   *  @param element parses the text of an element
   *  @param rest parses the text without these elements */
  constructor(list: string, element: Parse = JSON.parse, rest: Parse = JSON.parse) {
    this.#list = list;
    this.#parse = { element, rest };
  }

  /** Parses the next chunk. @throws SyntaxError where an element is invalid */
  push(piece: string): void {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      if (this.#isInString) {
        at = this.#pass(piece, at);
        continue;
      }
      const unit = piece.charCodeAt(at);
      if (unit === QUOTE) this.#isInString = this.#begin();
      else if (unit === OPEN_LIST || unit === OPEN_MAP) {
        if (this.#opens(unit)) from = this.#cut(piece, from, at + 1);
      } else if (unit === CLOSE_LIST || unit === CLOSE_MAP) {
        if (this.#closes()) from = this.#end(piece.slice(from, at), this.#elements.length > 0, at);
      } else if (unit === COMMA && this.#isInList && this.#depth === 2)
        from = this.#end(piece.slice(from, at), true, at + 1);
    }
    (this.#isInList ? this.#element : this.#rest).push(piece.slice(from));
  }

  /** Returns the complete value. @throws SyntaxError where the text is invalid */
  end(): unknown {
    const value: unknown = this.#parse.rest(this.#rest.join(''));
    if (
      typeof value !== 'object' ||
      value === null ||
      !Array.isArray(Reflect.get(value, this.#list))
    )
      return value;
    return this.#isMap ? { ...value, [this.#list]: this.#elements } : value;
  }

  #begin(): true {
    if (this.#depth === 1) this.#word = '';
    return true;
  }

  /** Advances to the end of a string, or of the chunk. @returns the position of its last
   *  character */
  #pass(piece: string, from: number): number {
    const start = this.#isEscaped ? from + 1 : from;
    let quote = piece.indexOf('"', start);
    while (quote >= 0 && isEscaped(piece, start, quote)) quote = piece.indexOf('"', quote + 1);
    this.#isInString = quote < 0;
    const end = quote < 0 ? piece.length : quote;
    this.#isEscaped = quote < 0 && isEscaped(piece, start, end);
    if (this.#depth === 1) this.#word += piece.slice(from, end);
    return end;
  }

  /** Returns true at the start of the list. */
  #opens(unit: number): boolean {
    this.#depth++;
    if (this.#depth === 1) this.#isMap = unit === OPEN_MAP;
    return this.#depth === 2 && unit === OPEN_LIST && this.#isMap && this.#word === this.#list;
  }

  #cut(piece: string, from: number, at: number): number {
    this.#rest.push(piece.slice(from, at));
    this.#elements = [];
    this.#isInList = true;
    return at;
  }

  /** Returns true at the end of the list. */
  #closes(): boolean {
    this.#depth--;
    return this.#isInList && this.#depth === 1;
  }

  /** Ends an element, or the list after it. @param isThere false: blank text is no element */
  #end(last: string, isThere: boolean, at: number): number {
    const text = [...this.#element, last].join('');
    this.#element = [];
    if (this.#depth === 1) this.#isInList = false;
    if (isThere || text.trim() !== '') this.#elements.push(this.#parse.element(text));
    return at;
  }
}

/** Reports whether an odd number of backslashes precedes a position. */
function isEscaped(text: string, start: number, place: number): boolean {
  let first = place;
  while (first > start && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (place - first) % 2 === 1;
}
