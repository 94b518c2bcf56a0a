import { expect, test } from 'vitest';
import { permissions } from './permissions.ts';
import { clusterWide, namespaced } from './rbac.ts';

const granted = permissions([{ plural: 'gadgets' }, { plural: 'widgets' }]);
const verbsOn = (roles: readonly ReturnType<typeof clusterWide>[number][], resource: string) =>
  roles.flatMap(({ kind, rules }) =>
    rules.filter(({ resources }) => resources.includes(resource)).map(({ verbs }) => [kind, ...verbs].join(' ')),
  );

test('objects of every kind may be followed and patched, not created, replaced or deleted', () => {
  expect(verbsOn(clusterWide(granted), 'widgets')).toEqual(['ClusterRole get list watch patch']);
  expect(verbsOn(clusterWide(granted), 'widgets/status')).toEqual(['ClusterRole patch']);
});

test('nothing is granted by a star, and no role may delete', () => {
  const rules = [...clusterWide(granted), ...namespaced(granted)].flatMap((role) => role.rules);
  expect(
    rules.flatMap(({ apiGroups, resources, verbs }) => [...apiGroups, ...resources, ...verbs]).filter((word) => /\*|delete/.test(word)),
  ).toEqual([]);
});

test('the lease and the brake are kept in the own namespace only', () => {
  for (const roles of [clusterWide(granted), namespaced(granted)]) {
    expect(verbsOn(roles, 'leases')).toEqual(['Role get create patch']);
    expect(verbsOn(roles, 'configmaps')).toEqual(['Role get create patch']);
  }
});

test('an operator of some namespaces has no cluster role, and the same rights there', () => {
  expect(namespaced(granted).map(({ kind }) => kind)).toEqual(['Role', 'Role']);
  expect(verbsOn(namespaced(granted), 'secrets')).toEqual(
    verbsOn(clusterWide(granted), 'secrets').map((line) => line.replace('ClusterRole', 'Role')),
  );
});
