import type * as z from 'zod';
import type { Problem } from '../core/reply.ts';

/** A mismatch with a schema. */
export type Issue = z.core.$ZodIssue;

type Path = readonly PropertyKey[];

/** Formats the path of a nested field as the service does: a.b, or ipv4[0].range. Source:
 *  conventions#errors. */
const fieldName = (path: Path): string =>
  path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');

/** Returns the value in a body at a path; undefined where there is none. */
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

/** Prefixes of the validator's own texts; all others come from the contract. */
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

/** Returns the reason for a refused value in the service's words. Source: conventions#reasons.
 *  @param body the root of the issue's path */
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

/** Builds one entry of an errors body. */
export const problemOf = (issue: Issue, body: unknown): Problem => {
  const reason = reasonOf(issue, body);
  return issue.path.length === 0 ? { reason } : { reason, field: fieldName(issue.path) };
};
