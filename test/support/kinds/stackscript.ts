import { z } from 'zod';
import { path } from '../../../src/api/endpoint.ts';
import { StackScript, stackscripts } from '../../../src/api/stackscripts.ts';
import { CASE_NAME, type CaseTable } from '../../../src/model/case.ts';
import { type Desired, defineKind } from '../../../src/model/kind.ts';
import { setOf } from '../../../src/model/lists.ts';
import { del, post, put } from '../../../src/model/request.ts';
import { call, changes, type Fields, named } from '../../../src/model/step.ts';

const StackScriptSpec = z.strictObject({
  label: z
    .string()
    .min(3)
    .max(128)
    .optional()
    .describe('Its name. Default: the name of this object.'),
  script: z.string().max(65_535).optional().describe('What it runs.'),
  images: setOf(z.array(z.string()).max(50)).optional().describe('The images that it fits.'),
  description: z.string().max(1_000).optional().describe('What it is for.'),
});
type DesiredScript = Desired<z.infer<typeof StackScriptSpec>>;

const wants = ({ spec }: DesiredScript): Fields => named({ ...spec });
const labelOf = ({ spec, name }: DesiredScript): string => spec.label ?? name;
const one = (item: StackScript): string =>
  path(stackscripts.update.path, { stackscriptId: item.id });

/** A kind outside the product that the service supports: for tests of adding a kind. */
export const stackScript = defineKind({
  kind: 'StackScript',
  plural: 'stackscripts',
  shortNames: ['ciscript'],
  summary: 'A script that is run when an instance is deployed.',
  spec: StackScriptSpec,
  status: z.strictObject({ deployments: z.int().optional().describe('How often it was used.') }),
  rules: [],
  immutable: [],
  requiredToCreate: ['script', 'images'],
  createOnly: [],
  columns: [{ name: 'Deployments', type: 'integer', path: '.status.deployments' }],
  refs: [],
  secretRefs: [],
  holdsData: false,
  deletion: 'Delete',
  loss: 'Recreate',
  scopes: stackscripts.create.scopes,
  item: StackScript,
  collection: () => stackscripts.list.path,
  filter: { mine: true },
  details: () => ({}),
  key: labelOf,
  keyOf: ({ label }) => label,
  wants,
  create: (desired) => [
    call(
      'Create',
      post(stackscripts.create.path, { ...desired.spec, label: labelOf(desired) }),
      changes(wants(desired), {}),
      {
        answers: 'item',
      },
    ),
  ],
  update: (desired, { item }) => {
    const changed = changes(wants(desired), item);
    const body = Object.fromEntries(changed.map(({ field, to }) => [field, to]));
    return changed.length === 0
      ? []
      : [call('Update', put(one(item), body), changed, { answers: 'item' })];
  },
  remove: (_desired, { item }) => [
    call('Delete', del(one(item)), [], { effect: 'destroys', loses: 'the script' }),
  ],
  unmark: () => [],
  requests: {},
  health: () => ({ ready: true, reason: 'Usable', message: 'the script can be used' }),
  report: ({ item }) => ({ deployments: item.deployments_total }),
  manifest: {
    specOf: ({ item: { label, script, images, description } }) => ({
      label,
      script,
      images,
      description,
    }),
  },
});

const stored = { method: 'PUT', path: '/compute/stackscripts/{id}' } as const;
const COLLECTION = '/compute/stackscripts';
const CREATE = `Create (POST ${COLLECTION}) script: #!/bin/sh, images: ["any/all"]`;

export const stackScriptCases: CaseTable = {
  spec: { script: '#!/bin/sh', images: ['any/all'] },
  item: {
    id: 40,
    label: CASE_NAME,
    username: 'ada',
    description: '',
    images: ['any/all'],
    deployments_total: 0,
    deployments_active: 0,
    is_public: false,
    mine: true,
    created: '2018-01-02T03:04:05',
    updated: '2018-01-02T03:04:05',
    rev_note: '',
    script: '#!/bin/sh',
    user_defined_fields: [],
  },
  cases: [
    { name: 'is made', item: null, plan: [CREATE] },
    { name: 'is left alone', plan: [] },
    {
      name: 'is described',
      spec: { description: 'new' },
      item: { description: 'old' },
      plan: [`Update (PUT ${COLLECTION}/40) description: old -> new`],
    },
    { name: 'is deleted', deleting: true, plan: [`Delete (DELETE ${COLLECTION}/40)`] },
    { name: 'stays', retaining: true, plan: [] },
    { name: 'is usable', health: { ready: true, reason: 'Usable' } },
  ],
  stages: [{ field: 'description', requests: [{ ...stored, body: { description: '{value}' } }] }],
};
