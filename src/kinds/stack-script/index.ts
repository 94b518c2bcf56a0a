import { StackScript, stackscripts } from '../../api/stackscripts.ts';
import { defineKind } from '../../model/kind.ts';
import { labelOf, stackScriptManifest, stackScriptWants } from './fields.ts';
import { createStackScript, removeStackScript, undeletable, updateStackScript } from './plan.ts';
import { reportStackScript, stackScriptHealth } from './report.ts';
import { RULES } from './rules.ts';
import { StackScriptSpec } from './spec.ts';
import { StackScriptStatus } from './status.ts';

/** A script that runs at the deployment of an instance; its items carry no tags. Source:
 *  images#stackscripts. */
export const stackScript = defineKind({
  kind: 'StackScript',
  plural: 'stackscripts',
  shortNames: ['ciscript'],
  summary: 'A script that the service runs when it deploys an instance.',
  spec: StackScriptSpec,
  status: StackScriptStatus,
  rules: RULES,
  immutable: [],
  requiredToCreate: ['script', 'images'],
  createOnly: [],
  columns: [
    { name: 'Label', type: 'string', path: '.status.label' },
    { name: 'Deployments', type: 'integer', path: '.status.deploymentsTotal' },
    { name: 'Revision', type: 'string', path: '.status.revNote', wide: true },
  ],
  refs: [],
  secretRefs: [],
  holdsData: false,
  deletion: 'Delete',
  loss: 'Recreate',
  deletionAction: 'stackscript_delete',
  scopes: stackscripts.create.scopes,
  grant: stackscripts.create.grant,
  item: StackScript,
  collection: () => stackscripts.list.path,
  filter: { mine: true },
  details: () => ({}),
  key: labelOf,
  keyOf: ({ label }) => label,
  wants: stackScriptWants,
  create: createStackScript,
  update: updateStackScript,
  remove: removeStackScript,
  undeletable,
  unmark: () => [],
  requests: {},
  health: stackScriptHealth,
  report: reportStackScript,
  manifest: stackScriptManifest,
});
