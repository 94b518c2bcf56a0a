import { z } from 'zod';
import { type ItemId, TextId } from './item-id.ts';
import { oneLine } from './spec-fields.ts';
import { MARK_PREFIX, markOf } from './tags.ts';

const WAYS = {
  Id: 'Id: the item with this id.',
  Label: 'Label: the item with this label.',
  Name: 'Name: the item with the name that this spec gives: its label, its domain, or name and type of a record.',
} as const;
type Way = keyof typeof WAYS;

const by = (...ways: readonly [Way, ...Way[]]) =>
  z.enum(ways).describe(`Way to name the item. ${ways.map((way) => WAYS[way]).join(' ')}`);

const idOf = (form: z.ZodType<ItemId>) =>
  form.optional().describe('Id of the item. Required with by: Id, and allowed only there.');
const id = idOf(z.int().min(1));
const label = oneLine(1, 255)
  .optional()
  .describe('Label of the item. Required with by: Label, and allowed only there.');
const rest = {
  orCreate: z.boolean().optional().describe('Creates the item if there is no item to import.'),
  replaceMark: z
    .string()
    .regex(new RegExp(`^${MARK_PREFIX}[0-9a-f-]{36}$`))
    .max(40)
    .optional()
    .describe(
      `Mark of another object or cluster (${markOf('<uid>')}) that this object may replace.`,
    ),
};
const WHAT = 'Imports an existing item instead of creating one.';

/** The import of an item: a union with the discriminator `by`. */
export const Import = z
  .strictObject({ by: by('Id', 'Label', 'Name'), id, label, ...rest })
  .describe(WHAT);
export type ImportSpec = z.infer<typeof Import>;

/** The import of an item whose id is a text. */
export const ImportByTextId = Import.extend({ id: idOf(TextId) }).describe(WHAT);

/** The import of an item whose kind has no label. */
export const ImportWithoutLabel = z
  .strictObject({ by: by('Id', 'Name'), id, ...rest })
  .describe(WHAT);

/** Returns the id of an import; undefined if it does not name the item by id. */
export const importedId = (spec: ImportSpec | undefined): ItemId | undefined =>
  spec?.by === 'Id' ? spec.id : undefined;

/** Returns the label of an import; undefined if it does not name the item by label. */
export const importedLabel = (spec: ImportSpec | undefined): string | undefined =>
  spec?.by === 'Label' ? spec.label : undefined;
