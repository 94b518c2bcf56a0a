import { objectSchema } from '../../src/crd/definition.ts';
import { everySchema, type Schema } from '../../src/crd/schema.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import { ruleBreaches } from './cel-rules.ts';

type Members = Readonly<Record<string, unknown>>;

/** Two optional members of one object that admission accepts apart and never together. */
export interface ExclusivePair {
  /** Path of the object: `spec.attachment.instanceRef`. */
  readonly path: string;
  /** Names in alphabetical order. */
  readonly members: readonly [string, string];
}

/** A place in an accepted spec where an object of a schema node stands. */
interface Host {
  readonly object: Members;
  /** Returns the complete spec with another object at this place. */
  readonly with: (object: Members) => unknown;
}

/** Values of one member for each trial; more of them show nothing new. */
const MOST = 6;

/** Returns the places of a path (`[spec, configs, [], devices]`) in a value. */
function hostsAt(value: unknown, path: readonly string[]): readonly Host[] {
  const [step, ...rest] = path;
  if (step === undefined) {
    const object = asRecord(value);
    return object === value ? [{ object, with: (changed) => changed }] : [];
  }
  if (step === '[]')
    return (Array.isArray(value) ? value : []).flatMap((entry, index) =>
      hostsAt(entry, rest).map((host) => ({
        object: host.object,
        with: (changed: Members) =>
          (value as readonly unknown[]).map((one, i) => (i === index ? host.with(changed) : one)),
      })),
    );
  const members = asRecord(value);
  return hostsAt(members[step], rest).map((host) => ({
    object: host.object,
    with: (changed) => ({ ...members, [step]: host.with(changed) }),
  }));
}

const stepsOf = (path: string): readonly string[] => path.match(/\[\]|\w+/g) ?? [];

const without = (object: Members, name: string): Members =>
  Object.fromEntries(Object.entries(object).filter(([member]) => member !== name));

/** Returns distinct values of a member in the places of an object. */
function valuesOf(hosts: readonly Host[], name: string): readonly unknown[] {
  const found = hosts.flatMap(({ object }) => (name in object ? [object[name]] : []));
  const distinct = new Map(found.map((value) => [JSON.stringify(value), value]));
  const creating = name === 'import' ? [{ by: 'Name', orCreate: true }] : [];
  return [...creating, ...distinct.values()].slice(0, MOST);
}

/** Returns the optional members of an object node. */
const optionalIn = ({ properties = {}, required = [] }: Schema): readonly string[] =>
  Object.keys(properties).filter((name) => !required.includes(name));

const pairsOf = (names: readonly string[]): readonly (readonly [string, string])[] =>
  names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const));

/** Returns the pairs of members in the spec of a kind that exclude each other, as admission shows
 *  on variations of accepted specs: one takes the place of the other, and never joins it. */
export function exclusiveMembers(
  kind: AnyKind,
  accepted: readonly object[],
): readonly ExclusivePair[] {
  const schema = objectSchema(kind);
  const known = new Map<string, boolean>();
  const admits = (spec: unknown): boolean => {
    const text = JSON.stringify(spec);
    const change = { value: JSON.parse(`{"spec":${text}}`), before: undefined, path: '' };
    const answer = known.get(text) ?? ruleBreaches(schema, change, true).length === 0;
    known.set(text, answer);
    return answer;
  };
  const specs: readonly unknown[] = accepted
    .map((spec) => JSON.parse(JSON.stringify(spec)) as unknown)
    .filter(admits);
  return everySchema(schema.properties?.['spec'] ?? {}, 'spec').flatMap(
    ({ path, schema: node }) => {
      const hosts = specs.flatMap((spec) => hostsAt({ spec }, stepsOf(path)));
      const trial = {
        hosts,
        admits: (host: Host, object: Members) => admitsAt(host, object, admits),
      };
      return pairsOf(optionalIn(node))
        .filter(([a, b]) => !hosts.some(({ object }) => a in object && b in object))
        .filter(([a, b]) => excludes(trial, a, b))
        .map((pair) => ({ path, members: pair.toSorted() as [string, string] }));
    },
  );
}

const admitsAt = (host: Host, object: Members, admits: (spec: unknown) => boolean): boolean =>
  admits(asRecord(host.with(object))['spec']);

interface Trial {
  readonly hosts: readonly Host[];
  readonly admits: (host: Host, object: Members) => boolean;
}

/** Reports whether one of two members replaces the other somewhere, and joins it nowhere. */
function excludes(trial: Trial, a: string, b: string): boolean {
  const tried = [...variations(trial.hosts, a, b), ...variations(trial.hosts, b, a)];
  return (
    tried.some(({ host, replaced }) => trial.admits(host, replaced)) &&
    !tried.some(({ host, joined }) => trial.admits(host, joined))
  );
}

/** Returns the objects with a member, each with another member in its place and beside it. */
const variations = (hosts: readonly Host[], member: string, other: string) =>
  hosts
    .filter(({ object }) => member in object)
    .slice(0, MOST)
    .flatMap((host) =>
      valuesOf(hosts, other).map((value) => ({
        host,
        joined: { ...host.object, [other]: value },
        replaced: { ...without(host.object, member), [other]: value },
      })),
    );
