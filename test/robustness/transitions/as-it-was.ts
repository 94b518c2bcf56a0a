import { dnsRecord } from '../../../src/kinds/dns-record/index.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { instance } from '../../../src/kinds/instance/index.ts';
import { kubeCluster } from '../../../src/kinds/kube-cluster/index.ts';
import { volume } from '../../../src/kinds/volume/index.ts';
import { inOrder } from '../../../src/model/chain.ts';
import type { AnyKind } from '../../../src/model/kind.ts';
import type { Call, Step } from '../../../src/model/step.ts';

/** Replaces the update of a kind. */
const altered = (kind: AnyKind, update: AnyKind['update']): readonly AnyKind[] =>
  KINDS.map((one) => (one === kind ? { ...kind, update } : one));

const isCall = (step: Step): step is Call => step.type === 'call';

/** Removes the record of an instance that ran before. */
const forgetful = (steps: readonly Step[]): readonly Step[] =>
  steps.map((step) => {
    if (!isCall(step)) return step;
    const { records: _, ...rest } = step;
    return rest;
  });

/** Removes a member of the bodies. */
const without = (steps: readonly Step[], member: string): readonly Step[] =>
  steps.map((step) => {
    if (!isCall(step)) return step;
    const { [member]: _, ...body } = step.write.body ?? {};
    return { ...step, write: { ...step.write, body } };
  });

/** The kinds with a former defect, and the pattern of the breach in the sequence that shows it. */
export const AS_IT_WAS: Readonly<
  Record<string, { readonly kinds: readonly AnyKind[]; readonly sees: RegExp }>
> = {
  'a pool gets an autoscaler with more nodes than there are': {
    kinds: altered(kubeCluster, (desired, seen, recorded) =>
      without(kubeCluster.update(desired, seen, recorded), 'count'),
    ),
    sees: /waiting for the nodes of pool web to be ready/,
  },
  'a machine that runs has another plan': {
    kinds: altered(instance, (desired, seen, recorded) =>
      forgetful(instance.update(desired, seen, recorded)),
    ),
    sees: /status moved, which the change does not concern: "running" became "offline"/,
  },
  'a machine is booted while its plan is refused': {
    kinds: altered(instance, (desired, seen, recorded) =>
      inOrder(...instance.update(desired, seen, recorded)),
    ),
    sees: /booted: asked for "running", the account shows "offline"/,
  },
  'an instance that was never booted has one profile of its own': {
    kinds: altered(instance, (desired, seen, recorded) =>
      without(instance.update(desired, seen, recorded), 'config_id'),
    ),
    sees: /asked for "running", the account shows "offline".*config_id is required/,
  },
  'an instance that was restored from a backup, and runs, has another plan': {
    kinds: altered(instance, (desired, seen, recorded) =>
      instance.update(desired, { ...seen, details: { ...seen.details, configs: null } }, recorded),
    ),
    sees: /status moved, which the change does not concern: "running" became "offline"/,
  },
  'a volume is to move to another region, and back': {
    kinds: altered(volume, (desired, seen, recorded) =>
      volume.update(desired, unlooked(seen), recorded),
    ),
    sees: /compute_id moved, which the change does not concern: \d+ became null/,
  },
  'a volume is to move to a machine without a profile, and back': {
    kinds: altered(volume, (desired, seen, recorded) =>
      volume.update(desired, unlooked(seen), recorded),
    ),
    sees: /compute_id moved, which the change does not concern: \d+ became null/,
  },
  'an MX record with a priority becomes the null MX': {
    kinds: altered(dnsRecord, (desired, seen, recorded) =>
      without(dnsRecord.update(desired, seen, recorded), 'priority'),
    ),
    sees: /target: asked for ""/,
  },
};

/** Pretends that a volume's next instance is in its region and has a profile. */
function unlooked(seen: Parameters<typeof volume.update>[1]): Parameters<typeof volume.update>[1] {
  const { item } = seen;
  return { ...seen, details: { target: { id: 0, region: item.region }, profiles: [{ id: 1 }] } };
}
