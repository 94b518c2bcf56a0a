import * as z from 'zod';
import { Empty, envelope, Id, TagLabel } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** Source: tags#assign. */
export const Tag = z.looseObject({ label: z.string() });
export type Tag = z.infer<typeof Tag>;

/** An object with a tag: its kind and its whole record. Source: tags#objects-of-a-tag. */
export const Tagged = z.looseObject({
  type: word(['compute', 'volume', 'domain', 'nodebalancer']),
  data: z.looseObject({ id: Id, label: z.string().optional() }),
});
export type Tagged = z.infer<typeof Tagged>;

const ids = z.array(Id).optional();

/** The new tag and its initial objects. Source: tags#assign. */
export const TagCreate = z.strictObject({
  label: TagLabel,
  computes: ids,
  domains: ids,
  nodebalancers: ids,
  volumes: ids,
});
export type TagCreate = z.input<typeof TagCreate>;

const source = 'tags#tags';
const one = '/tags/{label}';

export const tags = {
  list: endpoint({
    method: 'GET',
    path: '/tags',
    scopes: ['account:read_only'],
    response: envelope(Tag),
    paged: 'sized',
    source,
  }),
  create: endpoint({
    method: 'POST',
    path: '/tags',
    scopes: ['account:read_write'],
    unrestricted: true,
    body: TagCreate,
    response: Tag,
    source,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: one,
    scopes: ['account:read_write'],
    unrestricted: true,
    response: Empty,
    source,
  }),
  tagged: endpoint({
    method: 'GET',
    path: one,
    scopes: ['account:read_only'],
    response: envelope(Tagged),
    paged: 'sized',
    source,
  }),
} as const;
