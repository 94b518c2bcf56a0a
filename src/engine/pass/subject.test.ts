import { expect, test } from 'vitest';
import { gadget } from '../../../test/support/gadget.ts';
import { API_VERSION } from '../../model/group.ts';
import type { AnyKind } from '../../model/kind.ts';
import { parseSubject } from './subject.ts';

const METADATA = {
  name: 'a',
  namespace: 'default',
  uid: 'u',
  resourceVersion: '1',
  generation: 1,
  creationTimestamp: '2023-06-15T12:00:00Z',
};
const named = { ...gadget, textIds: true } as AnyKind;

test.each([
  ['an integer', gadget, 7, 7],
  ['a text', gadget, 'b0c1', undefined],
  ['a text', named, 'b0c1', 'b0c1'],
  ['an integer', named, 7, undefined],
])('%s is the id of an item only where the items have such ids', (_, kind, id, expected) => {
  const object = {
    apiVersion: API_VERSION,
    kind: 'Gadget',
    metadata: METADATA,
    spec: {},
    status: { id },
  };
  expect(parseSubject(kind, object).status.id).toBe(expected);
});

test.each([
  ['an integer', gadget, 7, true],
  ['a text', gadget, 'b0c1', false],
  ['a text', named, 'b0c1', true],
  ['an integer', named, 7, false],
])('%s names an item to import only where the items have such ids', (_, kind, id, isRead) => {
  const spec = { import: { by: 'Id', id } };
  const object = { apiVersion: API_VERSION, kind: 'Gadget', metadata: METADATA, spec };
  expect(parseSubject(kind, object).own.ok).toBe(isRead);
});
