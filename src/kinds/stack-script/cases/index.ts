import { CASE_NAME, type Case, type CaseTable } from '../../../model/case.ts';
import { stackScriptAdmission } from './admission.ts';
import { creationCases } from './creation.ts';
import { stages } from './fixtures.ts';

const script = '#!/bin/sh';
const ONE = '/compute/stackscripts/40';
const LATER = `${script}\necho later\n`;

const settings: readonly Case[] = [
  { name: 'matching fields are left alone', plan: [] },
  {
    name: 'a changed script is sent',
    source: 'images#stackscripts',
    keptBy: 'plan',
    spec: { script: LATER },
    plan: [`Update (PUT ${ONE}) script: ${script} -> ${script}\\u000aecho later\\u000a`],
    sends: [{ script: LATER }],
  },
  {
    name: 'every change is in one request',
    source: 'images#stackscripts',
    keptBy: 'plan',
    spec: { label: 'web', images: ['compute/debian11'], description: 'new', revNote: 'second' },
    item: { description: 'old', rev_note: 'first' },
    plan: [
      `Update (PUT ${ONE}) label: ${CASE_NAME} -> web, images: ["any/all"] -> ["compute/debian11"], description: old -> new, revNote: first -> second`,
    ],
    sends: [{ label: 'web', images: ['compute/debian11'], description: 'new', rev_note: 'second' }],
  },
  {
    name: 'is described',
    source: 'images#stackscripts',
    keptBy: 'plan',
    spec: { description: 'new' },
    item: { description: 'old' },
    plan: [`Update (PUT ${ONE}) description: old -> new`],
  },
  {
    name: 'is relabelled',
    source: 'images#stackscripts',
    keptBy: 'plan',
    spec: { label: 'web' },
    plan: [`Update (PUT ${ONE}) label: ${CASE_NAME} -> web`],
    sends: [{ label: 'web' }],
  },
  {
    name: 'another note is no other script',
    spec: { revNote: 'second' },
    item: { rev_note: 'first' },
    plan: [`Update (PUT ${ONE}) revNote: first -> second`],
    sends: [{ rev_note: 'second' }],
  },
  {
    name: 'white space at the end of a script counts',
    spec: { script: `${script}\n` },
    plan: [`Update (PUT ${ONE}) script: ${script} -> ${script}\\u000a`],
  },
  {
    name: 'images are replaced as a whole',
    source: 'images#stackscripts',
    keptBy: 'plan',
    spec: { images: ['compute/debian11'] },
    item: { images: ['compute/alpine3.15', 'compute/debian11'] },
    plan: [
      `Update (PUT ${ONE}) images: ["compute/alpine3.15","compute/debian11"] -> ["compute/debian11"]`,
    ],
    sends: [{ images: ['compute/debian11'] }],
  },
  {
    name: 'texts that the spec does not name stay',
    item: { description: 'theirs', rev_note: 'theirs' },
    plan: [],
  },
  {
    name: 'a description is emptied',
    spec: { description: '' },
    item: { description: 'old' },
    plan: [`Update (PUT ${ONE}) description: old -> `],
  },
  {
    name: 'images are a set: their order does not count',
    keptBy: 'canonical',
    source: 'images#stackscripts',
    spec: { images: ['compute/debian11', 'compute/alpine3.15'] },
    item: { images: ['compute/alpine3.15', 'compute/debian11'] },
    plan: [],
  },
];

const publication: readonly Case[] = [
  {
    name: 'is published for ever',
    source: 'images#stackscripts',
    keptBy: 'plan',
    spec: { public: true },
    plan: [`Publish (PUT ${ONE}) public: false -> true`],
    sends: [{ is_public: true }],
  },
  {
    name: 'is published as changed',
    source: 'images#stackscripts',
    keptBy: 'plan',
    spec: { public: true, revNote: 'second' },
    item: { rev_note: 'first' },
    plan: [
      `Update (PUT ${ONE}) revNote: first -> second`,
      `Publish (PUT ${ONE}) public: false -> true [after Update]`,
    ],
  },
  {
    name: 'a public script is changed like any other',
    spec: { public: true, description: 'new' },
    item: { is_public: true },
    plan: [`Update (PUT ${ONE}) description:  -> new`],
  },
  {
    name: 'a public script stays public where the spec does not say',
    item: { is_public: true },
    plan: [],
    health: { ready: true, reason: 'Public' },
  },
  {
    name: 'a public script is not made private',
    source: 'images#stackscripts',
    keptBy: 'refuse',
    spec: { public: false },
    item: { is_public: true },
    plan: [
      'refuse spec.public: a public script cannot be made private: remove spec.public, or set it to true',
    ],
  },
];

const ends: readonly Case[] = [
  {
    name: 'is deleted',
    source: 'images#stackscripts',
    keptBy: 'plan',
    deleting: true,
    plan: [`Delete (DELETE ${ONE})`],
  },
  {
    name: 'a public script is not deleted',
    source: 'images#stackscripts',
    keptBy: 'plan',
    deleting: true,
    item: { is_public: true },
    plan: [],
  },
  { name: 'stays as it is', retaining: true, plan: [] },
  { name: 'a public script stays too', retaining: true, item: { is_public: true }, plan: [] },
  { name: 'a private script is ready', health: { ready: true, reason: 'Private' } },
];

/** Behaviour of a StackScript, row by row. */
export const stackScriptCases: CaseTable = {
  spec: { script, images: ['any/all'] },
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
    script,
    user_defined_fields: [],
  },
  stages,
  cases: [...creationCases, ...settings, ...publication, ...ends, ...stackScriptAdmission],
};
