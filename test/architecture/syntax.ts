import { parseSync } from 'oxc-parser';
import { type FactType, SIGHTINGS } from './sightings.ts';
import { isNode, type Place, placesUnder, wordOf } from './tree.ts';

/** A fact. `text`: the specifier, identifier, `object.property`, literal, comment, called name or
 *  case word; otherwise the node's type. */
export interface Fact {
  readonly type: FactType;
  readonly text: string;
  readonly line: number;
}

/** A function of any form, with its lines. */
export interface FunctionSpan {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

export interface Syntax {
  readonly facts: readonly Fact[];
  readonly functions: readonly FunctionSpan[];
  /** Errors of the parser; with errors the rest is unreliable. */
  readonly errors: readonly string[];
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

/** Returns the name of a function, or of its assignment target or callee. */
function nameOf({ node, parent }: Place): string {
  return (
    wordOf(node['id']) ||
    wordOf(parent?.['id']) ||
    wordOf(parent?.['key']) ||
    wordOf(parent?.['callee']) ||
    'function'
  );
}

/** Builds the conversion of an offset to a line number, from 1. */
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

/** Extracts the facts of a TypeScript source. Never fails: a source that does not parse returns its
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
