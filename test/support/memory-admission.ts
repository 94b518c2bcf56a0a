import { objectSchema } from '../../src/crd/definition.ts';
import type { Schema } from '../../src/crd/schema.ts';
import type { KubeFailure, KubeObject, ObjectName } from '../../src/engine/ports/cluster.ts';
import { fail, ok, type Result } from '../../src/model/failure.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { ruleBreaches } from './cel-rules.ts';
import { misfits, pruned, strangers, TWICE } from './structure.ts';

type Part = 'spec' | 'status';

/** Caches one schema per kind, keyed by its zod schemas. */
const known = new WeakMap<object, WeakMap<object, Schema>>();

function schemaOf(kind: AnyKind): Schema {
  const ofSpec = known.get(kind.spec) ?? new WeakMap<object, Schema>();
  const made = ofSpec.get(kind.rules) ?? objectSchema(kind);
  known.set(kind.spec, ofSpec.set(kind.rules, made));
  return made;
}

/** Admission by the definitions of the kinds: prunes unknown members, and rejects mismatches and
 *  broken rules, unless they existed before. A kind without a definition accepts everything. */
export class MemoryAdmission {
  readonly #kinds: readonly AnyKind[];
  /** Rejected statuses, as sentences. */
  readonly refusals: string[] = [];
  /** True if an invalid spec cannot be applied; false: as with one from before the definition had
   *  that limit. */
  isStrict: boolean;
  /** True if tightened rules accept unchanged values. */
  isRatcheting: boolean;
  /** The active rules; plain: those that do not compare with the old value, so that a test sees the
   *  operator's reaction to such a change; none: as before the definition had rules. */
  rules: 'all' | 'plain' | 'none';

  /** @param like an admission to copy */
  constructor(kinds: readonly AnyKind[], like?: MemoryAdmission) {
    this.#kinds = kinds;
    this.isStrict = like?.isStrict ?? true;
    this.isRatcheting = like?.isRatcheting ?? true;
    this.rules = like?.rules ?? 'all';
  }

  /** Returns the objections to a spec with paths. Rejects unknown members, as `kubectl apply`
   *  requests.
   *
   *  @param there the existing object; undefined: it is created */
  objections({ kind }: ObjectName, spec: unknown, there?: KubeObject): readonly string[] {
    const { value, refused } = this.#admitted(kind, 'spec', spec, there?.spec);
    const unknown = this.#unknown(kind, spec).map((path) => `unknown field "${path}"`);
    const isBlocked = unknown.length > 0 || refused.some((one) => !one.endsWith(TWICE));
    if (isBlocked) return [...unknown, ...refused];
    return [...refused, ...this.#broken(kind, { spec: value, status: there?.status }, there)];
  }

  /** Throws for an invalid spec: the test that applies it is wrong. */
  checkSpec(name: ObjectName, spec: unknown, there: KubeObject | undefined): void {
    const refused = this.isStrict ? this.objections(name, spec, there) : [];
    if (refused.length > 0)
      throw new Error(`${name.kind} "${name.name}" is invalid: ${refused.join('; ')}`);
  }

  /** Returns the object with a status as stored. */
  withStatus(object: KubeObject, status: unknown): Result<KubeObject, KubeFailure> {
    const { value, refused } = this.#admitted(object.kind, 'status', status, object.status);
    const why = [...refused, ...this.#unratcheted(object)];
    return why.length === 0 ? ok({ ...object, status: value }) : this.#refused(object, why);
  }

  /** Returns the object with other metadata: without ratcheting its spec is checked against the
   *  rules too. */
  withMetadata(
    object: KubeObject,
    metadata: KubeObject['metadata'],
  ): Result<KubeObject, KubeFailure> {
    const why = this.#unratcheted(object);
    return why.length === 0 ? ok({ ...object, metadata }) : this.#refused(object, why);
  }

  #refused({ kind, metadata }: KubeObject, why: readonly string[]): Result<never, KubeFailure> {
    const detail = `${kind} "${metadata.name}" is invalid: ${why.join('; ')}`;
    this.refusals.push(detail);
    return fail({ code: 'Unwritable', detail });
  }

  /** Returns the rules that an unchanged spec breaks; none with ratcheting. */
  #unratcheted(object: KubeObject): readonly string[] {
    return this.isRatcheting ? [] : this.#broken(object.kind, object, object);
  }

  #broken(
    name: string,
    after: Pick<KubeObject, 'spec' | 'status'>,
    before: KubeObject | undefined,
  ): readonly string[] {
    const kind = this.#kinds.find((one) => one.kind === name);
    if (kind === undefined || this.rules === 'none') return [];
    const plain = ({ spec, status }: Pick<KubeObject, 'spec' | 'status'>): unknown =>
      JSON.parse(JSON.stringify({ spec, status }));
    const change = {
      value: plain(after),
      before: before === undefined || this.rules === 'plain' ? undefined : plain(before),
      path: '',
    };
    return ruleBreaches(schemaOf(kind), change, this.isRatcheting);
  }

  #unknown(name: string, spec: unknown): readonly string[] {
    const kind = this.#kinds.find((one) => one.kind === name);
    const schema = kind === undefined ? undefined : schemaOf(kind).properties?.['spec'];
    const plain: unknown = spec === undefined ? undefined : JSON.parse(JSON.stringify(spec));
    return schema === undefined ? [] : strangers(schema, plain, 'spec');
  }

  #admitted(
    name: string,
    part: Part,
    value: unknown,
    before: unknown,
  ): { readonly value: unknown; readonly refused: readonly string[] } {
    const plain: unknown = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
    const kind = this.#kinds.find((one) => one.kind === name);
    if (kind === undefined || plain === undefined) return { value: plain, refused: [] };
    const schema = schemaOf(kind).properties?.[part] ?? {};
    const stored = pruned(schema, plain);
    const wrong = misfits(schema, stored, part);
    const old = wrong.length === 0 ? [] : misfits(schema, before, part);
    return { value: stored, refused: wrong.filter((one) => !old.includes(one)) };
  }
}
