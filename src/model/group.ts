/** The API group of every kind, and the names derived from it. The only place that spells them. */
export const GROUP = 'cloudinfra.dev';
export const VERSION = 'v1alpha1';
export const API_VERSION = `${GROUP}/${VERSION}`;
export const FIELD_MANAGER = 'cloudinfra-operator';
export const FINALIZER = `${GROUP}/finalizer`;

/** Annotations that the operator reads or writes on an object. */
export const ANNOTATION = {
  intent: `${GROUP}/intent`,
  consent: `${GROUP}/consent`,
  /** Number of consents that the object has used, written by the operator, so that a lost status
   *  does not revive a used consent. */
  consents: `${GROUP}/consents`,
  movedFrom: `${GROUP}/moved-from`,
  /** Any new value requests a sync with the item. */
  sync: `${GROUP}/sync-requested-at`,
} as const;

/** Label of an object with the class of the operators that serve it. Without it, or with an empty
 *  value, an object has no class. */
export const CLASS_LABEL = `${GROUP}/class`;

/** Returns the name of a resource for a class of operators: `cloudinfra-operator`,
 *  `cloudinfra-operator.gold`. @param of null: no class */
export const inClass = (name: string, of: string | null): string =>
  of === null ? name : `${name}.${of}`;

/** Label of a Lease whose holder takes part in no election. */
export const LEASE_LABEL = `${GROUP}/unelected`;

/** Labels on the Secrets that the operator writes, by which a later holder of the item can take
 *  them over. */
export const SECRET_LABEL = {
  kind: `${GROUP}/kind`,
  account: `${GROUP}/account`,
  id: `${GROUP}/id`,
  owner: `${GROUP}/owner-uid`,
  /** Marks a Secret as a credential under another name than the default one: the value is
   *  `true`. */
  credentials: `${GROUP}/credentials`,
  /** Marks a Secret of another owner while objects use its credential. */
  inUse: `${GROUP}/in-use`,
} as const;

/** The marks of a class of operators on a Secret whose credential is in use. */
export interface CustodyMarks {
  readonly finalizer: string;
  readonly label: string;
}

/** Returns the marks of a class. Each class has its own, so that none removes another's. @param of
 *  null: no class */
export const custodyMarks = (of: string | null): CustodyMarks => ({
  finalizer: inClass(FINALIZER, of),
  label: inClass(SECRET_LABEL.inUse, of),
});
