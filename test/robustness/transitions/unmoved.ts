import { type Account, isNode, type Row } from './account.ts';
import type { Spec } from './character.ts';
import { pathOf } from './oracles.ts';
import type { Specs } from './specs.ts';
import type { Surround } from './surroundings.ts';
import { characterOf } from './universe.ts';

/** A completed step: the account before and after it, and the sent requests. */
export interface Played {
  readonly surround: Surround;
  readonly before: Account;
  readonly after: Account;
  readonly old: Specs;
  readonly specs: Specs;
  /** Returns the impossible members of an object. */
  readonly troubles: (who: string) => readonly string[];
  /** Reports whether an object had impossible members before: its state still changes. */
  readonly isUnsettled: (who: string) => boolean;
  readonly sent: readonly string[];
}

/** Members of an item that a profile or a volume of another object may change. */
export const LENT: readonly string[] = ['configs', 'compute_id', 'compute_label'];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const fieldsOf = (who: string, member: string): readonly string[] => {
  const reading = characterOf(who).reads[member];
  return reading === undefined ? [] : [reading.field, ...(reading.moves ?? [])];
};

/** Returns the fields that a change of a spec may affect. */
function mayMove(who: string, old: Spec, spec: Spec): Set<string> {
  const changed = [...new Set([...Object.keys(old), ...Object.keys(spec)])].filter(
    (member) => !same(old[member], spec[member]),
  );
  return new Set(changed.flatMap((member) => fieldsOf(who, member)));
}

const moved = (before: Row, after: Row): readonly string[] =>
  Object.keys({ ...before, ...after }).filter((field) => !same(before[field], after[field]));

/** Checks that no unrelated field, item or call changed. A refused member leaves its field
 *  unchanged. */
export function unmoved(played: Played): readonly string[] {
  const { surround, before, old, specs } = played;
  const owners = new Map(Object.keys(specs).map((who) => [pathOf(surround, who), who]));
  return [...before].flatMap(([path, row]) => {
    const who = owners.get(path);
    if (who === undefined) return isNode(row) ? [] : stirred(played, path, row, LENT);
    if (played.isUnsettled(who)) return [];
    const [was, is] = [old[who] ?? {}, specs[who] ?? {}];
    const may = mayMove(who, was, is);
    const frozen = played
      .troubles(who)
      .filter((member) => characterOf(who).partly?.includes(member) !== true);
    for (const member of frozen) may.delete(fieldsOf(who, member)[0] ?? '');
    const followed = followedBy(played, who);
    for (const field of followed) may.add(field);
    if (!same(was, is)) return strayed(played, path, row, may);
    return stirred(played, path, row, [...LENT, ...followed], followed.length > 0);
  });
}

/** Returns the fields that follow another object whose spec has changed. */
const followedBy = ({ old, specs }: Played, who: string): readonly string[] =>
  Object.entries(characterOf(who).follows?.(specs[who] ?? {}) ?? {}).flatMap(([field, other]) =>
    same(old[other], specs[other]) ? [] : [field],
  );

/** Checks an unrelated item: it is unchanged, and no request was sent to it.
 *  @param isSent true if it follows an object that has changed */
function stirred(
  { after, sent }: Played,
  path: string,
  row: Row,
  except: readonly string[],
  isSent = false,
): readonly string[] {
  const now = after.get(path);
  if (now === undefined) return [`${path} is gone`];
  const fields = moved(row, now).filter((field) => !except.includes(field));
  const calls = sent.filter(
    (request) => !isSent && !request.startsWith('GET ') && request.split(' ')[1] === path,
  );
  return [
    ...fields.map((field) => `${path} ${field} moved: ${tell(row, now, field)}`),
    ...calls.map((one) => `${one}, which no spec asks for`),
  ];
}

function strayed(
  { after }: Played,
  path: string,
  row: Row,
  may: ReadonlySet<string>,
): readonly string[] {
  const now = after.get(path);
  if (now === undefined) return [`${path} is gone`];
  return moved(row, now)
    .filter((field) => !may.has(field))
    .map(
      (field) =>
        `${path} ${field} moved, which the change does not concern: ${tell(row, now, field)}`,
    );
}

const tell = (before: Row, after: Row, field: string): string =>
  `${JSON.stringify(before[field])} became ${JSON.stringify(after[field])}`;

/** Checks that mistakes heal: a change that was refused as a whole and undone leaves the account
 *  unchanged. */
export const healed = (before: Account, after: Account): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter(
      (path) =>
        !same(before.get(path), after.get(path)) &&
        !isNode(before.get(path) ?? after.get(path) ?? {}),
    )
    .map(
      (path) =>
        `${path} is not as it was before the mistake: ${JSON.stringify(before.get(path))} became ${JSON.stringify(after.get(path))}`,
    );
