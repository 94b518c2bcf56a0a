import { path } from '../../../api/endpoint.ts';
import { firewalls } from '../../../api/firewalls.ts';
import { del, post } from '../../../model/request.ts';
import {
  type Change,
  call,
  type Effect,
  type Step,
  waitForReference,
} from '../../../model/step.ts';
import { firewallWants, placesOf } from '../fields.ts';
import type { Desired, Observed, Recorded } from '../types.ts';

/** Steps that remove instances from the firewall, and steps that add instances. */
export interface DeviceSteps {
  readonly removals: readonly Step[];
  readonly additions: readonly Step[];
}

const NONE: DeviceSteps = { removals: [], additions: [] };

/** Returns the steps that bring the set of instances to the desired one, one independent request
 *  each. An instance that another active firewall protects is waited for, with the service's
 *  message. References that lead to less than half of the instances, including recent strays, are
 *  more likely a mistake in labels or names: their removals require consent. While a reference is
 *  unresolved, no instance is removed: any of them may be its value. Source: firewalls#devices;
 *  firewalls#status. */
export function deviceSteps(desired: Desired, observed: Observed, recorded: Recorded): DeviceSteps {
  const wanted = firewallWants(desired)['instanceRefs'] as readonly number[] | undefined;
  const places = placesOf(observed, recorded);
  if (wanted === undefined || places === null) return NONE;
  const there = places.map(({ instanceId }) => instanceId);
  const leaving = places.filter(({ instanceId }) => !wanted.includes(instanceId));
  const additions = wanted
    .filter((id) => !there.includes(id))
    .map((id) => addition(observed, id, wanted));
  const unresolved = desired.unresolved?.['instanceRefs'];
  if (unresolved !== undefined && leaving.length > 0) {
    const which = leaving.length === 1 ? 'the instance' : `the ${leaving.length} instances`;
    const kept = `${unresolved}; until then the firewall keeps ${which} that the spec no longer lists`;
    return { removals: [waitForReference(kept)], additions };
  }
  const lost = new Set([
    ...leaving.map(({ instanceId }) => instanceId),
    ...strayedFrom(desired, wanted),
  ]);
  const had = new Set([...there, ...lost]).size;
  const asks = isLed(desired) && leaving.length > 0 && lost.size * 2 > had;
  const few = `; spec.instanceRefs and spec.instanceSelector select ${had - lost.size} of the ${had} instances of the firewall`;
  const loses = `the instance loses the rules of the firewall${asks ? few : ''}`;
  const effect = asks ? 'destroys' : 'disrupts';
  return {
    removals: leaving.map((place) => removal(observed, place, { wanted, effect, loses })),
    additions,
  };
}

function addition({ item }: Observed, id: number, wanted: readonly number[]): Step {
  const to = path(firewalls.addDevice.path, { firewallId: item.id });
  const one: Change = { field: 'instanceRefs', from: null, to: id, whole: wanted };
  return call('AddDevice', post(to, { id, type: 'compute' }), [one], { leansOn: 'the instance' });
}

interface Cost {
  readonly wanted: readonly number[];
  readonly effect: Effect;
  readonly loses: string;
}

function removal(
  { item }: Observed,
  { id, instanceId }: { readonly id: number; readonly instanceId: number },
  { wanted, effect, loses }: Cost,
): Step {
  const at = path(firewalls.removeDevice.path, { firewallId: item.id, deviceId: id });
  const one: Change = { field: 'instanceRefs', from: instanceId, to: null, whole: wanted };
  return call('RemoveDevice', del(at), [one], { effect, loses });
}

/** Returns the instances that recently lost their labels and are not desired for another reason. */
const strayedFrom = ({ strayed }: Desired, wanted: readonly number[]): readonly unknown[] =>
  (strayed?.['instanceSelector'] ?? []).filter((id) => !wanted.some((one) => one === id));

/** Reports whether the instances come from references. Ids are chosen individually; an empty list
 *  may be a mistake in a list of names. */
const isLed = ({ spec: { instanceRefs, instanceSelector } }: Desired): boolean =>
  instanceSelector !== undefined ||
  (instanceRefs !== undefined &&
    (instanceRefs.length === 0 || instanceRefs.some(({ name }) => name !== undefined)));
