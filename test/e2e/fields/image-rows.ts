import { IMAGE } from './given.ts';
import { type FieldRow, rowsOf } from './scene.ts';

const image = rowsOf('Image', IMAGE);

export const imageRows: readonly FieldRow[] = [
  image(
    'label',
    { label: 'image-old' },
    { label: 'image-new' },
    ({ item }) => item['label'],
    'image-new',
  ),
  image(
    'description',
    { description: 'old' },
    { description: 'new' },
    ({ item }) => item['description'],
    'new',
  ),
];
