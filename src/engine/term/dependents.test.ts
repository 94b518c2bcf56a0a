import { describe, expect, test } from 'vitest';
import { Dependents } from './dependents.ts';

describe('dependents', () => {
  const NAME = { kind: 'Part', namespace: 'team', name: 'p' };
  const SELECTED = {
    kind: 'Part',
    namespace: 'team',
    selector: { matchLabels: { app: 'x' }, matchExpressions: [] },
  };
  const known = (...watched: Parameters<Dependents['set']>[1][]) => {
    const dependents = new Dependents();
    for (const [i, one] of watched.entries()) dependents.set(`Gadget/team/k${i}`, one);
    return dependents;
  };
  test.each<
    [
      string,
      Parameters<Dependents['set']>[1],
      readonly Readonly<Record<string, string>>[],
      typeof NAME,
      readonly string[],
    ]
  >([
    ['who names it', [NAME], [], NAME, ['Gadget/team/k0']],
    ['not who names another one', [{ ...NAME, name: 'q' }], [], NAME, []],
    ['not who names it elsewhere', [{ ...NAME, namespace: 'other' }], [], NAME, []],
    ['not who names another kind', [{ ...NAME, kind: 'X' }], [], NAME, []],
    ['who selects its labels', [SELECTED], [{ app: 'x' }], NAME, ['Gadget/team/k0']],
    ['who selected its labels of before', [SELECTED], [{ app: 'x' }, {}], NAME, ['Gadget/team/k0']],
    ['not who selects others', [SELECTED], [{ app: 'y' }], NAME, []],
    ['not who selects another kind', [{ ...SELECTED, kind: 'X' }], [{ app: 'x' }], NAME, []],
    ['not who selects elsewhere', [{ ...SELECTED, namespace: 'other' }], [{ app: 'x' }], NAME, []],
    [
      'who selects by one of two selectors',
      [{ ...SELECTED, selector: { matchLabels: { app: 'z' }, matchExpressions: [] } }, SELECTED],
      [{ app: 'x' }],
      NAME,
      ['Gadget/team/k0'],
    ],
    ['who does both, once', [NAME, SELECTED], [{ app: 'x' }], NAME, ['Gadget/team/k0']],
  ])('of an object are %s', (_, watched, labels, name, keys) => {
    const dependents = known(watched);
    expect(dependents.of(name, labels)).toEqual(keys);
    dependents.set('Gadget/team/k0', []);
    expect([dependents.of(name, labels), dependents.watchedBy('Gadget/team/k0')]).toEqual([[], []]);
  });

  test('are all objects that watch it, each by its last report', () => {
    const dependents = known([NAME, SELECTED], [NAME], [SELECTED]);
    expect(dependents.of(NAME, [{ app: 'x' }]).toSorted()).toEqual([
      'Gadget/team/k0',
      'Gadget/team/k1',
      'Gadget/team/k2',
    ]);
    expect([
      dependents.watchedBy('Gadget/team/k0'),
      dependents.watchedBy('Gadget/team/none'),
    ]).toEqual([[NAME], []]);
    dependents.set('Gadget/team/k0', [{ ...NAME, name: 'q' }]);
    expect(dependents.of(NAME, [{ app: 'x' }])).toEqual(['Gadget/team/k1', 'Gadget/team/k2']);
  });
});
