import type { Entity, Turn } from './turn.ts';
import type { Row } from './world.ts';

/** One entry of an errors body; without `field` it concerns the whole request. */
export interface Problem {
  readonly reason: string;
  readonly field?: string;
}

/** A refused request. */
export interface Refusal {
  readonly kind: 'refused';
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A completed request; `body` undefined is an empty answer. */
export interface Done {
  readonly kind: 'done';
  readonly status: number;
  readonly body: unknown;
  /** Media type of a body that is a file: one character for each byte. Absent: JSON. */
  readonly media?: string;
}

/** Rows to filter, sort and paginate. */
export interface Listing {
  readonly kind: 'listing';
  readonly rows: readonly unknown[];
  show(row: unknown): unknown;
  /** Entity whose grants hide rows from restricted users; absent: all rows are visible. */
  readonly of?: Entity;
  /** Filterable fields beside those of the contract. */
  readonly filters?: readonly string[];
  /** Filterable fields that cannot be sorted by. Source: conventions#filters. */
  readonly unordered?: readonly string[];
  /** Page number of a filter without matches. Source: conventions#pages. */
  readonly emptyPage?: 0;
  /** True if the rows contain the filterable fields as shown: only the rows of the page are
   *  converted. */
  readonly isPlain?: boolean;
  /** Returns the rows that may match these values, in order. @param equal values by field name */
  narrow?(equal: Readonly<Record<string, unknown>>): readonly unknown[];
}

export type Reply = Done | Refusal | Listing;

export const ok = (body: unknown): Done => ({ kind: 'done', status: 200, body });

/** Answers with a file instead of JSON. */
export const sentFile = (media: string, bytes: Uint8Array): Done => ({
  ...ok(Buffer.from(bytes).toString('latin1')),
  media,
});

/** The answer of actions that return nothing. Source: conventions#paths-and-bodies. */
export const done: Done = ok({});

export const refuse = (reason: string, field?: string, status = 400): Refusal => ({
  kind: 'refused',
  status,
  problems: [field === undefined ? { reason } : { reason, field }],
});

/** Source: conventions#reasons. */
export const notFound: Refusal = refuse('Not found', undefined, 404);

/** The refusal for a missing grant. Source: conventions#reasons. */
export const forbidden: Refusal = refuse('Unauthorized', undefined, 403);

/** Reports whether a lookup returned a refusal. */
export const isRefusal = (value: object): value is Refusal =>
  'kind' in value && value.kind === 'refused';

/** Returns the first refusal of several checks; undefined when all pass. */
export const firstOf = (...checks: readonly (() => Refusal | undefined)[]): Refusal | undefined => {
  for (const check of checks) {
    const refusal = check();
    if (refusal !== undefined) return refusal;
  }
  return undefined;
};

type Rest = Pick<Listing, 'filters' | 'unordered' | 'emptyPage' | 'isPlain' | 'narrow'>;

/** Lists all items of a kind that the user may see. */
export const listed = <R extends Row>(
  turn: Turn,
  entity: Entity<R>,
  rows: readonly R[],
  rest: Rest = {},
): Listing => ({
  kind: 'listing',
  rows,
  show: (row) => entity.show(turn, row as R),
  of: entity,
  ...rest,
});

/** Lists rows without grants of their own. */
export const listedPlain = <R>(
  rows: readonly R[],
  show: (row: R) => unknown,
  rest: Rest = {},
): Listing => ({
  kind: 'listing',
  rows,
  show: (row) => show(row as R),
  ...rest,
});
