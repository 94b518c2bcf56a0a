import { type Catalogued, objectionTo, type Placed, textsAt } from '../../model/catalogue.ts';
import { nameOf } from '../../model/chain.ts';
import { type Change, refuse, type Step } from '../../model/step.ts';
import type { Located } from '../pass/pass.ts';

/** Ages of a list that are tried one after the other, in milliseconds: a list of a day, and for a
 *  value that it lacks one of ten minutes, because the service may have got the value since. */
const AGES_MS = [24 * 60 * 60_000, 10 * 60_000];

/** A value of the spec that the service does not list. */
interface Unlisted {
  readonly path: string;
  readonly reason: string;
}

/** Returns the values of these fields that the service does not list. None where a list cannot be
 *  read: the service decides then. */
async function unlistedIn(
  pass: Located,
  fields: readonly Catalogued[],
): Promise<readonly Unlisted[]> {
  const found: Unlisted[] = [];
  for (const field of fields)
    for (const placed of textsAt(pass.desired.spec, field.field)) {
      const reason = await objection(pass, field, placed);
      if (reason !== null) found.push({ path: placed.path, reason });
    }
  return found;
}

async function objection(
  { account, cause }: Located,
  field: Catalogued,
  { value }: Placed,
): Promise<string | null> {
  let reason: string | null = null;
  for (const ageMs of AGES_MS) {
    const entries = await account.catalogue(field.path, ageMs, cause);
    reason = entries.ok ? objectionTo(field, value, entries.value) : null;
    if (reason === null) return null;
  }
  return reason;
}

/** Returns the refusal of the first value of a new item that the service does not list; null where
 *  it lists all. */
export async function unlistedValue(pass: Located): Promise<Unlisted | null> {
  const [first] = await unlistedIn(pass, pass.subject.kind.catalogued ?? []);
  return first ?? null;
}

/** Replaces the calls that would send a value that the service does not list by refusals, on which
 *  the same steps depend. The service itself judges the members of a list. */
export async function withoutUnlisted(
  pass: Located,
  steps: readonly Step[],
): Promise<readonly Step[]> {
  const touched = (pass.subject.kind.catalogued ?? []).filter((field) =>
    steps.some((step) => changeOf(step, field.field) !== undefined),
  );
  const unlisted = await unlistedIn(pass, touched);
  if (unlisted.length === 0) return steps;
  const renamed = new Map<string, string>();
  return steps.map((step) => {
    const bad = unlisted.find(({ path }) => changeOf(step, path) !== undefined);
    const names = step.after?.map((name) => renamed.get(name) ?? name);
    const linked = names === undefined ? {} : { after: names };
    if (bad === undefined) return { ...step, ...linked };
    const refusal = refuse(`spec.${bad.path}`, bad.reason, changeOf(step, bad.path));
    renamed.set(nameOf(step), nameOf(refusal));
    return { ...refusal, ...linked };
  });
}

/** Returns the change of a call to a field; undefined where it leaves the field unchanged. */
const changeOf = (step: Step, path: string): Change | undefined =>
  step.type === 'call' ? step.changes.find(({ field }) => field === path) : undefined;
