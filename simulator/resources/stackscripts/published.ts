import { nextId, type World } from '../../core/world.ts';
import { stackscriptTable } from './table.ts';

interface Published {
  readonly label: string;
  readonly description: string;
  readonly images: readonly string[];
  readonly script: string;
}

const QUESTIONS = [
  '# <udf name="hostname" label="Hostname of the new machine" example="web-1" />',
  '# <udf name="mirror" label="Package mirror" default="http://archive.example.org/" />',
  '# <udf name="channel" label="Channel" oneOf="stable,testing" default="stable" />',
].join('\n');

/** Scripts of other users, after the recorded ones. Source: images#stackscripts. */
const SCRIPTS: readonly Published[] = [
  {
    label: 'basic_bash_lib',
    description: 'Basic library of bash functions',
    images: ['compute/ubuntu18.04', 'compute/ubuntu22.04', 'compute/debian11'],
    script: `#!/bin/bash\n${QUESTIONS}\necho "$HOSTNAME" >/etc/hostname\n`,
  },
  {
    label: 'noop',
    description: 'Does nothing',
    images: ['any/all'],
    script: '#!/bin/sh\nexit 0\n',
  },
];

/** Adds the scripts of other users to a new world. */
export const publishScripts = (world: World): void => {
  for (const script of SCRIPTS) {
    stackscriptTable.insert(world, {
      ...script,
      id: nextId(world, 'stackscript', 623_100),
      username: 'somebody',
      deployments_total: 0,
      deployments_active: 0,
      is_public: true,
      mine: false,
      created: '2020-02-11T12:00:00',
      updated: '2020-02-11T12:00:00',
      rev_note: 'Initial import',
    });
  }
};
