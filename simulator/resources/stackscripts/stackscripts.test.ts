import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { make } from '../../../test/support/simulator/givens.ts';
import type { Stage } from '../../../test/support/simulator/stage.ts';
import { questions } from './questions.ts';

const all = '/compute/stackscripts';
const body = { label: 'mine', images: ['compute/debian11'], script: '#!/bin/sh\n' };
const mine = (stage: Stage): number => make(stage, all, body);
const published = (stage: Stage): number => make(stage, all, { ...body, is_public: true });

playAll([
  {
    name: 'a script is private and mine',
    call: () => ['POST', all, body],
    has: {
      mine: true,
      is_public: false,
      username: 'admin',
      deployments_total: 0,
      user_defined_fields: [],
    },
  },
  {
    name: 'images are wanted',
    call: () => ['POST', all, { ...body, images: [] }],
    status: 400,
    problems: ['images: images is required'],
  },
  {
    name: 'images must exist',
    call: () => ['POST', all, { ...body, images: ['compute/none'] }],
    status: 400,
    problems: ['images: image is not valid'],
  },
  { name: 'any image is fine', call: () => ['POST', all, { ...body, images: ['any/all'] }] },
  {
    name: 'label, script and images are wanted',
    call: () => ['POST', all, {}],
    status: 400,
    problems: [
      'label: label is required',
      'script: script is required',
      'images: images is required',
    ],
  },
  {
    name: 'the own ones can be found',
    given: mine,
    call: () => ['GET', all, undefined, { filter: { mine: true } }],
    has: { results: 1 },
  },
  {
    name: 'without a token only public ones are listed',
    given: mine,
    call: () => ['GET', all, undefined, { token: '' }],
    has: { results: 2 },
  },
  {
    name: 'a script can be published',
    given: mine,
    call: (id) => ['PUT', `${all}/${id}`, { is_public: true }],
    has: { is_public: true },
  },
  {
    name: 'a public script stays public',
    given: published,
    call: (id) => ['PUT', `${all}/${id}`, { is_public: false }],
    status: 400,
    problems: ['is_public: A public StackScript cannot be made private'],
  },
  {
    name: 'a public script cannot be deleted',
    given: published,
    call: (id) => ['DELETE', `${all}/${id}`],
    status: 400,
    problems: ['A public StackScript cannot be deleted'],
  },
  {
    name: 'the scripts of others cannot be changed',
    call: () => ['PUT', `${all}/623101`, { label: 'new' }],
    status: 403,
    problems: ['Unauthorized'],
  },
  {
    name: 'a private script is deleted',
    given: mine,
    call: (id) => ['DELETE', `${all}/${id}`],
    has: {},
    afterwards: (stage, id) => expect(stage.call('GET', `${all}/${id}`).status).toBe(404),
  },
]);

test('the questions of a script are read from its udf tags', () => {
  const script = `#<UDF name="a" Label='A label' oneof="x,y" default="x"/>\n# <udf name="b">\n# <udf label="nameless">`;
  expect(questions(script)).toEqual([
    { name: 'a', label: 'A label', oneOf: 'x,y', default: 'x' },
    { name: 'b', label: '' },
  ]);
});
