import type * as z from 'zod';
import type { Problem } from '../core/reply.ts';

/** Something that does not fit a schema. */
export type Issue = z.core.$ZodIssue;

type Path = readonly PropertyKey[];

/** The service's way to name a nested field: a.b, or ipv4[0].range. Source: conventions#errors. */
const fieldName = (path: Path): string =>
  path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');

/** What stands in a body at a path; undefined where nothing does. */
export const valueAt = (body: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, part) =>
      value === null || typeof value !== 'object' ? undefined : Reflect.get(value, part),
    body,
  );

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Texts of the validator's own begin so; all others are the contract's. */
const OF_THE_VALIDATOR = /^(Too (small|big)|Invalid )/;

const outOfBounds = (issue: Issue): string | undefined => {
  const isNumber =
    (issue.code === 'too_small' || issue.code === 'too_big') && issue.origin === 'number';
  if (!isNumber) return undefined;
  return issue.code === 'too_small'
    ? `Must be ${issue.minimum} or greater`
    : `Must be ${issue.maximum} or less`;
};

const ofValue = (issue: Issue, name: string): string => {
  if (!OF_THE_VALIDATOR.test(issue.message)) return issue.message;
  const type = issue.code === 'invalid_type' ? typeNames[issue.expected] : undefined;
  if (type !== undefined) return `Must be ${type}`;
  if (issue.code === 'invalid_value') return `Must be one of ${issue.values.join(', ')}`;
  return outOfBounds(issue) ?? `${name} is not valid`;
};

/** Why a value is refused, as the service puts it. @param body what the issue's path leads into
 *  Source: conventions#reasons. */
export const reasonOf = (issue: Issue, body: unknown): string => {
  const name = issue.path.findLast((part) => typeof part === 'string') ?? 'The request';
  const isValue =
    issue.code === 'invalid_type' ||
    issue.code === 'invalid_value' ||
    issue.code === 'invalid_union';
  if (isValue && issue.path.length > 0 && valueAt(body, issue.path) === undefined)
    return `${name} is required`;
  return ofValue(issue, name);
};

/** One entry of an errors body. */
export const problemOf = (issue: Issue, body: unknown): Problem => {
  const reason = reasonOf(issue, body);
  return issue.path.length === 0 ? { reason } : { reason, field: fieldName(issue.path) };
};
