import * as z from 'zod';
import { envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** A monthly bill, in US dollars. Source: billing#invoices. */
export const Invoice = z.looseObject({
  id: Id,
  date: Timestamp,
  label: z.string(),
  subtotal: z.number(),
  tax: z.number(),
  tax_summary: z.array(z.looseObject({ name: z.string(), tax: z.number() })),
  total: z.number(),
});
export type Invoice = z.infer<typeof Invoice>;

/** A line of an invoice. `quantity` in hours where the type is hourly. Source: billing#invoices. */
export const InvoiceItem = z.looseObject({
  label: z.string(),
  type: word(['hourly', 'misc']),
  quantity: z.int(),
  unit_price: z.union([z.string(), z.number()]),
  amount: z.number(),
  tax: z.number(),
  total: z.number(),
  from: Timestamp.nullable(),
  to: Timestamp.nullable(),
});
export type InvoiceItem = z.infer<typeof InvoiceItem>;

const read = {
  method: 'GET',
  scopes: ['account:read_only'],
  source: 'billing#invoices',
} as const;
const one = '/account/invoices/{invoiceId}';

export const invoices = {
  list: endpoint({
    ...read,
    path: '/account/invoices',
    response: envelope(Invoice),
    paged: 'sized',
  }),
  view: endpoint({ ...read, path: one, response: Invoice }),
  items: endpoint({
    ...read,
    path: `${one}/items`,
    response: envelope(InvoiceItem),
    paged: 'sized',
  }),
} as const;
