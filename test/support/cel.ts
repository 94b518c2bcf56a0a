import { Environment, EvaluationError, type ParseResult } from '@marcbachmann/cel-js';
import type { Schema } from '../../src/crd/schema.ts';

/** Evaluates CEL rules as an API server does, with another evaluator than Kubernetes: the rows of
 *  the kinds run on both. */

type Members = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Converts a Go pattern, which matches code points and writes one as `\x{10FFFF}`. */
export const patternOf = (source: string): RegExp =>
  new RegExp(source.replaceAll(/\\x\{([0-9a-fA-F]+)\}/g, String.raw`\u{$1}`), 'u');

const sum = (list: readonly bigint[]): bigint => list.reduce((a, b) => a + b, 0n);

/** The part of Kubernetes' CEL extensions that rules use; `matches` follows Go's patterns. */
const environment = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
})
  .registerFunction('list.sum(): dyn', sum)
  .registerFunction('string.matchesInGo(string): bool', (text: string, pattern: string) =>
    patternOf(pattern).test(text),
  );

const TEXT_OR_MATCHES = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\.matches\(/g;

const compiled = new Map<string, ParseResult>();

function compile(rule: string): ParseResult {
  const known = compiled.get(rule);
  if (known !== undefined) return known;
  const ours = rule.replace(TEXT_OR_MATCHES, (found) =>
    found === '.matches(' ? '.matchesInGo(' : found,
  );
  const made = environment.parse(ours);
  compiled.set(rule, made);
  return made;
}

/** Reports whether a rule holds; a sentence where its evaluation fails, which rejects too. Throws
 *  for invalid CEL. */
export function holds(rule: string, variables: Members): boolean | string {
  const run = compile(rule);
  try {
    return run(variables) === true;
  } catch (error) {
    if (error instanceof EvaluationError) return `rule evaluation error: ${error.summary}`;
    throw error;
  }
}

/** Reserved words of CEL, offered as `__name__`. */
const RESERVED =
  /^(true|false|null|in|as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while)$/;

const propertyName = (name: string): string => name.replace(RESERVED, '__$1__');

function members(schema: Schema, value: Members): Members {
  const { properties, additionalProperties } = schema;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const named = properties?.[name];
      const inner =
        named ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
      const converted = inner === undefined ? undefined : celValue(inner, member);
      if (converted === undefined) return [];
      return [[named === undefined ? name : propertyName(name), converted] as const];
    }),
  );
}

const byText = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1);

/** Converts a value for rules: integers distinct from other numbers, members under their CEL names,
 *  sets without an order. Omits values of a wrong type. */
export function celValue(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items = {} } = schema;
    const list = value.map((one) => celValue(items, one));
    return schema['x-kubernetes-list-type'] === 'set' ? list.toSorted(byText) : list;
  }
  if (isMap(value)) return members(schema, value);
  if (typeof value !== 'number') return value ?? undefined;
  const isInteger = schema.type === 'integer' || schema['x-kubernetes-int-or-string'] === true;
  return isInteger && Number.isInteger(value) ? BigInt(value) : value;
}
