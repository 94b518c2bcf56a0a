/** Names that CEL keeps for itself; the API server offers a field of such a name as `__name__`. */
const RESERVED = [
  'true',
  'false',
  'null',
  'in',
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
  'var',
  'void',
  'while',
];

const FIELD_OR_TEXT = new RegExp(
  `'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|\\.(${RESERVED.join('|')})\\b`,
  'g',
);

/** A rule in which fields may be written by their own names; texts in quotes stay as they are. */
export const escapeReserved = (rule: string): string =>
  rule.replace(FIELD_OR_TEXT, (found: string, name: string | undefined) =>
    name === undefined ? found : `.__${name}__`,
  );
