import { describe, expect, test } from 'vitest';
import { permissions } from './permissions.ts';
import { objectsEverywhere, objectsInOne, ownRole } from './rbac.ts';
import { userRoles } from './user-roles.ts';

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

test('nothing is granted by a star, and Operations alone may be deleted', () => {
  const words = [everywhere, inOne, own].flatMap((role) =>
    role.rules.flatMap(({ apiGroups, resources, verbs }) => [...apiGroups, ...resources, ...verbs]),
  );
  expect(words.filter((word) => /\*|deletecollection/.test(word))).toEqual([]);
  const deleting = [everywhere, inOne, own].flatMap(({ rules }) =>
    rules.filter(({ verbs }) => verbs.includes('delete')).flatMap(({ resources }) => resources),
  );
  expect(new Set(deleting)).toEqual(new Set(['operations']));
  expect(verbsOn(own, 'operations')).toEqual([]);
});

test('the lease is kept in the own namespace only', () => {
  expect(verbsOn(own, 'leases')).toEqual(['get create patch']);
  expect(verbsOn(everywhere, 'leases')).toEqual([]);
});

test('an operator of one namespace has no cluster role, and the same rights there', () => {
  expect([everywhere.kind, inOne.kind, own.kind]).toEqual(['ClusterRole', 'Role', 'Role']);
  expect(inOne.rules).toEqual(everywhere.rules);
});

describe('the roles of people', () => {
  const roles = userRoles([{ plural: 'gadgets' }, { plural: 'widgets' }]);
  const verbsOf = (name: string): readonly string[] =>
    roles
      .filter(({ metadata }) => metadata.name === `cloudinfra-operator-${name}`)
      .flatMap(({ rules }) => rules.flatMap(({ verbs }) => verbs));

  test('view and edit become part of the roles of the cluster, approve of none', () => {
    expect(roles.map(({ metadata: { labels } }) => Object.keys(labels ?? {}))).toEqual([
      ['rbac.authorization.k8s.io/aggregate-to-view'],
      ['rbac.authorization.k8s.io/aggregate-to-edit'],
      [],
    ]);
  });

  test('are about the objects of every kind, and not about their status', () => {
    expect(roles.flatMap(({ rules }) => rules.map(({ resources }) => resources))).toEqual(
      roles.map(() => ['gadgets', 'widgets', 'operations']),
    );
  });

  test('separate the right to edit from the right to approve', () => {
    expect(verbsOf('view')).toEqual(['get', 'list', 'watch']);
    expect(verbsOf('edit')).not.toContain('approve');
    expect(verbsOf('approve').filter((verb) => !verbsOf('edit').includes(verb))).toEqual([
      'approve',
    ]);
    expect(verbsOf('edit').filter((verb) => !verbsOf('approve').includes(verb))).toEqual([
      'create',
      'update',
      'delete',
      'deletecollection',
    ]);
  });
});
