import type { Secret } from './secret.ts';
import { markOf } from './tags.ts';

/** Name and mark of the object that the rows speak of. */
export const CASE_NAME = 'example';
export const CASE_MARK = markOf('7f3b1c52-0d6e-4a8b-9c41-5e2d8f60a913');

/** How a rule of the service is kept. */
export type KeptBy = 'CEL' | 'schema' | 'wait' | 'refuse' | 'canonical' | 'plan' | 'health';

/** A row of a kind's table: what is wanted, what is there, and what the plan then is. The same rows
 *  run as pure plans, on the simulator and for the coverage page. */
export interface Case {
  /** A sentence about behaviour: «grows in place». */
  readonly name: string;
  /** Where the rule stands, a page of docs/service and the anchor of a heading there, and how it is
   *  kept. Absent for rows that show our own behaviour. */
  readonly source?: string;
  readonly keptBy?: KeptBy;
  /** Fields on top of the kind's smallest valid spec. */
  readonly spec?: Readonly<Record<string, unknown>>;
  /** Fields on top of the kind's example item; null: there is no item. */
  readonly item?: Readonly<Record<string, unknown>> | null;
  readonly details?: Readonly<Record<string, unknown>>;
  /** The row is about details that were not looked at, which passes by itself. */
  readonly unseen?: true;
  readonly recorded?: Readonly<Record<string, unknown>>;
  readonly siblings?: readonly Readonly<Record<string, unknown>>[];
  readonly secrets?: Readonly<Record<string, Secret>>;
  /** Values that selectors led to lately, by their path. */
  readonly strayed?: Readonly<Record<string, readonly unknown[]>>;
  /** References without a value, by the path of the list that they add to. */
  readonly unresolved?: Readonly<Record<string, string>>;
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
  /** The plan, one line a step as `describe` prints it; a row without one speaks of health or of
   *  admission only. */
  readonly plan?: readonly string[];
  /** The bodies of the plan's calls in order, as JSON carries them, Secrets redacted; where the row
   *  is about what is sent. */
  readonly sends?: readonly Readonly<Record<string, unknown>>[];
  readonly health?: { readonly ready: boolean; readonly reason: string; readonly stalled?: true };
  /** Admission must refuse the spec with a message that contains this: on create, or (with `was`)
   *  on update. */
  readonly refused?: string;
  /** The fields that the spec had before; in a row with `refused` for admission to compare, else
   *  what brought the item to where it is. */
  readonly was?: Readonly<Record<string, unknown>>;
  /** How it ends in a whole installation, where that is not what the last step of the plan says. */
  readonly ends?: 'ready' | 'waiting' | 'refused';
}

/** A request that somebody else sends. In the path `{id}` is the row's item and `{7}` the need that
 *  rows know as 7; in the body `{value}` is the value that is staged, `{value.size}` a member of
 *  it. */
export interface Outside {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | '{value}';
}

/** Something that stands in the account before a row is played: what the ids in rows mean. */
export interface Need extends Outside {
  /** The id by which the rows know it, or the name by which all do; no other need of the table has
   *  it. */
  readonly id: number | string;
  /** The fields of specs, items and bodies in which that id means this. */
  readonly fields: readonly string[];
}

/** How a field of an item is brought to a value: by the spec the item is made with, by what
 *  somebody else does to it, or by both. */
export interface Stage {
  readonly field: string;
  /** Only for this value. Absent: for any. */
  readonly value?: unknown;
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly requests?: readonly Outside[];
  /** It cannot be done to an item that is as its row wishes: it shows no drift. */
  readonly once?: true;
}

/** A kind's rows with what they stand on. */
export interface CaseTable {
  /** The smallest spec that admission accepts. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** An item that is as the smallest spec asks, and carries CASE_MARK. */
  readonly item: Readonly<Record<string, unknown>> & { readonly id: number };
  readonly cases: readonly Case[];
  /** What an account needs so that the rows can be played on a service. */
  readonly needs?: readonly Need[];
  /** How items come to look as rows say; the first that fits counts. */
  readonly stages?: readonly Stage[];
  /** How a row of a detail comes to be there, by the detail's name: `{value}` is the row. */
  readonly detailStages?: Readonly<Record<string, Outside>>;
}

type Spec = NonNullable<Case['spec']>;

/** What may not be said: a sentence, where the rule stands, how it is kept, the fields, what the
 *  refusal has to contain, and the fields before. */
export type Refusal = readonly [
  name: string,
  source: string | null,
  keptBy: KeptBy,
  spec: Spec,
  refused: string,
  was?: Spec,
];

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
