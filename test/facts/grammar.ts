import type { FieldRow } from './rows.ts';

/** What the words in a cell or in brackets say about a field. */
export type Attributes = Omit<FieldRow, 'document' | 'resource' | 'field'>;

const TYPES: readonly (readonly [RegExp, NonNullable<FieldRow['type']>])[] = [
  [/\barrays?\b/, 'array'],
  [/\bobject\b/, 'object'],
  [/\bbooleans?\b/, 'boolean'],
  [/\bdate-time\b/, 'date-time'],
  [/\bintegers?\b/, 'integer'],
  [/\bstrings?\b|\benum\b/, 'string'],
];

/** The type that is named first. */
const typeOf = (text: string): Attributes => {
  const found = TYPES.map(([pattern, type]) => ({ at: text.search(pattern), type })).filter(({ at }) => at >= 0);
  const [first] = found.toSorted((a, b) => a.at - b.at);
  return first === undefined ? {} : { type: first.type };
};

const boundsOf = (text: string): Attributes => {
  const [, min, max] = /(\d+)\.\.(\d+)/.exec(text) ?? [];
  if (min !== undefined && max !== undefined) return { min: Number(min), max: Number(max) };
  const [, most] = /(?:up to|at most) (\d+)(?! letters)/.exec(text) ?? [];
  return most === undefined ? {} : { max: Number(most) };
};

const NOT_A_WORD = new Set(['required', 'nullable']);

const split = (list: string): readonly string[] =>
  list
    .replace(/\([^)]*\)/g, '')
    .split(/,| or /)
    .map((piece) => piece.trim())
    .filter((piece) => /^[\w-]+$/.test(piece) && !NOT_A_WORD.has(piece.toLowerCase()));

const wordsOf = (text: string): Attributes => {
  const [, named] = /\benum ([^;]+)/.exec(text) ?? /required: ([A-Z, ]+)/.exec(text) ?? /(?:^|, )(\w+ or \w+)(?=$|[,;])/.exec(text) ?? [];
  const words = split(named ?? '');
  return words.length === 0 ? {} : { words };
};

const LITERALS: Readonly<Record<string, unknown>> = { true: true, false: false, 'empty array': [] };

/** A default that is a value; "default assigned" and "default: total RAM" are sentences. */
const defaultOf = (text: string): Attributes => {
  const [, value] = /(?:^|[;,] |boolean |integer )default (empty array|[\w./-]+)(?=$|[;,.)])/.exec(text) ?? [];
  if (value === undefined) return {};
  if (value in LITERALS) return { default: LITERALS[value] };
  if (/^\d+$/.test(value)) return { default: Number(value) };
  return value.includes('/') || value === 'active' ? { default: value } : {};
};

const flagsOf = (text: string): Attributes => ({
  ...(/(^|, |; )F($|[,;])/.test(text) ? { filterable: true } : {}),
  ...(/\bnullable\b/i.test(text) ? { nullable: true } : {}),
  ...(/(^|[;,] |array, |integer )required( on create)?(?=$|[;,: ](?!only|for|when))/.test(text) ? { required: true } : {}),
});

/** Reads what stands in brackets behind a field: "F, string 2..50, Nullable"; what is said of the members of an object is left out. */
export const attributesOf = (text: string): Attributes => {
  const own = text.replace(/\b(objects?)(?::| with | of ).*$/s, '$1');
  return { ...typeOf(own), ...boundsOf(own), ...wordsOf(own), ...defaultOf(own), ...flagsOf(own) };
};

/** Reads the cells of a table of fields; a bare "enum" lists its words at the beginning of the notes. */
export const cellAttributesOf = (type: string, notes: string, required: string): Attributes => {
  const words = type.replace(/, Nullable/, '') === 'enum' ? split(/^[\w, -]+/.exec(notes)?.[0] ?? '') : [];
  return {
    ...attributesOf(type),
    ...(words.length > 0 ? { words } : {}),
    ...(type === 'object' ? {} : { ...defaultOf(notes), ...flagsOf(notes) }),
    ...flagsOf(type),
    ...(required === 'yes' ? { required: true } : {}),
  };
};

/** Cuts a list at its commas, semicolons and "and", but not within brackets. */
const piecesOf = (list: string): readonly string[] =>
  (list.match(/(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[^,;(])+/g) ?? [])
    .flatMap((piece) => (piece.includes('(') ? piece.split(/(?<=\)) and /) : piece.split(' and ')))
    .map((piece) => piece.trim().replace(/^and /, ''))
    .filter((piece) => piece !== '');

/** Reads "name (attributes), name attributes, name"; undefined when a piece does not read so. */
export const fieldListOf = (list: string): readonly (readonly [string, Attributes])[] | undefined => {
  const fields = piecesOf(list).map((piece) => {
    const [, name, bracketed, bare] =
      /^([a-z][a-z0-9_.*]*)(?: value)?(?: \((.*)\)| ((?:boolean|integer|string|enum|object)\b.*))?$/s.exec(piece) ?? [];
    return name === undefined ? undefined : ([name, attributesOf(bracketed ?? bare ?? '')] as const);
  });
  return fields.every((field) => field !== undefined) ? fields : undefined;
};
