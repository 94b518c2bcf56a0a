import type { Result } from '../../model/failure.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Item, Observed } from '../../model/kind.ts';
import type { HeldPart } from '../../model/ref.ts';
import type { Read } from '../../model/request.ts';
import type { Fields } from '../../model/step.ts';
import { idsAt } from '../desire/raw-ids.ts';
import type { Located } from '../pass/pass.ts';
import { itemClaim, partClaim } from '../term/claims.ts';
import { claimantOf, isManaging } from './holding.ts';
import { isSecretTouched } from './secret-touched.ts';
import { sharedRows } from './shared-rows.ts';

type Details = Readonly<Record<string, unknown>>;

/** Reads the details of an item that no listing shows, where they are due; otherwise nothing. */
export async function lookCloser(pass: Located, item: Item): Promise<Result<Details>> {
  const { memory, env, subject } = pass;
  const print = fingerprint(item);
  const known = memory.itemPrint;
  memory.itemPrint = print;
  if (known !== '' && known !== print) memory.detailsAt = 0;
  const reads = Object.entries<Read<unknown> | null>(
    subject.kind.details(pass.desired, item),
  ).flatMap(([name, read]) => (read === null ? [] : [{ name, read }]));
  memory.detailReads = reads.filter(({ read }) => read.shared === undefined).length;
  if (!isDue(pass, known === '') && !(await isSecretTouched(pass))) return { ok: true, value: {} };
  const details: Record<string, unknown> = {};
  const begunAt = pass.account.now();
  for (const { name, read } of reads) {
    const detail = await readDetail(pass, read, details);
    if (!detail.ok) return detail;
    details[name] = detail.value;
  }
  memory.detailsAt = env.clock.now();
  Object.assign(details, heldElsewhere(pass, { item, details }));
  noteLook(pass, { item, details }, begunAt);
  return { ok: true, value: details };
}

const readDetail = (
  pass: Located,
  read: Read<unknown>,
  before: Details,
): Promise<Result<unknown>> =>
  read.shared === undefined
    ? pass.account.read(read, pass.cause)
    : sharedRows(pass, { ...read, shared: read.shared }, before);

/** Returns the details with the parts that other objects hold. No other pass runs between this
 *  answer and the claims on the own parts. */
function heldElsewhere(pass: Located, observed: Observed<Item, unknown>): Details {
  const { env, subject, desired, account } = pass;
  const { kind, recorded, object } = subject;
  const shown: Fields = kind.report(observed, recorded, desired);
  const holds: readonly HeldPart[] = kind.holds ?? [];
  return Object.fromEntries(
    holds.flatMap(({ path, as, elsewhere }) => {
      const isHeld = (id: ItemId): boolean =>
        env.claims.otherThan(object.metadata.uid, itemClaim(account.caller.account, as, id)) !==
        null;
      const ids = idsAt(shown, path).flatMap(({ id }) => (isHeld(id) ? [id] : []));
      return elsewhere === undefined ? [] : [[elsewhere, ids]];
    }),
  );
}

/** Records the observed parts of each kind that was read. */
function noteLook(pass: Located, observed: Observed<Item, unknown>, at: number): void {
  const { env, subject, desired, account } = pass;
  const { kind, recorded, name, object } = subject;
  const shown: Fields = kind.report(observed, recorded, desired);
  const seen: readonly HeldPart[] = (kind.holds ?? []).filter(
    ({ path }: HeldPart) => shown[memberOf(path)] !== undefined,
  );
  for (const { as, path, having } of seen) {
    const parts = new Set(
      idsAt(shown, path, having).map(({ id }) => partClaim(account.caller.account, as, id)),
    );
    if (isManaging(pass)) for (const part of parts) env.claims.prove(part, claimantOf(pass));
    env.looks.note({ uid: object.metadata.uid, namespace: name.namespace }, as, { at, parts });
  }
}

/** Returns the top member of a path. */
const memberOf = (path: string): string => /^\w+/.exec(path)?.[0] ?? '';

/** Reports whether the details are due. They cost a request each: they are read after writes of the
 *  operator, when the row or an event shows a change, when the desired state differs from the
 *  applied one, in a slow rotation, and when the Secret that holds them was written. An object that
 *  was idle when this process started waits for the rotation; an active one does not, because its
 *  recorded details may be older than its last write. */
function isDue(pass: Located, firstLook: boolean): boolean {
  const { memory, subject } = pass;
  const is = (type: string): boolean =>
    subject.status.conditions?.some((one) => one.type === type && one.status === 'True') === true;
  const current = subject.status.observedGeneration === subject.object.metadata.generation;
  const atRest =
    is('Synced') && !is('Reconciling') && current && !memory.unsettled && !hasNewValues(pass);
  if (firstLook && memory.detailsAt === 0 && atRest && memory.hintedAt === 0) {
    memory.detailsAt = pass.env.clock.now();
    return false;
  }
  return !atRest || memory.detailsAt <= memory.hintedAt || pass.cause.class === 'sweep';
}

/** Reports whether the desired state differs from the applied one: a reference may resolve to a new
 *  value under the same spec. */
function hasNewValues({ subject, desired }: Located): boolean {
  const wants: Fields = subject.kind.wants(desired);
  return Object.entries(wants).some(
    ([field, value]) =>
      value !== undefined && subject.status.applied?.[field] !== fingerprint(value),
  );
}
