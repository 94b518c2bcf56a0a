import { path } from '../../api/endpoint.ts';
import { firewalls } from '../../api/firewalls.ts';
import { del, post } from '../../model/request.ts';
import { type Change, call, type Step } from '../../model/step.ts';
import { firewallWants, ordered, placesOf } from './fields.ts';
import type { Past, Seen, Wish } from './terms.ts';

/** What takes instances out of the firewall, and what puts others behind it. */
export interface DeviceSteps {
  readonly removals: readonly Step[];
  readonly additions: readonly Step[];
}

const NONE: DeviceSteps = { removals: [], additions: [] };

/** Steps that bring the set of instances to the wished one, a request each, none of which holds up another: an instance that another active firewall
 *  protects is waited for, with the service's words. Source: document 3, "Firewall device" and "States and transitions". */
export function deviceSteps(desired: Wish, seen: Seen, recorded: Past): DeviceSteps {
  const wanted = firewallWants(desired)['instanceIds'] as readonly number[] | undefined;
  const places = placesOf(seen, recorded);
  if (wanted === undefined || places === null) return NONE;
  const there = places.map(({ instanceId }) => instanceId);
  const changed: readonly Change[] = [{ field: 'instanceIds', from: ordered(there), to: wanted }];
  const firewallId = seen.item.id;
  const loses = 'the rules of the firewall leave the instance';
  const extra = { effect: 'disrupts', loses, independent: true } as const;
  return {
    removals: places
      .filter(({ instanceId }) => !wanted.includes(instanceId))
      .map(({ id }) => call('RemoveDevice', del(path(firewalls.removeDevice.path, { firewallId, deviceId: id })), changed, extra)),
    additions: wanted
      .filter((id) => !there.includes(id))
      .map((id) =>
        call('AddDevice', post(path(firewalls.addDevice.path, { firewallId }), { id, type: 'compute' }), changed, { independent: true }),
      ),
  };
}
