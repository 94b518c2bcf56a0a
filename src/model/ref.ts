/** A reference: the engine resolves it, puts the value that it `take`s where kinds read it, and
 *  wakes the object when the referent changes. */
export interface Ref {
  /** Path in the spec: `instanceRef`, `configs[].devices.*.volumeRef`; `instanceRefs[]` for a list
   *  of references. */
  readonly path: string;
  /** The field that receives the value. Absent: the reference itself, under the name of the
   *  taken field, where users may write it instead of the name: `{name}` becomes `{name, id}`. A
   *  plain name is the list beside the reference that receives the values; with a leading slash
   *  (`/target`) it is a field at the top of the spec. A selector of ids adds references
   *  (`{id}`). */
  readonly into?: string;
  readonly kind: string;
  readonly by: 'name' | 'selector';
  /** Field of the referent's status. By name the first of a list is taken, with `all` and by
   *  selector the whole list. */
  readonly take: string;
  readonly all?: true;
  /** The operation that waits for a value: creating the item, or only the update that uses it. */
  readonly neededFor: 'create' | 'update';
  /** Applies the reference only where a field at the top of the spec has this value. */
  readonly when?: { readonly field: string; readonly is: string };
  /** Paths in the referent's spec that express the same relation from its side: while one of them
   *  is set, the reference waits. */
  readonly unless?: readonly string[];
  /** True if the referent is the parent of this object's item and is deleted after it; its value
   *  still counts when it vanishes. Only at the top of the spec. */
  readonly holds?: true;
}

/** A spec field with the id of an item that no reference of the kind names. */
export interface IdField {
  /** Path in the spec: `backupId`, `configs[].devices.*.diskId`. */
  readonly path: string;
  /** A kind, or a part that a kind holds (`Backup`); null: shared by the whole account. */
  readonly names: string | null;
  /** True if the whole is not named beside the part, and the service accepts the part from anywhere
   *  in the account. */
  readonly alone?: true;
}

/** Ids of parts of the item in an object's status. */
export interface HeldPart {
  /** Path in the status: `pools[].nodes[].instanceId`. */
  readonly path: string;
  /** The kind, where the parts are items of a kind; else the name of the part: `Backup`. */
  readonly as: string;
  /** Member beside the id that only a part of the object has. Absent: every part belongs to it. */
  readonly having?: string;
  /** The detail that receives the ids of the listed parts that other objects hold as items of their
   *  own. Absent: a part of the item is never an item of its own. */
  readonly elsewhere?: string;
}

/** A Secret of the namespace that the spec names, as `{name, key}` at `path`. */
export interface SecretRef {
  readonly path: string;
  readonly key: string;
}
