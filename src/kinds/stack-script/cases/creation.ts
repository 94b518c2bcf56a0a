import { CASE_NAME, type Case } from '../../../model/case.ts';

const images = ['any/all'];
const script = '#!/bin/sh';
const ALL = '/compute/stackscripts';
const CREATE = `Create (POST ${ALL}) script: ${script}, images: ["any/all"]`;
const RULE = 'is not a valid label of a script: 3 to 128 characters; set spec.label';

/** Creation of a StackScript. */
export const creationCases: readonly Case[] = [
  {
    name: 'is made with the name of the object',
    source: 'images#stackscripts',
    keptBy: 'plan',
    item: null,
    plan: [CREATE],
    sends: [{ label: CASE_NAME, script, images }],
  },
  {
    name: 'is made with everything that the spec names',
    source: 'images#stackscripts',
    keptBy: 'plan',
    item: null,
    spec: {
      label: 'web',
      images: ['compute/debian11', 'compute/alpine3.15'],
      description: 'Installs a web server',
      revNote: 'first',
    },
    plan: [
      `Create (POST ${ALL}) label: web, script: ${script}, images: ["compute/alpine3.15","compute/debian11"], description: Installs a web server, revNote: first`,
    ],
    sends: [
      {
        label: 'web',
        script,
        images: ['compute/alpine3.15', 'compute/debian11'],
        description: 'Installs a web server',
        rev_note: 'first',
      },
    ],
  },
  {
    name: 'is made private, also where it is to be public',
    source: 'images#stackscripts',
    keptBy: 'plan',
    item: null,
    spec: { public: true },
    plan: [CREATE],
    sends: [{ label: CASE_NAME, script, images }],
  },
  {
    name: 'a name that is too short needs a label',
    source: 'images#stackscripts',
    keptBy: 'refuse',
    item: null,
    called: 'ab',
    plan: [`refuse spec.label: ab ${RULE}`],
  },
];
