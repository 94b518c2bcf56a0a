import { z } from 'zod';
import { StackScriptCreate } from '../../api/stackscripts.ts';
import { setOf } from '../../model/lists.ts';
import { lineAsLongAs, oneLine } from '../../model/spec-fields.ts';

/** Limits of the operator, in characters and entries: the service documents none. */
const LONGEST_SCRIPT = 65_535;
const LONGEST_TEXT = 8_192;
const LONGEST_NOTE = 512;
const MOST_IMAGES = 250;

/** The spec of a StackScript. Source: images#stackscripts. */
export const StackScriptSpec = z.strictObject({
  label: lineAsLongAs(StackScriptCreate.shape.label)
    .optional()
    .describe(
      'Name of the script: 3 to 128 characters. The operator requires that no other script of the account has it. Default for a new script: the name of this object.',
    ),
  script: z
    .string()
    .min(1)
    .max(LONGEST_SCRIPT)
    .optional()
    .describe(
      'Text of the script. Its first line names the interpreter: `#!/bin/bash`. Tags such as `<udf name="hostname" label="Host name"/>` declare the fields that a deployment provides. A change applies to later deployments only.',
    ),
  images: setOf(z.array(oneLine(1, 128)).min(1).max(MOST_IMAGES))
    .optional()
    .describe(
      'Ids of the images that the script supports, such as `compute/debian11`. `any/all` accepts every image, private ones included.',
    ),
  description: z
    .string()
    .max(LONGEST_TEXT)
    .optional()
    .describe('Description for the users of the script.'),
  public: z
    .boolean()
    .optional()
    .describe(
      'Publishes the script for all users of the service. This cannot be undone: a public script cannot become private, and cannot be deleted.',
    ),
  revNote: oneLine(0, LONGEST_NOTE).optional().describe('Note about the current revision.'),
});
export type StackScriptSpec = z.infer<typeof StackScriptSpec>;
