import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import {
  CASE_MARK,
  CASE_NAME,
  type Case,
  type CaseTable,
  type Need,
} from '../../src/model/case.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import { markOf } from '../../src/model/tags.ts';
import type { World } from '../support/world.ts';
import { fieldIn } from './needs.ts';
import { type Deed, filled } from './staging.ts';
import { type Dialect, worldFor } from './stand-world.ts';

export interface Tried {
  readonly kind: AnyKind;
  readonly cases: CaseTable;
}

/** Policy without obstacles for a row. */
export const POLICY = { deletion: 'Delete', drift: 'Correct', consent: 'Auto' } as const;

/** Poll interval, four times the default: rows check actions, not their speed, in an account where
 *  mostly nothing happens. */
const POLL_MS = 120_000;

/** A row on a stage: an installation, an account, one object, and the breaches so far. */
export interface Stand {
  readonly world: World;
  readonly dialect: Dialect;
  readonly kind: AnyKind;
  readonly table: CaseTable;
  readonly row: Case;
  readonly name: ObjectName;
  /** Real ids of the needs, by the ids in rows. */
  readonly ids: Map<number | string, number>;
  readonly uids: string[];
  readonly breaches: string[];
}

/** @param isStrict true if every spec has to match the definition; a refused row shows specs that
 *  pass admission
 *  @param pollMs time between two looks at the account */
export const newStand = (
  { kind, cases }: Tried,
  row: Case,
  dialect: Dialect,
  isStrict = row.refused === undefined,
  pollMs = POLL_MS,
): Stand => ({
  dialect,
  world: worldFor(kind, row, dialect, { isStrict, pollMs }),
  kind,
  table: cases,
  row,
  name: { kind: kind.kind, namespace: 'default', name: row.called ?? CASE_NAME },
  ids: new Map(),
  uids: [],
  breaches: [],
});

export const statusOf = (stand: Stand): Readonly<Record<string, unknown>> =>
  asRecord(stand.world.cluster.get(stand.name)?.status);
const uidOf = (stand: Stand): string => stand.world.cluster.get(stand.name)?.metadata.uid ?? '';

/** Returns the spec of the kind without the fields of a create, for an import. */
export const withoutCreate = ({ kind, table }: Stand): object =>
  Object.fromEntries(
    Object.entries(table.spec).filter(([field]) => !kind.createOnly.includes(field)),
  );

/** Applies the object without undefined members. */
export function apply(stand: Stand, spec: object, policy: object): void {
  const members = Object.entries(real(stand, spec) as object).filter(
    ([, value]) => value !== undefined,
  );
  const { uid } = stand.world.cluster.apply(stand.name, {
    ...Object.fromEntries(members),
    policy,
  }).metadata;
  if (!stand.uids.includes(uid)) stand.uids.push(uid);
}

/** Converts the row's values to this account: real ids, and the mark of this object. */
export function real(stand: Stand, value: unknown, field = ''): unknown {
  if (value === CASE_MARK) return markOf(uidOf(stand));
  if (typeof value === 'number') {
    const need = stand.table.needs?.find((one) => one.id === value && one.fields.includes(field));
    return (need && stand.ids.get(need.id)) ?? value;
  }
  if (Array.isArray(value)) return value.map((one) => real(stand, one, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, real(stand, one, fieldIn(field, name))]),
  );
}

const pathOf = (stand: Stand, path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(name === 'id' ? statusOf(stand)['id'] : stand.ids.get(Number(name))),
  );

/** Sends an outside request; a refusal is a fault of the table. */
export function act(stand: Stand, { outside, value }: Deed): unknown {
  const path = pathOf(stand, outside.path);
  const body = real(stand, filled(outside.body, value)) as object | undefined;
  const answer = stand.world.outsider.call(outside.method, path, body);
  if (answer.status !== 200)
    throw new Error(
      `${outside.method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`,
    );
  return answer.body;
}

/** Creates the needs of the row's ids. */
export async function provide(stand: Stand, needs: readonly Need[]): Promise<void> {
  for (const need of needs) {
    stand.ids.set(need.id, Number(asRecord(act(stand, { outside: need, value: undefined }))['id']));
    await stand.world.time.advance(3 * 60_000);
  }
}

/** Time of frequent checks. */
const OFTEN_MS = 2 * 60_000;
/** Interval between later checks, and between those that read the service, which limits reads. */
export const SELDOM_MS = 15_000;

/** Advances the clock until a condition holds; a breach after the limit.
 *  @param oftenMs interval between the first checks */
export async function reach(
  stand: Stand,
  what: string,
  isSo: () => boolean,
  withinMs = 25 * 60_000,
  oftenMs = 4_000,
): Promise<boolean> {
  const start = stand.world.time.now();
  await stand.world.time.settle();
  while (!isSo()) {
    if (stand.world.time.now() >= start + withinMs) {
      stand.breaches.push(`never ${what}: ${stand.world.lastPasses()}`);
      return false;
    }
    await stand.world.time.advance(stand.world.time.now() < start + OFTEN_MS ? oftenMs : SELDOM_MS);
  }
  return true;
}

export function must(stand: Stand, holds: boolean, breach: () => string): void {
  if (!holds) stand.breaches.push(breach());
}

/** Returns the operator's writes to the service. */
export const writesToService = (stand: Stand): readonly string[] =>
  stand.world.wire.sent.filter((sent) => !sent.startsWith('GET '));

/** Returns the steps executed since a pass. */
export const didSince = (stand: Stand, pass: number): readonly string[] =>
  stand.world.passes.slice(pass).flatMap((one) => one.steps);

/** Returns the request in a line of a plan, without its dependencies. */
export const requestIn = (line: string): string => line.replace(/ \[after [^\]]*\]$/, '');

export const verbOf = (line: string): string => line.slice(0, line.indexOf(' ('));
