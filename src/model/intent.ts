import { z } from 'zod';
import { parseJson } from './parse.ts';

/** «I am about to create this»: written under lock before every creating request, so that a lost answer can be told from no request at all.
 *  `at`: milliseconds; `key`: the natural key as sent; `marked`: whether the request carried the mark; `by`: the restricted user who sends it, for such
 *  a user sees what they made. */
const Intent = z.strictObject({
  uid: z.string(),
  at: z.int(),
  account: z.string(),
  path: z.string(),
  key: z.string(),
  marked: z.boolean(),
  by: z.string().optional(),
});
export type Intent = Readonly<z.infer<typeof Intent>>;

/** Reads the text of the annotation; null when it is not ours. */
export function parseIntent(text: string | undefined): Intent | null {
  const parsed = text === undefined ? undefined : Intent.safeParse(parseJson(text));
  return parsed?.success === true ? parsed.data : null;
}
