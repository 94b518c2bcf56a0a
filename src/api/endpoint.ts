import type * as z from 'zod';
import type { Media } from './file-content.ts';

/** Source: conventions#authentication. */
export type Area =
  | 'computes'
  | 'volumes'
  | 'images'
  | 'stackscripts'
  | 'databases'
  | 'kube'
  | 'domains'
  | 'firewall'
  | 'ips'
  | 'account'
  | 'events';

/** A permission of a token; an endpoint with two scopes requires both. Source:
 *  conventions#authentication. */
export type Scope = `${Area}:${'read_only' | 'read_write'}`;

/** Grants that allow a restricted user to create items. Source: conventions#restricted-users;
 *  account#profile-and-grants. */
export type Grant =
  | 'add_computes'
  | 'add_databases'
  | 'add_volumes'
  | 'add_domains'
  | 'add_firewalls'
  | 'add_images'
  | 'add_stackscripts';

/** The description of an operation: a page of docs/service and the anchor of a heading there. */
export type Source = `${string}#${string}`;

/** One operation of the service as data. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path template under the base address, `{name}` for each parameter; the parameters' types are
   *  in parameters.ts. */
  readonly path: string;
  /** The base address is the beta one. Absent: the stable one. */
  readonly base?: 'beta';
  /** Required scopes, all of them. */
  readonly scopes: readonly Scope[];
  /** 'none': the token is ignored. 'optional': without a token the answer contains public items
   *  only. Absent: a token is required. */
  readonly auth?: 'none' | 'optional';
  /** The grant that a restricted user requires. */
  readonly grant?: Grant;
  /** Refused to restricted users, whatever their grants. */
  readonly unrestricted?: true;
  /** Narrower types of path parameters than parameters.ts has. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** Query parameters besides those of pages, as in an address. */
  readonly query?: z.ZodType;
  /** Schema of the request body; absent: no body. */
  readonly body?: z.ZodType;
  readonly bodyOptional?: true;
  /** Media type of the file in the body, or in the answer where there is no body. Absent: JSON. */
  readonly media?: Media;
  /** Schema of a successful answer. */
  readonly response: z.ZodType;
  /** The answer is an envelope. 'sized': page and page_size are documented. 'unsized': neither is,
   *  though pages do exist. */
  readonly paged?: 'sized' | 'unsized';
  /** Fields that X-Filter accepts. Absent on lists without any. */
  readonly filters?: readonly string[];
  /** True if the published descriptions only name the operation; its shape follows recordings. */
  readonly named?: true;
  readonly source: Source;
}

/** Declares an endpoint; keeps the exact types of its schemas. */
export const endpoint = <const E extends Endpoint>(described: E): E => described;

/** The names in the braces of a path template. */
export type ParameterOf<Template extends string> =
  Template extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterOf<Rest> : never;

/** Fills a path template. Values are percent-encoded, slashes too: the service takes ids that
 *  contain a slash in both forms. Source: conventions#paths-and-bodies. */
export const path = <Template extends string>(
  template: Template,
  params: Readonly<Record<ParameterOf<Template>, string | number>>,
): string =>
  Object.entries<string | number>(params).reduce<string>(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(value)),
    template,
  );
