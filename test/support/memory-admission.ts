import { specSchema, statusSchema } from '../../src/crd/definition.ts';
import type { Schema } from '../../src/crd/schema.ts';
import type { KubeFailure, KubeObject, ObjectName } from '../../src/engine/ports/cluster.ts';
import { fail, ok, type Result } from '../../src/model/failure.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { misfits, pruned } from './structure.ts';

type Part = 'spec' | 'status';
const SCHEMAS = { spec: specSchema, status: statusSchema } as const;

/** One schema for each part of each kind: kinds are compared by what the schema is made of. */
const known = new Map<Part, WeakMap<object, Schema>>([
  ['spec', new WeakMap()],
  ['status', new WeakMap()],
]);

function schemaOf(kind: AnyKind, part: Part): Schema {
  const cache = known.get(part);
  const made = cache?.get(kind[part]) ?? SCHEMAS[part](kind);
  cache?.set(kind[part], made);
  return made;
}

/** What an API server admits by the definitions of the kinds: members without a name in the schema
 *  go, and what does not fit is refused, unless it stood there before. A kind without a definition
 *  takes everything. */
export class MemoryAdmission {
  readonly #kinds: readonly AnyKind[];
  /** Statuses that were refused, a sentence each. */
  readonly refusals: string[] = [];
  /** Whether a spec that does not fit cannot be applied; false: as one from before the definition
   *  had that limit. */
  isStrict: boolean;

  /** @param like an admission that this one begins as */
  constructor(kinds: readonly AnyKind[], like?: MemoryAdmission) {
    this.#kinds = kinds;
    this.isStrict = like?.isStrict ?? true;
  }

  /** Throws where an object is refused by its spec: the test that applies it is wrong. */
  checkSpec({ kind, name }: ObjectName, spec: unknown, before: unknown): void {
    const { refused } = this.#admitted(kind, 'spec', spec, before);
    if (this.isStrict && refused.length > 0)
      throw new Error(`${kind} "${name}" is invalid: ${refused.join('; ')}`);
  }

  /** The object with a status as it is stored. */
  withStatus(object: KubeObject, status: unknown): Result<KubeObject, KubeFailure> {
    const { value, refused } = this.#admitted(object.kind, 'status', status, object.status);
    if (refused.length === 0) return ok({ ...object, status: value });
    const detail = `${object.kind} "${object.metadata.name}" is invalid: ${refused.join('; ')}`;
    this.refusals.push(detail);
    return fail({ code: 'Unwritable', detail });
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
    const schema = schemaOf(kind, part);
    const stored = pruned(schema, plain);
    const wrong = misfits(schema, stored, part);
    const old = wrong.length === 0 ? [] : misfits(schema, before, part);
    return { value: stored, refused: wrong.filter((one) => !old.includes(one)) };
  }
}
