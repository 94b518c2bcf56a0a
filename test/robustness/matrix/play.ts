import { DEFAULT_SECRET } from '../../../src/engine/term/custody.ts';
import type { Case } from '../../../src/model/case.ts';
import { asRecord } from '../../../src/model/parse.ts';
import { Secret } from '../../../src/model/secret.ts';
import { fingerprintOf } from '../../conformance/drift.ts';
import { endOf, hasEnded, isReady } from '../../conformance/endings.ts';
import { holdings } from '../../conformance/holdings.ts';
import { begin, furnish, specOf } from '../../conformance/row.ts';
import { itemsOf, pathOf } from '../../conformance/scene.ts';
import {
  act,
  apply,
  newStand,
  POLICY,
  reach,
  type Stand,
  statusOf,
  type Tried,
} from '../../conformance/stand.ts';
import type { Dialect } from '../../conformance/stand-world.ts';
import { approvalsOn, approve } from '../../support/approving.ts';
import { POLL_MS } from '../../support/cloud-on.ts';
import { operate, operationNamed, phaseOf } from '../../support/operations.ts';
import type { WorldOptions } from '../../support/world-options.ts';
import { isLoss, VANISHED_UNTOLD } from './choice.ts';

/** Time for which a finished Operation is kept. */
const TTL_SECONDS = 5;

/** Policy under which only consent is missing, which is given at once. */
const ASKING = { ...POLICY, consent: 'Ask' } as const;

/** Stages a row up to its own change, in a world without an operator, for repeated use. @throws
 *  where it cannot be staged */
export async function staged(tried: Tried, row: Case, dialect: Dialect): Promise<Stand> {
  const stand = newStand(tried, row, dialect, row.refused === undefined, POLL_MS);
  giveCredential(stand);
  await furnish(stand);
  if (!(await begin(stand))) throw new Error(stand.breaches.join());
  if (row.request !== undefined) {
    apply(stand, specOf(stand), ASKING);
    if (!(await reach(stand, 'ready before the request', () => isReady(stand))))
      throw new Error(stand.breaches.join());
  }
  await stand.world.stop();
  return stand;
}

/** Uses a credential from a Secret of the namespace, which is in custody while it is needed. */
function giveCredential({ world, name, row }: Stand): void {
  const { admin, restricted } = world.service.tokens;
  world.cluster.secrets.apply(name.namespace, DEFAULT_SECRET, {
    token: new Secret(row.mayTag === false ? restricted : admin),
  });
}

const isCredentialFree = ({ world, name }: Stand): boolean =>
  world.cluster.secrets.get(name.namespace, DEFAULT_SECRET)?.finalizers.length === 0;

/** Copies the stand into a world of its own. */
export const again = (stand: Stand, changes: Partial<WorldOptions>): Stand => ({
  ...stand,
  world: stand.world.fork(changes),
  uids: [...stand.uids],
  breaches: [],
});

export const isEnd = ({ deleting, retaining }: Case): boolean =>
  deleting === true || retaining === true;

/** Makes the change of the row: a spec, a deletion, a request. */
export function change(stand: Stand): void {
  const { world, name, row } = stand;
  agree(stand);
  if (isLoss(row)) return vanish(stand);
  if (row.request !== undefined)
    return void operate(world.cluster, name, row.request.verb, row.request.token, undefined, {
      ttlSecondsAfterFinished: TTL_SECONDS,
    });
  apply(stand, specOf(stand), {
    ...ASKING,
    deletion: row.retaining === true ? 'Retain' : 'Delete',
  });
  if (isEnd(row)) world.cluster.delete(name);
}

/** Approves every waiting plan: in one dialect by annotation, in the other in the spec. */
function agree({ world, name, dialect }: Stand): void {
  const way = dialect === 'documents' ? 'annotation' : 'spec';
  world.cluster.listen((_, after) => {
    const hash = asRecord(asRecord(after?.status)['plan'])['hash'];
    if (
      after?.kind !== name.kind ||
      typeof hash !== 'string' ||
      approvalsOn(after, []).includes(hash)
    )
      return;
    world.time.at(world.time.now(), () => approve(world.cluster, name, hash, way));
  });
}

function vanish(stand: Stand): void {
  if (stand.row === VANISHED_UNTOLD) hideEvents(stand);
  apply(stand, specOf(stand), { ...ASKING, loss: 'Recreate' });
  act(stand, { outside: { method: 'DELETE', path: `${pathOf(stand)}/{id}` }, value: undefined });
}

const NO_EVENTS = JSON.stringify({ data: [], page: 1, pages: 1, results: 0 });

function hideEvents({ world }: Stand): void {
  world.wire.garble = (answer, { method, url }) =>
    method === 'GET' && url.pathname === '/v4/account/events'
      ? { ...answer, text: NO_EVENTS }
      : answer;
}

const isThere = (stand: Stand): boolean =>
  itemsOf(stand).some(({ id }) => id === statusOf(stand)['id']);

/** Reports whether the change has ended. */
export function isOver(stand: Stand): boolean {
  const { world, name, row } = stand;
  if (isLoss(row)) return isReady(stand) && isThere(stand);
  if (row.request !== undefined) return isAnswered(stand) && isReady(stand);
  if (isEnd(row))
    return (
      row.ends === 'waiting' || (world.cluster.get(name) === undefined && isCredentialFree(stand))
    );
  return hasEnded[endOf(row)](stand);
}

/** Reports whether the Operation has finished and was deleted after its time. One that waits
 *  indefinitely stays. */
function isAnswered({ world: { cluster }, name, row }: Stand): boolean {
  const operation = operationNamed(name, row.request?.token ?? '');
  return endOf(row) === 'waiting'
    ? phaseOf(cluster, operation) === 'Pending'
    : cluster.get(operation) === undefined;
}

/** Returns the result in the account, in a form that is equal for two histories of one change.
 *  One-shot actions may or may not have happened. */
export function remains(stand: Stand): string {
  if (stand.row.request !== undefined) return '';
  const { ids, marks } = holdings(stand);
  return JSON.stringify([
    ids.length,
    isMarkExcused(stand) ? [] : marks,
    isEnd(stand.row) ? null : fingerprintOf(stand),
  ]);
}

/** Reports a deletion that did not wait for the removal of the mark, and reported the remaining
 *  mark. */
const isMarkExcused = ({ world, row }: Stand): boolean =>
  isEnd(row) &&
  world.cluster.events.some(
    ({ reason, message }) => reason === 'TagStays' || message.includes('its mark remains'),
  );

/** Time during which the end of a change is checked every second; then every quarter of a
 *  minute. */
const OFTEN_MS = 90_000;

/** Advances the clock until the change has ended, the operator is dead, or the limit is reached. */
export async function wait(stand: Stand, withinMs: number): Promise<boolean> {
  const { world } = stand;
  const start = world.time.now();
  await world.time.settle();
  while (!isOver(stand) && world.alive && world.time.now() < start + withinMs) {
    await world.time.advance(world.time.now() < start + OFTEN_MS ? 1_000 : 15_000);
  }
  return isOver(stand);
}
