import { expect, test } from 'vitest';
import { KINDS } from '../../kinds/index.ts';
import { isMeant, type Selection } from './selection.ts';

const ANY: Selection = { kinds: KINDS, label: null, tag: null, id: null };
const labelled = { id: 1, label: 'web-1', tags: ['shop', 'web'] };

test.each<readonly [string, Partial<Selection>, object, boolean]>([
  ['all is meant where nothing is asked', {}, labelled, true],
  ['a label is meant as it is', { label: 'web-1' }, labelled, true],
  ['a label is meant whole', { label: 'web' }, labelled, false],
  ['a star stands for anything', { label: 'w*1' }, labelled, true],
  ['a question mark stands for one character', { label: 'web-?' }, labelled, true],
  ['it stands for no more', { label: 'we?-1?' }, labelled, false],
  ['all other characters stand for themselves', { label: 'web.1' }, labelled, false],
  ['a tag is one of those there are', { tag: 'web' }, labelled, true],
  ['a tag that is not there is not meant', { tag: 'we' }, labelled, false],
  ['what has no tags is meant by none', { tag: 'web' }, { id: 1, label: 'web-1' }, false],
  ['label and tag are both asked for', { label: 'web-*', tag: 'db' }, labelled, false],
])('%s', (_name, selection, item, meant) => {
  const [volume] = KINDS.filter(({ kind }) => kind === 'Volume');
  expect(
    volume !== undefined && isMeant({ ...ANY, ...selection }, volume, item as typeof labelled),
  ).toBe(meant);
});
