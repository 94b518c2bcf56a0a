import { SCRIPT } from './given.ts';
import { type FieldRow, labelFor, rowsOf, type Spec } from './scene.ts';

const script = (field: string, stored: string, was: Spec, now: Spec): FieldRow =>
  rowsOf('StackScript', { ...SCRIPT, label: labelFor(field), policy: { consent: 'Auto' } })(
    field,
    was,
    now,
    ({ item }) => item[stored],
    now[field],
  );

export const scriptRows: readonly FieldRow[] = [
  script('label', 'label', { label: 'old-script' }, { label: 'new-script' }),
  script('script', 'script', {}, { script: '#!/bin/sh\necho later\n' }),
  script('images', 'images', {}, { images: ['compute/debian11'] }),
  script('description', 'description', { description: 'old' }, { description: 'new' }),
  script('public', 'is_public', { public: false }, { public: true }),
  script('revNote', 'rev_note', { revNote: 'old' }, { revNote: 'new' }),
];
