import { parseSync } from 'oxc-parser';
import { type FactType, SIGHTINGS } from './sightings.ts';
import { isNode, type Place, placesUnder, wordOf } from './tree.ts';

/** `text`: the specifier, identifier, `object.property`, literal, comment, called name or case word
 *  that was met; the node's type where there is no better word. */
export interface Fact {
  readonly type: FactType;
  readonly text: string;
  readonly line: number;
}

/** A function of any form, with the lines from its first to its last character. */
export interface FunctionSpan {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

export interface Syntax {
  readonly facts: readonly Fact[];
  readonly functions: readonly FunctionSpan[];
  /** What the parser refuses; the rest is then not to be trusted. */
  readonly errors: readonly string[];
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

/** The name of a function, or of what it is assigned to or passed to. */
function nameOf({ node, parent }: Place): string {
  return (
    wordOf(node['id']) ||
    wordOf(parent?.['id']) ||
    wordOf(parent?.['key']) ||
    wordOf(parent?.['callee']) ||
    'function'
  );
}

/** Tells the line of an offset, counted from 1. */
function lineCounter(text: string): (offset: number) => number {
  const ends = Array.from(text.matchAll(/\n/g), ({ index }) => index);
  return (offset) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** What a TypeScript source says. Never fails: a source that does not parse comes back with
 *  errors. */
export function readSyntax(path: string, text: string): Syntax {
  const parsed = parseSync(path, text);
  const lineAt = lineCounter(text);
  const program: unknown = parsed.program;
  const places = isNode(program) ? [...placesUnder({ node: program, parent: null, key: '' })] : [];
  const comments = parsed.comments.map(({ value, start }) => ({
    type: 'comment' as const,
    text: value,
    line: lineAt(start),
  }));
  const facts = places.flatMap((place) =>
    (SIGHTINGS[place.node.type]?.(place) ?? []).map(([type, word]) => ({
      type,
      text: word,
      line: lineAt(place.node.start),
    })),
  );
  const functions = places
    .filter(({ node }) => FUNCTIONS.has(node.type))
    .map((place) => ({
      name: nameOf(place),
      line: lineAt(place.node.start),
      lines: lineAt(place.node.end) - lineAt(place.node.start) + 1,
    }));
  return {
    facts: [...facts, ...comments],
    functions,
    errors: parsed.errors.map((error) => error.message),
  };
}
