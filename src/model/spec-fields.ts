import { z } from 'zod';

/** A text as long as `like` may be; patterns are not taken over, because admission reads simpler ones than the service. */
export const asLongAs = (like: z.ZodString): z.ZodString =>
  z
    .string()
    .min(like.minLength ?? 0)
    .max(like.maxLength ?? 0);

const name = (what: string) => z.string().min(1).max(253).describe(what);

/** A reference to another object of the namespace, by name. */
export const objectRef = (what: string) => z.strictObject({ name: name('Name of the object, in the same namespace.') }).describe(what);

/** A reference to a value in a Secret of the namespace. @param key the key that is read when the spec names none */
export const secretValueRef = (key: string, what: string) =>
  z
    .strictObject({
      name: name('Name of the Secret, in the same namespace.'),
      key: name(`Key in the Secret. Default \`${key}\`.`).optional(),
    })
    .describe(what);

const MOST_TAGS = 100;

/** The tags of a spec; goes with the rule NO_MARK. */
export const tagList = (tag: z.ZodString) =>
  z
    .array(tag)
    .max(MOST_TAGS)
    .describe('Tags of the item, as a set: others are taken off. Absent: tags are left as they are. Needs an unrestricted user.');
