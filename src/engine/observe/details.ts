import type { Result } from '../../model/failure.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import type { Item, Observed } from '../../model/kind.ts';
import type { HeldPart } from '../../model/ref.ts';
import type { Read } from '../../model/request.ts';
import type { Fields } from '../../model/step.ts';
import { idsAt } from '../desire/raw-ids.ts';
import type { Located } from '../pass/pass.ts';
import { partClaim } from '../term/claims.ts';
import { claimantOf, isManaging } from './holding.ts';
import { isSecretTouched } from './secret-touched.ts';
import { sharedRows } from './shared-rows.ts';

type Details = Readonly<Record<string, unknown>>;

/** Reads what no listing shows of an item, where that is due; nothing where it is not. */
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

/** Takes note of the parts that were seen, of each kind that was looked at. */
function noteLook(pass: Located, observed: Observed<Item, unknown>, at: number): void {
  const { env, subject, desired, account } = pass;
  const { kind, recorded, name, object } = subject;
  const shown: Fields = kind.report(observed, recorded, desired);
  const seen: readonly HeldPart[] = (kind.holds ?? []).filter(
    ({ path }: HeldPart) => shown[memberOf(path)] !== undefined,
  );
  for (const { as, path } of seen) {
    const parts = new Set(
      idsAt(shown, path).map(({ id }) => partClaim(account.caller.account, as, id)),
    );
    if (isManaging(pass)) for (const part of parts) env.claims.prove(part, claimantOf(pass));
    env.looks.note({ uid: object.metadata.uid, namespace: name.namespace }, as, { at, parts });
  }
}

/** The member at the top that a path leads through. */
const memberOf = (path: string): string => /^\w+/.exec(path)?.[0] ?? '';

/** Details cost a request each: they are read after own writes, when the record or an event says
 *  that something changed, when something else is wished than was applied, and in a slow rotation;
 *  and when the Secret that holds them was touched. An object that was at rest when this process
 *  began is not looked at more closely than that; one on its way is, for what was recorded of its
 *  details may be of before the last thing that was done. */
function isDue(pass: Located, firstLook: boolean): boolean {
  const { memory, subject } = pass;
  const is = (type: string): boolean =>
    subject.status.conditions?.some((one) => one.type === type && one.status === 'True') === true;
  const current = subject.status.observedGeneration === subject.object.metadata.generation;
  const atRest =
    is('Synced') && !is('Reconciling') && current && !memory.unsettled && !wishesAnew(pass);
  if (firstLook && memory.detailsAt === 0 && atRest && memory.hintedAt === 0) {
    memory.detailsAt = pass.env.clock.now();
    return false;
  }
  return !atRest || memory.detailsAt <= memory.hintedAt || pass.cause.class === 'sweep';
}

/** A reference may lead somewhere else although the spec is the same. */
function wishesAnew({ subject, desired }: Located): boolean {
  const wants: Fields = subject.kind.wants(desired);
  return Object.entries(wants).some(
    ([field, value]) =>
      value !== undefined && subject.status.applied?.[field] !== fingerprint(value),
  );
}
