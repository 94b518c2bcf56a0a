import { z } from 'zod';
import type { Rule } from './definition.ts';
import { inOrder, setOf } from './lists.ts';

/** Builds a text schema with the length limits of `like`; omits its pattern, because admission
 *  supports simpler patterns than the service. */
export const asLongAs = (like: z.ZodString): z.ZodString =>
  z
    .string()
    .min(like.minLength ?? 0)
    .max(like.maxLength ?? 0);

const ONE_LINE = new RegExp(String.raw`^[^\x00-\x1f\x7f-\x9f]*$`);
const OBJECT_NAME = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;
const SECRET_KEY = /^[-._a-zA-Z0-9]+$/;

/** Builds the schema of a single line without control characters, safe for terminals. */
export const oneLine = (min: number, max: number): z.ZodString =>
  z.string().min(min).max(max).regex(ONE_LINE, 'Must be one line without control characters');

/** Builds the schema of a single line with the length limits of `like`. */
export const lineAsLongAs = (like: z.ZodString): z.ZodString =>
  oneLine(like.minLength ?? 0, like.maxLength ?? 0);

/** Builds the schema of the name of an object or Secret. */
export const objectName = (what: string) =>
  z
    .string()
    .min(1)
    .max(253)
    .regex(
      OBJECT_NAME,
      'Must be the name of an object: lower-case letters, digits, dashes and periods',
    )
    .describe(what);

/** Builds the schema of a reference to another object of the namespace, by name. */
export const objectRef = (what: string) =>
  z.strictObject({ name: objectName('Name of the object in the same namespace.') }).describe(what);

/** Builds the schema of a reference to an item: by the name of its object in the namespace, or by
 *  id. Use with the rule `namedOnce`, or an equivalent one. */
export const itemRef = (what: string) =>
  z
    .strictObject({
      name: objectName('Name of the object in the same namespace.').optional(),
      id: z.int().min(1).optional().describe('Id of an item without an object in the cluster.'),
    })
    .describe(`${what} Exactly one of name and id.`);

/** Builds the rule that a reference at a path of the spec (`cloneFrom.volumeRef`) names one
 *  item. */
export function namedOnce(path: string): Rule {
  const members = path.split('.').map((_, i, names) => `self.${names.slice(0, i + 1).join('.')}`);
  const absent = members.map((member) => `!has(${member})`).join(' || ');
  return {
    rule: `${absent} || has(self.${path}.name) != has(self.${path}.id)`,
    field: path,
    message: 'must have exactly one of name and id',
  };
}

/** Builds the schema of a reference to a value in a Secret of the namespace. @param key the default
 *  key */
export const secretValueRef = (key: string, what: string) =>
  z
    .strictObject({
      name: objectName('Name of the Secret in the same namespace.'),
      key: z
        .string()
        .min(1)
        .max(253)
        .regex(
          SECRET_KEY,
          'Must be a key of a Secret: letters, digits, dashes, underscores and periods',
        )
        .optional()
        .describe(`Key in the Secret. Default \`${key}\`.`),
    })
    .describe(what);

const MOST_TAGS = 100;

/** Builds the schema of the tags of a spec; use with the rule NO_MARK. */
export const tagList = (tag: z.ZodString) =>
  setOf(z.array(lineAsLongAs(tag)).max(MOST_TAGS)).describe(
    'Tags of the item, as a set. The operator removes other tags. If absent, tags are not managed. Requires an unrestricted user.',
  );

const MOST_REQUIREMENTS = 20;
const labelText = z
  .string()
  .max(63)
  .regex(/^([a-zA-Z0-9]([-a-zA-Z0-9_.]*[a-zA-Z0-9])?)?$/, 'Must be the value of a label');
const labelKey = z
  .string()
  .min(1)
  .max(317)
  .regex(
    /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[a-zA-Z0-9]([-a-zA-Z0-9_.]*[a-zA-Z0-9])?$/,
    'Must be the key of a label',
  );

/** Builds the schema of a Kubernetes label selector for objects of the namespace; `{}` selects
 *  everything. */
export const labelSelector = (what: string) =>
  z
    .strictObject({
      matchLabels: z
        .record(z.string(), labelText)
        .meta({ maxProperties: MOST_REQUIREMENTS })
        .optional()
        .describe('Labels and values that an object must have.'),
      matchExpressions: inOrder(
        z
          .array(
            z.strictObject({
              key: labelKey.describe('Key of the label.'),
              operator: z
                .enum(['In', 'NotIn', 'Exists', 'DoesNotExist'])
                .describe('Condition on the value of the label.'),
              values: inOrder(z.array(labelText).max(100))
                .optional()
                .describe('Values for In and NotIn.'),
            }),
          )
          .max(MOST_REQUIREMENTS),
      )
        .optional()
        .describe('Further conditions on labels. All of them must be true.'),
    })
    .meta({ 'x-kubernetes-map-type': 'atomic' })
    .describe(what);
