/** Reserved words of CEL; the API server offers a field with such a name as `__name__`. */
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

/** Escapes reserved field names in a rule; leaves quoted texts unchanged. */
export const escapeReserved = (rule: string): string =>
  rule.replace(FIELD_OR_TEXT, (found: string, name: string | undefined) =>
    name === undefined ? found : `.__${name}__`,
  );
