import type { Reported } from '../../model/kind.ts';
import { shownTime } from '../../model/moment.ts';
import type { Health } from '../../model/outcome.ts';
import { canonicalImages } from './fields.ts';
import type { StackScriptStatus } from './status.ts';
import type { Desired, Observed } from './types.ts';

/** Number of user-defined fields in the status, because a status is small. */
const MOST_FIELDS = 100;

/** Returns the status members of an item. Never fails. */
export const reportStackScript = ({ item }: Observed): Reported<StackScriptStatus> => ({
  label: item.label,
  username: item.username,
  images: [...canonicalImages(item.images)],
  public: item.is_public,
  revNote: item.rev_note,
  userDefinedFields: item.user_defined_fields.slice(0, MOST_FIELDS).map(({ name }) => name),
  deploymentsTotal: item.deployments_total,
  deploymentsActive: item.deployments_active,
  createdAt: shownTime(item.created),
  updatedAt: shownTime(item.updated),
});

/** Reports the health: a script can be deployed as soon as it exists. */
export const stackScriptHealth = (_desired: Desired, { item }: Observed): Health =>
  item.is_public
    ? {
        ready: true,
        reason: 'Public',
        message:
          'all users of the service can deploy the script, which remains in the account when this object is deleted',
      }
    : { ready: true, reason: 'Private', message: 'the users of the account can deploy the script' };
