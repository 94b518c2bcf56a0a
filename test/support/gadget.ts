import { z } from 'zod';
import { type AnyKind, defineKind } from '../../src/model/kind.ts';
import { inOrder, setOf } from '../../src/model/lists.ts';

const Item = z.looseObject({ id: z.int() });

const GadgetSpec = z.strictObject({
  color: z.string().min(1).max(20).optional().describe('Its colour.'),
  size: z.int().min(1).max(9).optional().describe('Its size.'),
  seed: z.string().max(20).optional().describe('What it grows from.'),
  tags: setOf(z.array(z.string().max(50)).max(10))
    .optional()
    .describe('Its tags.'),
  parts: inOrder(
    z.array(z.strictObject({ name: z.string().max(20).describe('Name of the part.') })).max(5),
  )
    .optional()
    .describe('Its parts.'),
  namespace: z.string().max(20).optional().describe('A field whose name CEL keeps for itself.'),
});

/** A small artificial kind, for tests of properties of every kind. */
export const gadget: AnyKind = defineKind({
  kind: 'Gadget',
  plural: 'gadgets',
  shortNames: ['gad'],
  summary: 'A thing with a size.',
  spec: GadgetSpec,
  status: z.strictObject({ weight: z.int().optional().describe('Its weight in grams.') }),
  rules: [
    {
      rule: '!has(self.size) || !has(oldSelf.size) || self.size >= oldSelf.size',
      field: 'size',
      message: 'must not decrease: a gadget cannot shrink',
    },
    {
      rule: "!has(self.color) || self.color != 'plaid'",
      field: 'color',
      message: 'must not be plaid',
    },
  ],
  immutable: ['color', 'namespace'],
  requiredToCreate: ['color'],
  createOnly: ['seed'],
  columns: [{ name: 'Weight', type: 'integer', path: '.status.weight' }],
  refs: [],
  secretRefs: [],
  holdsData: false,
  deletion: 'Delete',
  loss: 'Recreate',
  scopes: ['gadgets:read_write'],
  item: Item,
  collection: () => '/gadgets',
  details: () => ({}),
  key: ({ name }) => name,
  keyOf: ({ id }) => String(id),
  wants: () => ({}),
  create: () => [],
  update: () => [],
  remove: () => [],
  unmark: () => [],
  requests: {},
  health: () => ({ ready: true, reason: 'Idle', message: 'it is there' }),
  report: () => ({}),
  manifest: { specOf: () => ({}) },
});
