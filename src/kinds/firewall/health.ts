import type { Health } from '../../model/outcome.ts';
import { reasonOf } from '../../model/reason.ts';
import { placesOf } from './fields.ts';
import type { Past, Seen, Wish } from './terms.ts';

/** Whether the firewall is in force, or out of it where that is wished, and before every instance that it is to protect.
 *  Source: firewalls#status. */
export function firewallHealth({ spec }: Wish, seen: Seen, recorded: Past): Health {
  const { status } = seen.item;
  const reason = reasonOf(status);
  if (status === 'disabled' && spec.status === undefined) {
    const message = 'the firewall is disabled: its rules protect nothing; set spec.status to enabled, or enable it in the account';
    return { ready: false, reason, message, stalled: true };
  }
  if (status !== (spec.status ?? 'enabled')) {
    const message =
      status === 'disabled' ? 'the firewall is disabled: its rules protect nothing' : `the service reports the firewall as ${status}`;
    return { ready: false, reason, message };
  }
  const there = placesOf(seen, recorded)?.map(({ instanceId }) => instanceId);
  const bare = there === undefined ? undefined : spec.instanceIds?.find((id) => !there.includes(id));
  if (bare !== undefined) return { ready: false, reason: 'Incomplete', message: `instance ${bare} is not behind the firewall` };
  return { ready: true, reason, message: status === 'enabled' ? 'the rules are in force' : 'the firewall is disabled, as it is wished' };
}
