import { describe, expect, test } from 'vitest';
import {
  isMark,
  markOf,
  marksIn,
  storedTags,
  tagsToSend,
  tagsWithout,
  uidOf,
  userTags,
  wantedTags,
} from './tags.ts';

test('a mark names the object', () => {
  expect(markOf('u-1')).toBe('k8s:u-1');
  expect(uidOf(markOf('u-1'))).toBe('u-1');
  expect([isMark('k8s:u-1'), isMark('web'), isMark('web k8s:')]).toEqual([true, false, false]);
});

test('tags of users and tags of the operator are distinguished', () => {
  const tags = ['web', 'k8s:u-1', 'db', 'web', 'k8s:u-2'];
  expect(marksIn(tags)).toEqual(['k8s:u-1', 'k8s:u-2']);
  expect(userTags(tags)).toEqual(['db', 'web']);
});

describe('the list to send', () => {
  test.each<
    [string, readonly string[] | undefined, readonly string[], string | null, readonly string[]]
  >([
    [
      'has what is wanted and the mark',
      ['web', 'db'],
      ['old'],
      'k8s:u-1',
      ['db', 'k8s:u-1', 'web'],
    ],
    [
      'keeps what is there where the spec names none',
      undefined,
      ['old'],
      'k8s:u-1',
      ['k8s:u-1', 'old'],
    ],
    ['has nothing but the mark where none are wanted', [], ['old'], 'k8s:u-1', ['k8s:u-1']],
    ['has no marks of others', undefined, ['old', 'k8s:u-2'], 'k8s:u-1', ['k8s:u-1', 'old']],
    ['has no mark where the credential may not tag', ['web'], [], null, ['web']],
  ])('%s', (_, wanted, there, mark, list) => {
    expect(tagsToSend(wanted, there, mark)).toEqual(list);
  });
});

test('tags that the spec does not name, and a mark that may not be set, are not wanted', () => {
  expect(wantedTags(undefined, null)).toEqual({});
  expect(wantedTags(['b', 'a', 'a'], 'k8s:u-1')).toEqual({ tags: ['a', 'b'], mark: 'k8s:u-1' });
});

test('no mark is null, and several are none of ours', () => {
  expect(storedTags(['web'])).toEqual({ tags: ['web'], mark: null });
  expect(storedTags(['k8s:u-1'])).toEqual({ tags: [], mark: 'k8s:u-1' });
  expect(storedTags(['k8s:u-1', 'k8s:u-2'])).toEqual({ tags: [], mark: 'k8s:u-1 k8s:u-2' });
});

test('only the mark that is named goes from a list', () => {
  expect(tagsWithout('k8s:u-1', ['web', 'k8s:u-2', 'k8s:u-1', 'app', 'web'])).toEqual([
    'app',
    'k8s:u-2',
    'web',
  ]);
});
