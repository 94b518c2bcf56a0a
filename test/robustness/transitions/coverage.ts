import * as z from 'zod';
import type { AnyKind } from '../../../src/model/kind.ts';
import { asRecord } from '../../../src/model/parse.ts';
import type { Spec } from './character.ts';
import type { Sequence } from './sequence.ts';
import { specsOf } from './specs.ts';

/** Number of times that a spec member was set, changed and removed. */
export interface Reached {
  set: number;
  changed: number;
  unset: number;
}

type Zod = z.core.$ZodType;

const bare = (schema: Zod): Zod =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? bare(schema.unwrap())
    : schema;

/** Slots of a profile count as one. */
const SLOT = /^sd[a-h]$/;

/** Returns the path of every member with a value: `rules.inbound[].ports`. */
export function membersOf(schema: Zod, at = ''): readonly string[] {
  const inner = bare(schema);
  if (inner instanceof z.ZodObject)
    return Object.entries<Zod>(inner.shape)
      .filter(([name]) => name === 'sda' || !SLOT.test(name))
      .flatMap(([name, one]) => membersOf(one, at === '' ? name : `${at}.${name}`));
  if (inner instanceof z.ZodArray && bare(inner.element) instanceof z.ZodObject)
    return membersOf(inner.element, `${at}[]`);
  return [at];
}

/** Returns the values at a path, in every entry of its lists. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return value === undefined ? [] : [value];
  const inner = asRecord(value)[name.replace('[]', '')];
  return name.endsWith('[]')
    ? (Array.isArray(inner) ? inner : []).flatMap((one) => valuesAt(one, rest))
    : valuesAt(inner, rest);
}

function count(reached: Reached, path: string, before: Spec, after: Spec): void {
  const [had, has] = [before, after].map((spec) => JSON.stringify(valuesAt(spec, path.split('.'))));
  if (had === has) return;
  if (had === '[]') reached.set++;
  else if (has === '[]') reached.unset++;
  else reached.changed++;
}

/** Counts the coverage of some kinds' specs by sequences, by `Kind.member`. */
export function coverageOf(
  sequences: readonly Sequence[],
  kinds: readonly AnyKind[],
): ReadonlyMap<string, Reached> {
  const members = kinds.flatMap(({ kind, spec }) =>
    membersOf(spec).map((path) => ({ kind, path, reached: { set: 0, changed: 0, unset: 0 } })),
  );
  for (const sequence of sequences) {
    const specs = specsOf(sequence);
    for (const [i, now] of specs.entries())
      for (const who of sequence.cast) {
        const [before, after] = [specs[i - 1]?.[who] ?? {}, now[who] ?? {}];
        if (JSON.stringify(before) === JSON.stringify(after)) continue;
        for (const { kind, path, reached } of members)
          if (who.startsWith(`${kind}/`)) count(reached, path, before, after);
      }
  }
  return new Map(members.map(({ kind, path, reached }) => [`${kind}.${path}`, reached]));
}
