import type { Reported } from '../../model/kind.ts';
import { shownTime } from '../../model/moment.ts';
import type { Health } from '../../model/outcome.ts';
import { reasonOf } from '../../model/reason.ts';
import { imageIdOf } from './fields.ts';
import { pendingMessage, uploadEndOf } from './parts/upload.ts';
import type { ImageStatus } from './status.ts';
import type { Desired, Observed, Recorded } from './types.ts';

/** Returns the status members of an item. Never fails. */
export function reportImage({ item, details }: Observed): Reported<ImageStatus> {
  const isPending = item.status === 'pending_upload';
  return {
    label: item.label,
    image: imageIdOf(item),
    size: item.size,
    type: item.type,
    createdBy: item.created_by,
    uploadExpiresAt: uploadEndOf(item),
    createdAt: shownTime(item.created),
    updatedAt: shownTime(item.updated),
    ...(isPending ? {} : { item: null }),
    ...(isPending && details.upload ? { item: { hasAddress: true } } : {}),
  };
}

/** Reports the health: the image can be deployed. Statuses are an open set. Source:
 *  images#images. */
export function imageHealth({ name }: Desired, observed: Observed, recorded: Recorded): Health {
  const { status } = observed.item;
  const reason = reasonOf(status);
  switch (status) {
    case 'available':
      return { ready: true, reason, message: 'the image can be deployed' };
    case 'pending_upload':
      return { ready: false, reason, message: pendingMessage(name, observed, recorded) };
    case 'creating':
      return {
        ready: false,
        reason,
        message: 'the service is creating the image; it will be usable afterwards',
      };
    default:
      return {
        ready: false,
        reason,
        message: `the service reports the image as ${status}; the operator checks it until this state ends`,
      };
  }
}
