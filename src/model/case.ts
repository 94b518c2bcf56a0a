import type { Secret } from './secret.ts';
import { markOf } from './tags.ts';

/** Name and mark of the object that the rows speak of. */
export const CASE_NAME = 'example';
export const CASE_MARK = markOf('7f3b1c52-0d6e-4a8b-9c41-5e2d8f60a913');

/** How a rule of the documents is kept. */
export type KeptBy = 'CEL' | 'schema' | 'wait' | 'refuse' | 'canonical' | 'plan' | 'health';

/** A row of a kind's table: what is wanted, what is there, and what the plan then is. The same rows run as pure plans, on the simulator and for the coverage page. */
export interface Case {
  /** A sentence about behaviour: «grows in place». */
  readonly name: string;
  /** Where the rule stands, and how it is kept: document number and heading. Absent for rows that show our own behaviour. */
  readonly source?: string;
  readonly keptBy?: KeptBy;
  /** Fields on top of the kind's smallest valid spec. */
  readonly spec?: Readonly<Record<string, unknown>>;
  /** Fields on top of the kind's example item; null: there is no item. */
  readonly item?: Readonly<Record<string, unknown>> | null;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly recorded?: Readonly<Record<string, unknown>>;
  readonly siblings?: readonly Readonly<Record<string, unknown>>[];
  readonly secrets?: Readonly<Record<string, Secret>>;
  /** The object's name, where it matters. Absent: CASE_NAME. */
  readonly called?: string;
  /** The credential may not tag: there is no mark. */
  readonly mayTag?: false;
  /** True: the object is being deleted. */
  readonly deleting?: boolean;
  /** True: the object goes and the item stays. */
  readonly retaining?: boolean;
  /** The token of a one-shot action, by verb. */
  readonly request?: { readonly verb: string; readonly token: string };
  /** The plan, one line a step as `describe` prints it; a row without one speaks of health or of admission only. */
  readonly plan?: readonly string[];
  /** The bodies of the plan's calls in order, as JSON carries them, Secrets redacted; where the row is about what is sent. */
  readonly sends?: readonly Readonly<Record<string, unknown>>[];
  readonly health?: { readonly ready: boolean; readonly reason: string };
  /** Admission must refuse the spec with a message that contains this: on create, or (with `was`) on update. */
  readonly refused?: string;
  readonly was?: Readonly<Record<string, unknown>>;
}

/** A kind's rows with what they stand on. */
export interface CaseTable {
  /** The smallest spec that admission accepts. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** An item that is as the smallest spec asks, and carries CASE_MARK. */
  readonly item: Readonly<Record<string, unknown>> & { readonly id: number };
  readonly cases: readonly Case[];
}

type Spec = NonNullable<Case['spec']>;

/** What may not be said: a sentence, where the rule stands, how it is kept, the fields, what the refusal has to contain, and the fields before. */
export type Refusal = readonly [name: string, source: string | null, keptBy: KeptBy, spec: Spec, refused: string, was?: Spec];

/** Refusals as rows. */
export const refusals = (rows: readonly Refusal[]): readonly Case[] =>
  rows.map(([name, source, keptBy, spec, refused, was]) => ({
    name,
    keptBy,
    spec,
    refused,
    ...(source === null ? {} : { source }),
    ...(was === undefined ? {} : { was }),
  }));
