/** Where a field points: the engine resolves it, writes what it `take`s where kinds read it, and
 *  wakes the object when the referent changes. */
export interface Ref {
  /** Path in the spec: `instanceRef`, `configs[].devices.*.volumeRef`; `instanceRefs[]` for a list
   *  of references. */
  readonly path: string;
  /** The field that holds the value. Absent: the reference itself, under the name of what is taken,
   *  where people write it in place of the name: `{name}` becomes `{name, id}`. A name alone is the
   *  list beside the reference that gets the values; with a slash in front (`/target`) it is a
   *  field at the top of the spec. A selector of ids adds references (`{id}`). */
  readonly into?: string;
  readonly kind: string;
  readonly by: 'name' | 'selector';
  /** Field of the referent's status. By name the first of a list is taken, with `all` and by
   *  selector all of it. */
  readonly take: string;
  readonly all?: true;
  /** What has to wait while the referent has no value: creating the item, or only the update that
   *  uses it. */
  readonly neededFor: 'create' | 'update';
  /** The reference counts only where a field at the top of the spec has this value. */
  readonly when?: { readonly field: string; readonly is: string };
  /** Paths in the referent's spec that say the same from its side: while one of them is there, the
   *  reference waits. */
  readonly unless?: readonly string[];
  /** The referent holds this object's item and is deleted after it; what was taken from it still
   *  counts when it vanishes. Stands at the top. */
  readonly holds?: true;
}

/** A spec field that names by its id an item that no reference of the kind leads to. */
export interface IdField {
  /** Path in the spec: `backupId`, `configs[].devices.*.diskId`. */
  readonly path: string;
  /** A kind, or a part that a kind holds (`Backup`); null: what no object holds and the whole
   *  account shares. */
  readonly names: string | null;
  /** What it is a part of is not named beside it, and the service takes it from anywhere in the
   *  account. */
  readonly alone?: true;
}

/** Ids in an object's status of what belongs to its item. */
export interface HeldPart {
  /** Path in the status: `pools[].nodes[].instanceId`. */
  readonly path: string;
  /** The kind, where these are items of a kind; else the name of the part: `Backup`. */
  readonly as: string;
}

/** A Secret of the namespace that the spec names, as `{name, key}` at `path`. */
export interface SecretRef {
  readonly path: string;
  readonly key: string;
}
