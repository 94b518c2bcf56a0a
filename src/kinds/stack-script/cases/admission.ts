import { refusals } from '../../../model/case.ts';

/** Rejections of a StackScript at admission. */
export const stackScriptAdmission = refusals([
  ['a label has three characters', 'images#stackscripts', 'schema', { label: 'ab' }, 'spec.label'],
  [
    'a label has at most 128 characters',
    'images#stackscripts',
    'schema',
    { label: 'a'.repeat(129) },
    'spec.label',
  ],
  ['a label is one line', null, 'schema', { label: 'web\nserver' }, 'spec.label'],
  ['a script is not empty', 'images#stackscripts', 'schema', { script: '' }, 'spec.script'],
  [
    'a script has at most 65535 characters',
    null,
    'schema',
    { script: '#'.repeat(65_536) },
    'spec.script',
  ],
  ['an image is named', 'images#stackscripts', 'schema', { images: [] }, 'spec.images'],
  ['an id of an image is not empty', null, 'schema', { images: [''] }, 'spec.images[0]'],
  [
    'a description has at most 8192 characters',
    null,
    'schema',
    { description: 'a'.repeat(8_193) },
    'spec.description',
  ],
  [
    'a note has at most 512 characters',
    null,
    'schema',
    { revNote: 'a'.repeat(513) },
    'spec.revNote',
  ],
  [
    'a public script does not become private',
    'images#stackscripts',
    'CEL',
    { public: false },
    'spec.public: must not become false',
    { public: true },
  ],
  ['a note is one line', null, 'schema', { revNote: 'one\ntwo' }, 'spec.revNote'],
  ['an unknown field is refused', null, 'schema', { isPublic: true }, 'isPublic'],
]);
