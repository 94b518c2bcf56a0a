import { decide, isDrift } from '../../src/engine/act/decide.ts';
import { resolveReferences } from '../../src/engine/desire/references.ts';
import { policyOf } from '../../src/engine/pass/policy.ts';
import { idsIn } from '../../src/engine/pass/resolution.ts';
import { parseSubject } from '../../src/engine/pass/subject.ts';
import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import type { ItemId } from '../../src/model/item-id.ts';
import type { AnyKind, Desired, Item, Observed } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import { calls } from '../../src/model/plan.ts';
import type { Read } from '../../src/model/request.ts';
import { describe } from '../../src/model/step.ts';
import { markOf } from '../../src/model/tags.ts';
import { ownerCall } from './outsider.ts';
import type { World } from './world.ts';

/** Returns the calls that a spec still requires, judged independently of the operator by the
 *  current state of the service. Drift and values in the service's own form do not count. @returns
 *  null where the state is unknown: no item, no answer */
export function outstanding(
  world: World,
  kind: AnyKind,
  object: KubeObject,
  mayTag = true,
): readonly string[] | null {
  const subject = parseSubject(kind, object);
  const { id } = subject.status;
  if (id === undefined || !subject.own.ok) return null;
  const resolution = resolveReferences(kind.refs, subject.own.spec, {
    namespace: object.metadata.namespace,
    deleting: false,
    recorded: idsIn(subject.status),
    get: (name) => world.cluster.get(name),
    list: (other, namespace) => world.cluster.list(other, namespace),
  });
  const mark = mayTag ? markOf(object.metadata.uid) : null;
  const desired: Desired<unknown> = {
    spec: resolution.spec,
    name: subject.name.name,
    mark,
    secrets: {},
    unresolved: resolution.unresolved,
  };
  const observed = observedOf(world, kind, desired, id);
  if (observed === null) return null;
  const { plan } = decide(kind.update(desired, observed, subject.recorded), {
    subject: { uid: object.metadata.uid, asked: '', id, consents: 0 },
    now: world.time.now(),
    policy: { ...policyOf(subject), mode: 'Manage' },
    status: subject.status,
    approved: [],
  });
  return calls(plan.steps).flatMap((step) =>
    isDrift(step, subject.status) ? [] : [describe(step)],
  );
}

/** Returns the item and its details in the service; null where the item is unreadable. */
function observedOf(
  world: World,
  kind: AnyKind,
  desired: Desired<unknown>,
  id: ItemId,
): Observed<Item, unknown> | null {
  const path = `${kind.collection(desired)}/${id}`;
  const item = look(world, { path, schema: kind.item, paged: false }) as Item | null;
  if (item === null) return null;
  const reads = Object.entries(kind.details(desired, item)) as readonly (readonly [
    string,
    Read<unknown> | null,
  ])[];
  const details = Object.fromEntries(
    reads.map(([name, read]) => [name, read === null ? null : look(world, read)]),
  );
  return { item, details };
}

/** Performs a read as the owner of its account; null where it is unreadable. */
function look(world: World, read: Read<unknown>): unknown {
  const answer = ownerCall(world, 'GET', read.paged ? `${read.path}?page_size=500` : read.path);
  if (answer.status !== 200) return null;
  const parsed = read.schema.safeParse(read.paged ? asRecord(answer.body)['data'] : answer.body);
  return parsed.success ? parsed.data : null;
}
