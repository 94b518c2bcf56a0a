import { parseSync } from 'oxc-parser';
import { isNode, member, type Node, type Place, placesUnder, textOf, wordOf } from './tree.ts';

/** Something that a source file says, in the words the rules are written in. */
export type FactType =
  | 'import'
  | 'reexport'
  | 'default export'
  | 'name'
  | 'member'
  | 'compared'
  | 'text'
  | 'comment'
  | 'call'
  | 'case'
  | 'async'
  | 'await'
  | 'throw'
  | 'class';

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

/** True where an identifier only labels a member or a property: `x.Date`, `{ Date: 1 }`. */
const isLabel = ({ parent, key }: Place): boolean =>
  parent !== null &&
  (key === 'property' || key === 'key') &&
  parent['computed'] !== true &&
  parent['shorthand'] !== true;

const withSource = (type: FactType) => (place: Place) =>
  isNode(place.node['source']) ? [[type, wordOf(place.node['source'])] as const] : [];
const functionFacts = ({ node }: Place) =>
  node['async'] === true ? [['async', node.type] as const] : [];

type Sighting = readonly [FactType, string];

/** What each form of syntax says. */
const SIGHTINGS: Readonly<Record<string, (place: Place) => readonly Sighting[]>> = {
  ImportDeclaration: withSource('import'),
  ImportExpression: withSource('import'),
  TSImportType: withSource('import'),
  ExportAllDeclaration: (place) => [
    ...withSource('import')(place),
    ...withSource('reexport')(place),
  ],
  ExportNamedDeclaration: (place) => [
    ...withSource('import')(place),
    ...withSource('reexport')(place),
  ],
  ExportDefaultDeclaration: ({ node }) => [['default export', node.type]],
  Identifier: (place) => (isLabel(place) ? [] : [['name', wordOf(place.node)]]),
  MemberExpression: memberFacts,
  VariableDeclarator: ({ node }) => destructured(node),
  Literal: ({ node }) => (typeof node['value'] === 'string' ? [['text', node['value']]] : []),
  TemplateElement: ({ node }) => [['text', textOf(member(node['value'], 'raw'))]],
  CallExpression: ({ node }) => [['call', wordOf(node['callee'])]],
  SwitchCase: ({ node }) => [['case', wordOf(node['test'])]],
  FunctionDeclaration: functionFacts,
  FunctionExpression: functionFacts,
  ArrowFunctionExpression: functionFacts,
  AwaitExpression: ({ node }) => [['await', node.type]],
  ForOfStatement: ({ node }) => (node['await'] === true ? [['await', node.type]] : []),
  ThrowStatement: ({ node }) => [['throw', node.type]],
  ClassDeclaration: ({ node }) => [['class', wordOf(node['id'])]],
  ClassExpression: ({ node }) => [['class', wordOf(node['id'])]],
};

/** True where a value decides what happens next: it is switched on, compared, or picks a row of a
 *  table. */
const decides = ({ parent, key }: Place): boolean =>
  parent?.type === 'BinaryExpression' ||
  key === 'discriminant' ||
  (key === 'property' && parent?.['computed'] === true);

function memberFacts(place: Place): readonly Sighting[] {
  const text = `${wordOf(place.node['object'])}.${wordOf(place.node['property'])}`;
  return decides(place)
    ? [
        ['member', text],
        ['compared', text],
      ]
    : [['member', text]];
}

/** `const { env } = process` says `process.env` in another form. */
function destructured(declarator: Node): readonly Sighting[] {
  const { id, init } = declarator;
  if (!isNode(id) || id.type !== 'ObjectPattern') return [];
  return [id['properties']]
    .flat()
    .map((property) => ['member', `${wordOf(init)}.${wordOf(member(property, 'key'))}`]);
}

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
