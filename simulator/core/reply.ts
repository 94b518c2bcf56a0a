import type { Entity, Turn } from './turn.ts';
import type { Row } from './world.ts';

/** One entry of an errors body; without `field` the whole request is meant. */
export interface Problem {
  readonly reason: string;
  readonly field?: string;
}

/** The request is refused. */
export interface Refusal {
  readonly kind: 'refused';
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The request is done; `body` undefined is an empty answer. */
export interface Done {
  readonly kind: 'done';
  readonly status: number;
  readonly body: unknown;
}

/** Rows to be filtered, ordered and cut into pages. */
export interface Listing {
  readonly kind: 'listing';
  readonly rows: readonly unknown[];
  show(row: unknown): unknown;
  /** Whether a restricted user sees a row; absent: all do. */
  readonly of?: Entity;
  /** Fields that may be filtered on beside those of the contract. */
  readonly filters?: readonly string[];
  /** Fields that may be filtered on and not ordered by. Source: conventions#filters. */
  readonly unordered?: readonly string[];
  /** The page numbers of a filter that matches nothing. Source: conventions#pages. */
  readonly emptyPage?: 0;
  /** The fields that may be filtered on stand in the rows as they are shown: only the rows of the
   *  page are shown. */
  readonly isPlain?: boolean;
  /** The rows that may match when fields have these values, in their order. @param equal by the
   *  name of the field */
  narrow?(equal: Readonly<Record<string, unknown>>): readonly unknown[];
}

export type Reply = Done | Refusal | Listing;

export const ok = (body: unknown): Done => ({ kind: 'done', status: 200, body });

/** The answer of actions that return nothing. Source: conventions#paths-and-bodies. */
export const done: Done = ok({});

export const refuse = (reason: string, field?: string, status = 400): Refusal => ({
  kind: 'refused',
  status,
  problems: [field === undefined ? { reason } : { reason, field }],
});

/** Source: conventions#reasons. */
export const notFound: Refusal = refuse('Not found', undefined, 404);

/** Refused for want of a grant. Source: conventions#reasons. */
export const forbidden: Refusal = refuse('Unauthorized', undefined, 403);

/** Whether a look-up came back with a refusal instead of what was looked up. */
export const isRefusal = (value: object): value is Refusal =>
  'kind' in value && value.kind === 'refused';

/** The first thing that stands in the way, in order; undefined when nothing does. */
export const firstOf = (...checks: readonly (() => Refusal | undefined)[]): Refusal | undefined => {
  for (const check of checks) {
    const refusal = check();
    if (refusal !== undefined) return refusal;
  }
  return undefined;
};

type Rest = Pick<Listing, 'filters' | 'unordered' | 'emptyPage' | 'isPlain' | 'narrow'>;

/** All items of a kind that the user may see. */
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

/** Rows without grants of their own. */
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
