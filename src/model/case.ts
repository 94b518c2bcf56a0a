import type { Secret } from './secret.ts';
import { markOf } from './tags.ts';

/** Name and mark of the object in the rows. */
export const CASE_NAME = 'example';
export const CASE_MARK = markOf('7f3b1c52-0d6e-4a8b-9c41-5e2d8f60a913');

/** The place at which the operator enforces a rule of the service. */
export type KeptBy = 'CEL' | 'schema' | 'wait' | 'refuse' | 'canonical' | 'plan' | 'health';

/** A row of a kind's table: the spec, the item, and the resulting plan. The same rows run as pure
 *  plans, on the simulator and for the coverage page. */
export interface Case {
  /** The behaviour in a clause: «grows in place». */
  readonly name: string;
  /** The rule, as a page of docs/service with the anchor of a heading there, and the place that
   *  enforces it. Absent for rows about the operator's own behaviour. */
  readonly source?: string;
  readonly keptBy?: KeptBy;
  /** Fields on top of the kind's smallest valid spec. */
  readonly spec?: Readonly<Record<string, unknown>>;
  /** Fields on top of the kind's example item; null: there is no item. */
  readonly item?: Readonly<Record<string, unknown>> | null;
  readonly details?: Readonly<Record<string, unknown>>;
  /** The row concerns details that were not read, a transient state. */
  readonly unseen?: true;
  readonly recorded?: Readonly<Record<string, unknown>>;
  /** Details that a create reads first, where they differ from those of the table. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly siblings?: readonly Readonly<Record<string, unknown>>[];
  readonly secrets?: Readonly<Record<string, Secret>>;
  /** Values that selectors recently lost, by their path. */
  readonly strayed?: Readonly<Record<string, readonly unknown[]>>;
  /** Unresolved references, by the path of the list that they add to. */
  readonly unresolved?: Readonly<Record<string, string>>;
  /** The object's name, where it matters. Absent: CASE_NAME. */
  readonly called?: string;
  /** The credential may not write tags: there is no mark. */
  readonly mayTag?: false;
  /** True: the object is being deleted. */
  readonly deleting?: boolean;
  /** True: the object is deleted and the item is retained. */
  readonly retaining?: boolean;
  /** The one-shot action of an Operation. `token`: its uid. */
  readonly request?: {
    readonly verb: string;
    readonly token: string;
    readonly parameters?: Readonly<Record<string, unknown>>;
  };
  /** The plan, one line per step as `describe` prints it; a row without one concerns health or
   *  admission only. */
  readonly plan?: readonly string[];
  /** Bodies of the plan's calls in order, as JSON with redacted Secrets; where the row concerns the
   *  request. */
  readonly sends?: readonly Readonly<Record<string, unknown>>[];
  readonly health?: { readonly ready: boolean; readonly reason: string; readonly stalled?: true };
  /** Admission must reject the spec with a message that contains this text: on create, or (with
   *  `was`) on update. */
  readonly refused?: string;
  /** The previous fields of the spec; in a row with `refused` for admission to compare, otherwise
   *  those that created the item's state. */
  readonly was?: Readonly<Record<string, unknown>>;
  /** The final state in a whole installation, where it differs from the last step of the plan. */
  readonly ends?: 'ready' | 'waiting' | 'refused';
}

/** A request from outside the operator. In the path `{id}` is the row's item and `{7}` the need
 *  with the id 7; in the body `{value}` is the staged value, `{value.size}` a member of it. */
export interface Outside {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | '{value}';
}

/** An item that exists in the account before a row runs: the meaning of an id in the rows. */
export interface Need extends Outside {
  /** The id in the rows, or the common name; unique among the needs of the table. */
  readonly id: number | string;
  /** Fields of specs, items and bodies in which that id has this meaning. */
  readonly fields: readonly string[];
}

/** Stages a value of an item's field: by the spec that creates the item, by requests from outside,
 *  or by both. */
export interface Stage {
  readonly field: string;
  /** Applies only to this value. Absent: to any. */
  readonly value?: unknown;
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly requests?: readonly Outside[];
  /** Not possible on an item in the desired state: it shows no drift. */
  readonly once?: true;
}

/** A kind's rows with their common data. */
export interface CaseTable {
  /** The smallest spec that passes admission. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** An item that matches the smallest spec, and carries CASE_MARK. */
  readonly item: Readonly<Record<string, unknown>> & { readonly id: number };
  readonly cases: readonly Case[];
  /** Details that a create reads first, as the needs show them. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Items that an account needs to run the rows on a service. */
  readonly needs?: readonly Need[];
  /** Stages for the items of the rows; the first match counts. */
  readonly stages?: readonly Stage[];
  /** Stages for the rows of a detail, by the detail's name: `{value}` is the row. */
  readonly detailStages?: Readonly<Record<string, Outside>>;
}

type Spec = NonNullable<Case['spec']>;

/** A rejected spec: a clause, the source of the rule, its enforcement, the fields, a part of the
 *  message, and the previous fields. */
export type Refusal = readonly [
  name: string,
  source: string | null,
  keptBy: KeptBy,
  spec: Spec,
  refused: string,
  was?: Spec,
];

/** Converts refusals to rows. */
export const refusals = (rows: readonly Refusal[]): readonly Case[] =>
  rows.map(([name, source, keptBy, spec, refused, was]) => ({
    name,
    keptBy,
    spec,
    refused,
    ...(source === null ? {} : { source }),
    ...(was === undefined ? {} : { was }),
  }));
