import { MEANING } from '../../model/failure.ts';
import type { Item, Observed } from '../../model/kind.ts';
import { titleOf } from '../../model/object-key.ts';
import type { Outcome } from '../../model/outcome.ts';
import { markOf } from '../../model/tags.ts';
import { keepSecrets } from '../desire/made-secrets.ts';
import type { Findings, Located } from '../pass/pass.ts';
import { nameOf } from '../pass/subject.ts';
import { kubeFailed, passesByItself } from '../pass/trouble.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { execute } from './execute.ts';
import { dropMark, release } from './remove.ts';

/** Hands the item over to the object that imports it: removes the mark, keeps the Secrets and
 *  releases the object. The heir then finds an item that no object holds, even after an
 *  interruption. */
export async function handOver(
  pass: Located,
  observed: Observed<Item, unknown>,
  heir: KubeObject,
): Promise<Findings> {
  const { env, subject } = pass;
  const { item } = observed;
  const { did, failed, stops } = await execute(
    pass,
    subject.kind.unmark(observed, markOf(subject.object.metadata.uid)),
  );
  const [stop] = stops;
  if (stop !== undefined && isPassing(stop)) return { outcome: stop, did, failed };
  if (stop === undefined) await dropMark(pass);
  const kept = await keepSecrets(env.cluster, subject);
  if (kept !== null && passesByItself(kept)) return { outcome: kubeFailed(kept), did, failed };
  const [from, to] = [subject.title, titleOf(nameOf(heir))];
  const advice =
    stop === undefined
      ? ''
      : `; its mark remains: set spec.import.replaceMark of ${to} to ${markOf(subject.object.metadata.uid)}`;
  const message = `item ${item.id} remains in the account for ${to}, which imports it${advice}`;
  env.cluster.emit(pass.copy.object, { type: 'Normal', reason: 'HandedOver', message });
  const received = `item ${item.id} is handed over by ${from}, which is deleted${advice}`;
  env.cluster.emit(heir, { type: 'Normal', reason: 'HandedOver', message: received });
  // Dependents of a deleted object are requeued at once.
  env.dependents.set(subject.key, [...pass.resolution.watched, nameOf(heir)]);
  return { ...(await release(pass)), did, failed };
}

const isPassing = (stop: Outcome): boolean =>
  stop.type !== 'failed' || MEANING[stop.failure.code].passing;
