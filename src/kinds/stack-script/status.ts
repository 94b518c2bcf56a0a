import { z } from 'zod';
import { setOf } from '../../model/lists.ts';
import { moment } from '../../model/moment.ts';

const text = (what: string) => z.string().optional().describe(what);
const count = (what: string) => z.int().optional().describe(what);

/** The status of a StackScript. Source: images#stackscripts. */
export const StackScriptStatus = z.strictObject({
  label: text('Label in the account.'),
  username: text('User who created the script.'),
  images: setOf(z.array(z.string())).optional().describe('Images that the script supports.'),
  public: z
    .boolean()
    .optional()
    .describe(
      'True if all users of the service can deploy the script. It then remains in the account when this object is deleted.',
    ),
  revNote: text('Note about the current revision.'),
  userDefinedFields: setOf(z.array(z.string()))
    .optional()
    .describe('Names of the fields that a deployment provides, as the service reads them.'),
  deploymentsTotal: count('Number of deployments of the script.'),
  deploymentsActive: count('Number of instances that the script deployed and that exist.'),
  createdAt: moment('Time when the script was created.').optional(),
  updatedAt: moment('Time of the last change of the script.').optional(),
});
export type StackScriptStatus = typeof StackScriptStatus;
