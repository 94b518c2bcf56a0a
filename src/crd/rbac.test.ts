import { expect, test } from 'vitest';
import { permissions } from './permissions.ts';
import { objectsEverywhere, objectsInOne, ownRole } from './rbac.ts';

const granted = permissions([{ plural: 'gadgets' }, { plural: 'widgets' }]);
const everywhere = objectsEverywhere(granted);
const inOne = objectsInOne(granted);
const own = ownRole(granted);
const verbsOn = ({ rules }: typeof own, resource: string) =>
  rules.filter(({ resources }) => resources.includes(resource)).map(({ verbs }) => verbs.join(' '));

test('objects of every kind may be followed and patched, not created, replaced or deleted', () => {
  expect(verbsOn(everywhere, 'widgets')).toEqual(['get list watch patch']);
  expect(verbsOn(everywhere, 'widgets/status')).toEqual(['patch']);
});

test('nothing is granted by a star, and no role may delete', () => {
  const words = [everywhere, inOne, own].flatMap((role) =>
    role.rules.flatMap(({ apiGroups, resources, verbs }) => [...apiGroups, ...resources, ...verbs]),
  );
  expect(words.filter((word) => /\*|delete/.test(word))).toEqual([]);
});

test('the lease is kept in the own namespace only', () => {
  expect(verbsOn(own, 'leases')).toEqual(['get create patch']);
  expect(verbsOn(everywhere, 'leases')).toEqual([]);
});

test('an operator of one namespace has no cluster role, and the same rights there', () => {
  expect([everywhere.kind, inOne.kind, own.kind]).toEqual(['ClusterRole', 'Role', 'Role']);
  expect(inOne.rules).toEqual(everywhere.rules);
});
