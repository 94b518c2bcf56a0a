import type { Outside, Stage } from '../../../model/case.ts';

const put = (field: string): Outside => ({
  method: 'PUT',
  path: '/compute/stackscripts/{id}',
  body: { [field]: '{value}' },
});

/** Stages for the scripts in the rows. */
export const stages: readonly Stage[] = [
  { field: 'label', requests: [put('label')] },
  { field: 'script', requests: [put('script')] },
  { field: 'images', requests: [put('images')] },
  { field: 'description', requests: [put('description')] },
  { field: 'rev_note', requests: [put('rev_note')] },
  { field: 'is_public', value: true, requests: [put('is_public')], once: true },
];
