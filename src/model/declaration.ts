import type { z } from 'zod';
import type { Column, Rule } from './definition.ts';
import type { HeldPart, IdField, Ref, SecretRef } from './ref.ts';

/** The data of a kind: its names, schemas and rules, its references, and its policies. S: the
 *  kind's own spec fields; T: its own status fields. */
export interface Declaration<S extends z.ZodObject, T extends z.ZodObject> {
  readonly kind: string;
  readonly plural: string;
  readonly shortNames: readonly string[];
  readonly summary: string;

  /** True if the ids of the items are texts instead of integers. */
  readonly textIds?: true;

  readonly spec: S;
  readonly status: T;
  readonly rules: readonly Rule[];
  /** Spec fields that are immutable once the item exists: rejected at admission. */
  readonly immutable: readonly (keyof z.infer<S> & string)[];
  /** Spec fields that a create needs; not required beside `import` without `orCreate`. */
  readonly requiredToCreate: readonly (keyof z.infer<S> & string)[];
  /** Spec fields that only a create uses and that cannot be read back: rejected beside `import`
   *  without `orCreate`. */
  readonly createOnly: readonly (keyof z.infer<S> & string)[];
  readonly columns: readonly Column[];

  readonly refs: readonly Ref[];
  /** Spec fields with ids of items that no reference names. An item that an object of another
   *  namespace holds is refused there. */
  readonly ids?: readonly IdField[];
  /** Parts of the item, by their ids in the status: no object of another namespace may name
   *  them. */
  readonly holds?: readonly HeldPart[];
  readonly secretRefs: readonly SecretRef[];
  /** A password to generate, and to store in the Secret `<name>-<suffix>`, before the create is
   *  sent, unless the spec supplies one. */
  readonly generates?: {
    readonly field: string;
    readonly suffix: string;
    readonly key: string;
    readonly length: number;
    readonly when: (spec: z.infer<S>) => boolean;
  };
  /** True if deleting the item loses data: it is then retained by default, and the brake allows
   *  fewer deletions. */
  readonly holdsData: boolean;
  readonly deletion: 'Delete' | 'Retain';
  readonly loss: 'Recreate' | 'Hold';
  /** Scopes for managing the item, and the grant that a restricted user needs for a create. */
  readonly scopes: readonly string[];
  readonly grant?: string;
  /** True if only an unrestricted user may delete the item: a restricted one can create it and
   *  never delete it. */
  readonly unrestrictedToDelete?: true;
}
