import { isReady } from '../harness/invariants.ts';
import { type Account, type Row, readAccount } from './account.ts';
import type { Spec } from './character.ts';
import { pathOf } from './oracles.ts';
import { rest } from './rest.ts';
import type { Specs } from './specs.ts';
import { apply, nameOf, newSurround, type Surround } from './surroundings.ts';
import { characterOf } from './universe.ts';

/** Fields that tell one item of a world from another, whatever was asked for. */
const OWN = ['id', 'entity', 'region_id'];

/** Names in place of ids, so that two worlds can be compared. */
function namesIn(surround: Surround, cast: readonly string[]): ReadonlyMap<unknown, string> {
  const ids = cast.map((who) => [Number(pathOf(surround, who).split('/').at(-1)), who] as const);
  return new Map(ids);
}

function comparable(value: unknown, names: ReadonlyMap<unknown, string>): unknown {
  if (typeof value === 'number') return names.get(value) ?? value;
  if (typeof value === 'string') return value.replaceAll(/k8s:[0-9a-f-]+/g, 'k8s:mark').replaceAll(/compute\d+|Volume_\w+/g, '…');
  if (Array.isArray(value)) return value.map((one) => comparable(one, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !OWN.includes(name))
      .map(([name, one]) => [name, comparable(one, names)]),
  );
}

/** What of an item does not depend on the way to it. Only members that were ever set are compared, and the power. */
function endOf(surround: Surround, cast: readonly string[], account: Account, who: string, spec: Spec): Readonly<Record<string, unknown>> {
  const { reads, wayward } = characterOf(who);
  const row: Row = account.get(pathOf(surround, who)) ?? {};
  const names = namesIn(surround, cast);
  const members = Object.keys(reads).filter((member) => member in spec);
  const fields = new Set([...members.map((member) => reads[member]?.field ?? ''), 'status']);
  return Object.fromEntries(
    [...fields].filter((field) => !(field in wayward)).map((field) => [field, comparable(ofField(row, field, spec, who), names)]),
  );
}

function ofField(row: Row, field: string, spec: Spec, who: string): unknown {
  const found = Object.entries(characterOf(who).reads).find(([member, reading]) => reading.field === field && member in spec);
  if (found === undefined || found[1].of === undefined) return row[field];
  return found[1].of(row[field] as never, spec[found[0]] as never);
}

/** The way does not matter: the account looks, and the objects stand, as if the last specs had been created at once. */
export async function sameEnd(surround: Surround, specs: Specs): Promise<readonly string[]> {
  const cast = Object.keys(specs);
  const other = await newSurround();
  for (const who of cast) apply(other, who, specs[who] ?? {});
  const ended = await rest(other, cast);
  const [here, there] = [readAccount(surround.world), readAccount(other.world)];
  other.world.kill();
  if (!ended) return ['what was made at once never came to rest'];
  return cast.flatMap((who) => {
    const spec = specs[who] ?? {};
    const [now, then] = [endOf(surround, cast, here, who, spec), endOf(other, cast, there, who, spec)];
    const differing = Object.keys(now).filter((field) => JSON.stringify(now[field]) !== JSON.stringify(then[field]));
    const stands = [surround, other].map(({ world }) => {
      const object = world.cluster.get(nameOf(who));
      return object !== undefined && isReady(object);
    });
    return [
      ...differing.map((field) => `${who} ${field}: ${JSON.stringify(now[field])}, made at once ${JSON.stringify(then[field])}`),
      ...(stands[0] === stands[1] ? [] : [`${who} is ${stands[0] ? '' : 'not '}in sync, made at once it is ${stands[1] ? '' : 'not'}`]),
    ];
  });
}
