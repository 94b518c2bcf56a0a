/** The API group of every kind, and the words derived from it. The only place that spells them. */
export const GROUP = 'cloudinfra.dev';
export const VERSION = 'v1alpha1';
export const API_VERSION = `${GROUP}/${VERSION}`;
export const FIELD_MANAGER = 'cloudinfra-operator';
export const FINALIZER = `${GROUP}/finalizer`;

/** Annotations the operator reads or writes on an object. */
export const ANNOTATION = {
  intent: `${GROUP}/intent`,
  consent: `${GROUP}/consent`,
  /** How many consents the object has used: the operator writes it, so that a status that is lost
   *  does not bring a used consent back. */
  consents: `${GROUP}/consents`,
  movedFrom: `${GROUP}/moved-from`,
  request: (verb: string): string => `${GROUP}/request-${verb}`,
} as const;

/** Label of an object that names the class of operators that serve it. An object without it, or
 *  with an empty value, has none. */
export const CLASS_LABEL = `${GROUP}/class`;

/** A name that each class of operators has of its own: `cloudinfra-operator`,
 *  `cloudinfra-operator.gold`. @param of null: no class */
export const inClass = (name: string, of: string | null): string =>
  of === null ? name : `${name}.${of}`;

/** Label of a Lease whose holder takes part in no election. */
export const LEASE_LABEL = `${GROUP}/unelected`;

/** Labels on Secrets: on those that the operator writes, so that whoever holds the item later can
 *  take them over. */
export const SECRET_LABEL = {
  kind: `${GROUP}/kind`,
  account: `${GROUP}/account`,
  id: `${GROUP}/id`,
  owner: `${GROUP}/owner-uid`,
  /** On a Secret that may be used as a credential although it has another name than the default
   *  one: the value is `true`. */
  credentials: `${GROUP}/credentials`,
  /** On a Secret of somebody else, while objects use the credential in it. */
  inUse: `${GROUP}/in-use`,
} as const;

/** The marks of the operators of a class on a Secret whose credential is in use. */
export interface CustodyMarks {
  readonly finalizer: string;
  readonly label: string;
}

/** Each class has marks of its own, so that none takes off what another one holds. @param of null:
 *  no class */
export const custodyMarks = (of: string | null): CustodyMarks => ({
  finalizer: inClass(FINALIZER, of),
  label: inClass(SECRET_LABEL.inUse, of),
});
