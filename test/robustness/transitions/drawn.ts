import fc from 'fast-check';
import { specSchema } from '../../../src/crd/definition.ts';
import type { Schema } from '../../../src/crd/schema.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { patternOf } from '../../support/cel.ts';
import { misfits } from '../../support/structure.ts';
import type { Character } from './character.ts';
import { isStand, standIns } from './stand-ins.ts';

/** Known values of a character, by path: `configs.label`, `tags[]`. */
type Words = ReadonlyMap<string, readonly unknown[]>;

/** A schema, its path, and the known values there. */
interface Place {
  readonly schema: Schema;
  readonly parent: string;
  readonly name: string;
  readonly words: Words;
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Word = readonly [place: string, value: unknown];

function wordsIn(value: unknown, parent: string, name: string): readonly Word[] {
  const place = `${parent}.${name}`;
  if (Array.isArray(value))
    return [[`${place}[]`, value], ...value.flatMap((one) => wordsIn(one, parent, name))];
  if (!isMap(value) || isStand(value)) return value === undefined ? [] : [[place, value]];
  const members = Object.entries(value).flatMap(([member, one]) => wordsIn(one, name, member));
  return name === '' ? members : [[place, value], ...members];
}

/** Removes duplicates. */
const distinct = (values: readonly unknown[]): readonly unknown[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

function wordsOf({ base, facets }: Character): Words {
  const specs = [base, ...Object.values(facets).flatMap(({ values }) => values)];
  const found = specs.flatMap((spec) => wordsIn(spec, '', ''));
  const grouped = Map.groupBy(found, ([place]) => place);
  return new Map(
    [...grouped].map(([place, pairs]) => [place, distinct(pairs.map(([, value]) => value))]),
  );
}

const LONGEST = 40;
const MOST_ITEMS = 3;
/** Bound where a schema has none. */
const FAR = 100_000;

function texts({ pattern, minLength = 0, maxLength = LONGEST, allOf = [] }: Schema) {
  const limits = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, LONGEST)) };
  const source = pattern ?? allOf[0]?.pattern;
  if (source === undefined) return fc.string(limits);
  return fc
    .stringMatching(patternOf(source), { size: 'small' })
    .map((text) => Array.from(text).slice(0, limits.maxLength).join(''));
}

function numbers({ minimum = 0, maximum = FAR }: Schema): fc.Arbitrary<unknown> {
  const edges = [minimum, Math.min(minimum + 1, maximum), maximum];
  return fc.oneof(fc.constantFrom(...edges), fc.integer({ min: minimum, max: maximum }));
}

function maps({ schema, name, words }: Place): fc.Arbitrary<unknown> {
  const { properties, required = [], additionalProperties } = schema;
  if (properties === undefined && typeof additionalProperties === 'object')
    return fc.dictionary(
      fc.constantFrom('app', 'role'),
      valueAt({ schema: additionalProperties, parent: name, name: '', words }),
      { maxKeys: 2 },
    );
  const members = Object.entries(properties ?? {}).flatMap(([member, inner]) => {
    const place = { schema: inner, parent: name, name: member, words };
    return isAimless(place) ? [] : [[member, valueAt(place)] as const];
  });
  const known = Object.fromEntries(members);
  return fc.record(known, { requiredKeys: required.filter((one) => one in known) });
}

function lists(place: Place, items: Schema): fc.Arbitrary<unknown> {
  const { minItems = 0, maxItems = MOST_ITEMS } = place.schema;
  return fc.array(valueAt({ ...place, schema: items }), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, MOST_ITEMS)),
  });
}

function anyAt(place: Place): fc.Arbitrary<unknown> {
  const { schema } = place;
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'string') return texts(schema);
  if (schema.type === 'integer' || schema.type === 'number') return numbers(schema);
  return schema.items === undefined ? maps(place) : lists(place, schema.items);
}

/** Paths of references: unknown values lead nowhere. */
const NAMES_OTHERS = /(Ref|Refs|From)\.(name|key|domain)$|(\.id|Id|Ids)$/;
/** Paths whose values the service enumerates. */
const LISTED = /\.(region|type|image|k8sVersion|engine|kernel|authorizedUsers)$/;

const placeOf = ({ parent, name, schema }: Place): string =>
  `${parent}.${name}${schema.items === undefined ? '' : '[]'}`;

const fits = (schema: Schema, value: unknown): boolean =>
  misfits(schema, standIns(value), '').length === 0;

const knownAt = (place: Place): readonly unknown[] =>
  (place.words.get(placeOf(place)) ?? []).filter((word) => fits(place.schema, word));

/** Reports a reference without known values. */
function isAimless(place: Place): boolean {
  const { schema, name } = place;
  if (knownAt(place).length > 0) return false;
  if (NAMES_OTHERS.test(placeOf(place))) return true;
  if (schema.items !== undefined) return isAimless({ ...place, schema: schema.items });
  return (schema.required ?? []).some((member) =>
    isAimless({ ...place, schema: schema.properties?.[member] ?? {}, parent: name, name: member }),
  );
}

/** Generates a value for a path: a known one, or any that the schema admits. */
function valueAt(place: Place): fc.Arbitrary<unknown> {
  const known = knownAt(place);
  const at = placeOf(place);
  if (known.length > 0 && NAMES_OTHERS.test(at)) return fc.constantFrom(...known);
  const any = anyAt(place);
  if (known.length === 0) return any;
  const weight = LISTED.test(at) ? 12 : 1;
  return fc.oneof({ weight, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: any });
}

type Members = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const made = new Map<string, Members>();

/** Generates values of each known spec member from the schema of its definition; uses placeholders
 *  for ids. @param who `Kind/name` */
export function drawnFor(who: string, character: Character): Members {
  const kept = made.get(who);
  if (kept !== undefined) return kept;
  const kind = KINDS.find((one) => who.startsWith(`${one.kind}/`));
  const { properties = {} } = kind === undefined ? {} : specSchema(kind);
  const words = wordsOf(character);
  const places = Object.keys(kind?.spec.shape ?? {}).map((name) => ({
    schema: properties[name] ?? {},
    parent: '',
    name,
    words,
  }));
  const drawn = Object.fromEntries(
    places
      .filter((place) => words.has(placeOf(place)) && !isAimless(place))
      .map((place) => [place.name, valueAt(place)]),
  );
  made.set(who, drawn);
  return drawn;
}
