/** Rows of the published descriptions of the service. Absent members are unspecified there. */

/** One method of one line of an endpoint table. */
export interface EndpointRow {
  /** The page of docs/service with the operation. */
  readonly page: string;
  readonly method: string;
  readonly path: string;
  readonly base?: 'beta';
  readonly scopes?: readonly string[];
  readonly auth?: 'none' | 'optional';
  /** The cell on the request, verbatim. */
  readonly request?: string;
  /** The cell on the answer, verbatim. */
  readonly response?: string;
}

/** One field of a resource, a body or a request cell; nested fields with dots, `*` for every key or
 *  item. */
export interface FieldRow {
  /** Heading of the table or name of the body; "POST /path" for a request cell. */
  readonly resource: string;
  readonly field: string;
  readonly type?: 'array' | 'object' | 'boolean' | 'date-time' | 'integer' | 'string';
  readonly filterable?: true;
  readonly nullable?: true;
  readonly required?: true;
  /** Bounds of an integer's value, a text's length, a list's number of items. */
  readonly min?: number;
  readonly max?: number;
  readonly words?: readonly string[];
  readonly default?: unknown;
}

/** A row of a table of limits. */
export interface LimitRow {
  readonly item: string;
  readonly limit: string;
}

/** The grant that an operation requires of a restricted user. */
export interface GrantRow {
  readonly endpoint: string;
  readonly grant: string;
}

/** The type of a path parameter. */
export interface ParameterRow {
  readonly parameter: string;
  readonly type: 'integer' | 'string';
}

/** A list of values in a sentence. */
export interface ValuesRow {
  readonly name: string;
  readonly values: readonly string[];
}

export interface Documents {
  readonly endpoints: readonly EndpointRow[];
  readonly fields: readonly FieldRow[];
  readonly limits: readonly LimitRow[];
  readonly grants: readonly GrantRow[];
  readonly parameters: readonly ParameterRow[];
  readonly values: readonly ValuesRow[];
}

/** Keys and types of a JSON value: "integer"; [shape of the items]; members, optional ones with a
 *  trailing ?; ["|", …] for alternatives. */
export type Shape = string | readonly Shape[] | { readonly [key: string]: Shape };

/** One recorded exchange. */
export interface Recording {
  readonly method: string;
  /** Template of the contract, otherwise with {id} for ids. */
  readonly path: string;
  readonly status: number;
  /** Name of the contract's endpoint; absent: there is none. */
  readonly endpoint?: string;
  /** X-Accepted-OAuth-Scopes; '*' for none. */
  readonly scopes?: string;
  readonly rateLimit?: number;
  readonly filter?: unknown;
  readonly request?: unknown;
  readonly shape: Shape;
  /** The answer with shortened lists; only of endpoints of the contract. */
  readonly answer?: unknown;
}
