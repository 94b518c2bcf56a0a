import type * as z from 'zod';
import { fail, ok, type Result } from '../../model/failure.ts';

const LONGEST_DETAIL = 500;

const whyNot = ({ issues: [issue] }: z.core.$ZodError): string =>
  issue === undefined ? '' : `: ${[...issue.path.map(String), issue.message].join(': ')}`;

/** Parses a value of an answer; Unreadable where it does not match. @param what names it in
 *  messages */
export function parsed<T>(schema: z.ZodType<T>, value: unknown, what: string): Result<T> {
  const result = schema.safeParse(value);
  if (result.success) return ok(result.data);
  return fail({
    code: 'Unreadable',
    detail: `${what} cannot be read${whyNot(result.error)}`.slice(0, LONGEST_DETAIL),
  });
}
