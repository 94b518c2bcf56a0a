import { KNOWN_FORMATS } from './fixups.ts';
import { everySchema, type Schema } from './schema.ts';

/** Describes a required change of the zod schema where no transformation helps; null where there is
 *  none. */
type Demand = (schema: Schema, path: string) => string | null;

const words = (...lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split(' '));

/** Limits for which the API server rejects a whole status because of one value. */
const LIMITS = words(
  'enum pattern allOf multipleOf minimum maximum exclusiveMinimum exclusiveMaximum',
  'minLength maxLength minItems maxItems minProperties maxProperties',
);
const KEYWORDS: readonly string[] = [
  ...LIMITS,
  ...words(
    'type description format nullable default required properties items additionalProperties',
  ),
  ...words(
    'x-kubernetes-int-or-string x-kubernetes-preserve-unknown-fields x-kubernetes-validations',
  ),
  ...words('x-kubernetes-list-type x-kubernetes-list-map-keys x-kubernetes-map-type'),
];

const UNION =
  'a structural schema has no unions: use optional fields and the rule «exactly one of»';
const NAMED = 'schemas cannot refer to each other: take the id out of .meta()';
const ADVICE: Readonly<Record<string, string>> = {
  anyOf: UNION,
  oneOf: UNION,
  not: UNION,
  $ref: NAMED,
  definitions: NAMED,
  prefixItems: 'a structural schema has no tuples: use an object',
};

const unknownKeyword: Demand = (schema) => {
  const unknown = Object.keys(schema).find((keyword) => !KEYWORDS.includes(keyword));
  if (unknown === undefined) return null;
  return `${unknown}: ${ADVICE[unknown] ?? 'unknown to the generator: add a fix-up, or say it in another way'}`;
};

/** JavaScript syntax that Go's RE2 lacks: lookaround, backreferences, numeric code points. */
const NOT_RE2 = /\(\?<?[=!]|\\[1-9]|\\k<|\\u/;

const foreignPattern: Demand = ({ pattern, allOf = [] }) => {
  const patterns = [pattern, ...allOf.map((part) => part.pattern)].filter(
    (one) => one !== undefined,
  );
  if (!patterns.some((one) => NOT_RE2.test(one))) return null;
  return 'the pattern does not compile in RE2: say it with a simpler pattern and a rule';
};

const foreignFormat: Demand = ({ format }) => {
  if (format === undefined || KNOWN_FORMATS.includes(format)) return null;
  return `format ${format}: unknown to the API server, and nothing else limits the text`;
};

/** Requires a description; the field describes the members of its lists and maps. */
const undescribed: Demand = ({ description }, path) =>
  /[\]}]$/.test(path) || (description ?? '').trim() !== ''
    ? null
    : 'has no description: add .describe()';

const opaque: Demand = (schema) =>
  schema['x-kubernetes-preserve-unknown-fields'] === true ? 'takes anything: say what it is' : null;

const unlimited: Demand = (schema) => {
  if (schema.type === 'string' && schema.enum === undefined && schema.maxLength === undefined)
    return `give it a .max(): ${COST} text`;
  if (schema.type === 'array' && schema.maxItems === undefined)
    return `give it a .max(): ${COST} list`;
  if (schema.additionalProperties === undefined || schema.maxProperties !== undefined) return null;
  return 'a map without a limit: name its fields in an object, or use a list';
};
const COST = 'the cost of a rule is reckoned with the longest';

/** Rejects limits in a status, except in conditions, whose form Kubernetes defines. */
const limited: Demand = (schema, path) => {
  if (path.startsWith('status.conditions')) return null;
  const limit = LIMITS.find((keyword) => schema[keyword] !== undefined);
  return limit === undefined
    ? null
    : `${limit}: a status carries types only, else one odd value loses the whole status`;
};

const unmerged: Demand = (schema) =>
  schema.type === 'array' && schema['x-kubernetes-list-type'] === undefined
    ? 'a list that does not say how it is merged: setOf, mapBy, asWhole or inOrder'
    : null;

const unmergeable: Demand = (schema) =>
  schema['x-kubernetes-list-type'] === 'set' && schema.items?.type === 'object'
    ? 'a set of objects, which no API server can merge: mapBy or asWhole'
    : null;

const ALWAYS: readonly Demand[] = [
  unmerged,
  unmergeable,
  unknownKeyword,
  foreignPattern,
  foreignFormat,
  undescribed,
];
const DEMANDS: Readonly<Record<'spec' | 'status', readonly Demand[]>> = {
  spec: [...ALWAYS, opaque, unlimited],
  status: [...ALWAYS, limited],
};

/** Returns the problems of a schema, one line each: the path and the required change. */
export const problemsIn = (schema: Schema, part: 'spec' | 'status'): readonly string[] =>
  everySchema(schema, part).flatMap(({ schema: node, path }) =>
    DEMANDS[part]
      .map((demand) => demand(node, path))
      .filter((problem) => problem !== null)
      .map((problem) => `${path}: ${problem}`),
  );
