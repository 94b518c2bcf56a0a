import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import { ANNOTATION } from '../../model/group.ts';
import { markOf } from '../../model/tags.ts';
import { recordOf } from '../pass/intent.ts';
import type { Home } from '../ports/cluster.ts';
import {
  clusterFence,
  fenceOf,
  holdBehindFence,
  holdersFence,
  holdOn,
  importFence,
  isMoved,
  mayReplace,
} from './fence.ts';

const UID = '00000000-0000-4000-8000-000000000077';
const OWN = markOf(UID);
const OTHER = markOf('11111111-0000-4000-8000-000000000077');
const THIRD = markOf('22222222-0000-4000-8000-000000000077');
const NAME = 'system/cloudinfra-operator';

/** Builds a pass in a cluster, or in a namespace of an unidentified cluster. */
function passIn(scene: Scene, here: string | null = 'here', home: Home | null = null) {
  const { pass, cluster } = stage({ ...scene, metadata: { uid: UID, ...scene.metadata } });
  Object.assign(cluster, { uid: () => here, home: () => home });
  return pass;
}
const by = (operator: object, over: Scene = {}): Scene => ({ status: { operator }, ...over });
const movedFrom = (uid: string): NonNullable<Scene['metadata']> => ({
  annotations: { [ANNOTATION.movedFrom]: uid },
});
const OBSERVE: Scene = { spec: { policy: { mode: 'Observe' } } };
const HOME: Home = { uid: 'home', isSure: true };

describe('the fence around another cluster', () => {
  test.each<[string, Scene, string | null, Home | null, string | null]>([
    ['is not there for this cluster', by({ cluster: 'here' }), 'here', null, null],
    ['is there for another one', by({ cluster: 'there' }), 'here', null, 'cluster (there)'],
    ['is not there without a record', {}, 'here', HOME, null],
    ['is not there where the cluster has no name', by({ cluster: 'there' }), null, null, null],
    [
      'is there for another namespace of that name',
      by({ namespace: 'far' }),
      null,
      HOME,
      'namespace (far)',
    ],
    ['is not there for this namespace', by({ namespace: 'home' }), null, HOME, null],
    ['is not there for an unknown namespace', by({ namespace: 'far' }), null, null, null],
    [
      'goes by the namespace where the cluster was not recorded',
      by({ namespace: 'far' }),
      'here',
      HOME,
      'namespace (far)',
    ],
    ['goes by the cluster first', by({ cluster: 'here', namespace: 'far' }), 'here', HOME, null],
    [
      'is opened by a person',
      by({ cluster: 'there' }, { metadata: movedFrom('there') }),
      'here',
      null,
      null,
    ],
    [
      'is not opened by the name of a third',
      by({ cluster: 'there' }, { metadata: movedFrom('third') }),
      'here',
      null,
      'cluster (there)',
    ],
    [
      'is not there where nothing is written',
      by({ cluster: 'there' }, OBSERVE),
      'here',
      null,
      null,
    ],
  ])('%s', (_, scene, here, home, other) => {
    const fence = clusterFence(passIn(scene, here, home), 7);
    expect(fence?.why ?? null).toBe(
      other === null ? null : `its status was recorded in another ${other}`,
    );
    expect(fence === null || fence.outcome.reason === 'OtherCluster').toBe(true);
  });

  test('says how it is opened', () => {
    expect(clusterFence(passIn(by({ cluster: 'there' })), 7)?.outcome.detail).toBe(
      'the status was recorded in another cluster (there), which can still manage item 7; if that cluster no longer manages it, set the annotation ' +
        'cloudinfra.dev/moved-from to there; to leave the item to that cluster, delete this object, which keeps the item',
    );
  });

  test.each<[string, Scene, boolean]>([
    ['to move from there', by({ cluster: 'there' }, { metadata: movedFrom('there') }), true],
    ['to move from elsewhere', by({ cluster: 'there' }, { metadata: movedFrom('third') }), false],
    ['nothing', by({ cluster: 'there' }), false],
    ['to move from here', by({ cluster: 'here' }, { metadata: movedFrom('here') }), false],
  ])('a person says %s', (_, scene, isSo) => {
    expect(isMoved(passIn(scene))).toBe(isSo);
  });
});

test('the fence around what another object holds', () => {
  const why = 'it belongs to Gadget team/near';
  expect(
    holdersFence(passIn({}), { uid: 'near', title: 'Gadget team/near', namespace: 'team' }, 7),
  ).toEqual({
    outcome: { type: 'conflict', detail: `item 7: ${why}` },
    why,
  });
});

test.each<[string, object | undefined, boolean]>([
  ['no import', undefined, false],
  ['an import by label', { by: 'Label', label: 'x' }, false],
  ['an import of this item', { by: 'Id', id: 7 }, false],
  ['an import of another item', { by: 'Id', id: 8 }, true],
  ['an import of another item or a new one', { by: 'Id', id: 8, orCreate: true }, false],
])('the fence around an item beside %s', (_, importSpec, isFenced) => {
  const fence = importFence(
    passIn(importSpec === undefined ? {} : { spec: { import: importSpec } }),
    7,
  );
  const detail =
    'spec.import.id names item 8, and this object has item 7; restore 7, or create a new object for item 8';
  expect(fence).toEqual(
    isFenced ? { outcome: { type: 'conflict', detail }, why: 'spec.import.id names item 8' } : null,
  );
});

const APPLIED = { applied: { mark: fingerprint(OWN) } };
const copying = (over: object = {}) => ({
  intent: recordOf({
    uid: UID,
    at: 5,
    account: 'A',
    path: '/gadgets/3/clone',
    key: 'web',
    marked: false,
    ...over,
  }),
});
const replacing = (mark: string): NonNullable<Scene['spec']> => ({
  import: { by: 'Id', id: 7, replaceMark: mark },
});
const TAKING = `set spec.import to {by: Id, id: 7, replaceMark: ${OTHER}}; to leave it to the other object, delete this object, which keeps the item`;

describe('the fence around an item with marks', () => {
  const carries = `item 7 carries the mark of another object or cluster (${OTHER})`;
  const plain = `${carries}; to adopt it, ${TAKING}`;
  test.each<[string, Scene, readonly string[] | undefined, string | null]>([
    ['is not there without tags', {}, undefined, null],
    ['is not there for the own one', {}, ['a', OWN], null],
    ['is there for another one', {}, ['a', OTHER], plain],
    ['is there for another one beside the own', {}, [OWN, OTHER], plain],
    ['is not there where nothing is written', OBSERVE, [OTHER], null],
    [
      'reports that it replaced the own one',
      { status: APPLIED },
      [OTHER],
      `${carries} instead of the mark of this object; to adopt it, ${TAKING}`,
    ],
    ['is not there for one that may be replaced', { spec: replacing(OTHER) }, [OTHER], null],
    ['is there for another one than that', { spec: replacing(THIRD) }, [OTHER], plain],
    [
      'is there for one that was replaced once',
      { spec: replacing(OTHER), ...by({ replacedMark: OTHER }) },
      [OTHER],
      `${carries}; to adopt it, remove spec.import.replaceMark, which was used, and ${TAKING}`,
    ],
    ['is not there for what a copy brings from its source', { status: copying() }, [OTHER], null],
    [
      'is there for a copy whose mark was applied',
      { status: { ...copying(), ...APPLIED } },
      [OTHER],
      `${carries} instead of the mark of this object; to adopt it, ${TAKING}`,
    ],
    [
      'is there for what was created with a mark',
      { status: copying({ marked: true }) },
      [OTHER],
      plain,
    ],
    [
      'is there for what was created from nothing',
      { status: copying({ path: '/gadgets' }) },
      [OTHER],
      plain,
    ],
    [
      'is there for what was created below a number',
      { status: copying({ path: '/gadgets/3/clone/now' }) },
      [OTHER],
      plain,
    ],
    [
      'is there for a copy in another account',
      { status: copying({ account: 'B' }) },
      [OTHER],
      plain,
    ],
  ])('%s', (_, scene, tags, detail) => {
    const fence = fenceOf(passIn(scene), { id: 7, ...(tags === undefined ? {} : { tags }) });
    expect(fence?.outcome.detail ?? null).toBe(detail);
    expect(fence?.outcome.type).toBe(detail === null ? undefined : 'conflict');
    expect(fence?.outcome.reason).toBe(
      detail?.includes('instead of') === true ? 'TakenOver' : undefined,
    );
    expect(fence?.why ?? null).toBe(
      detail === null ? null : `it carries the mark of another object or cluster (${OTHER})`,
    );
  });

  test.each<[string, Scene, boolean]>([
    ['is named', { spec: replacing(OTHER) }, true],
    [
      'is named and was replaced',
      { spec: replacing(OTHER), ...by({ replacedMark: OTHER }) },
      false,
    ],
    [
      'is named, where another one was replaced',
      { spec: replacing(OTHER), ...by({ replacedMark: THIRD }) },
      true,
    ],
    ['is not named', {}, false],
    [
      'was applied before a move',
      {
        status: { operator: { cluster: 'there' }, applied: { mark: fingerprint(OTHER) } },
        metadata: movedFrom('there'),
      },
      true,
    ],
    [
      'was not applied before a move',
      { status: { operator: { cluster: 'there' } }, metadata: movedFrom('there') },
      false,
    ],
    ['was applied without a move', { status: { applied: { mark: fingerprint(OTHER) } } }, false],
  ])('a mark may be replaced that %s: %o', (_, scene, isSo) => {
    expect(mayReplace(passIn(scene), OTHER)).toBe(isSo);
  });
});

describe('the hold on an item', () => {
  const hold = (
    scene: Scene,
    tags: readonly string[],
    here: string | null = 'here',
    home: Home | null = null,
  ) => holdOn(passIn(scene, here, home), { id: 7, tags });
  const recorded = {
    cluster: 'before',
    namespace: 'ns',
    name: 'x',
    class: 'y',
    replacedMark: THIRD,
    adopting: true,
    imported: true,
  };

  test.each<[string, object, object]>([
    ['names operator and cluster', hold({}, [OWN]), { name: NAME, cluster: 'here' }],
    [
      'names the mark that it replaces',
      hold({ spec: replacing(OTHER) }, []),
      { name: NAME, cluster: 'here', replacedMark: OTHER },
    ],
    ['forgets the mark that it replaced', hold(by(recorded), []), { name: NAME, cluster: 'here' }],
    [
      'keeps its record beside a foreign mark',
      hold(by(recorded), [OTHER]),
      { name: NAME, cluster: 'before', namespace: 'ns', replacedMark: THIRD },
    ],
    [
      'keeps its record where it does not manage',
      hold(by(recorded, OBSERVE), []),
      { name: NAME, cluster: 'before', namespace: 'ns', replacedMark: THIRD },
    ],
    [
      'names the namespace where the cluster has no name',
      hold({}, [], null, HOME),
      { name: NAME, namespace: 'home' },
    ],
    [
      'keeps the cluster beside that',
      hold(by({ cluster: 'c' }), [], null, HOME),
      { name: NAME, cluster: 'c', namespace: 'home' },
    ],
    [
      'does not believe an unsure namespace',
      hold(by({ namespace: 'ns' }), [], null, { uid: 'u', isSure: false }),
      { name: NAME, namespace: 'ns' },
    ],
    [
      'keeps what is known of both',
      hold(by({ cluster: 'c', namespace: 'ns' }), [], null),
      { name: NAME, cluster: 'c', namespace: 'ns' },
    ],
    [
      'forgets both after a move',
      hold(by({ cluster: 'c', namespace: 'ns' }, { metadata: movedFrom('ns') }), [], null, HOME),
      { name: NAME, namespace: 'home' },
    ],
    ['knows nothing where nothing is known', hold({}, [], null), { name: NAME }],
  ])('%s', (_, held, expected) => {
    expect(held).toEqual(expected);
  });

  test.each<[string, Scene, object]>([
    [
      'keeps its record',
      by(recorded),
      { ...recorded, name: NAME, replacedMark: undefined, class: undefined },
    ],
    [
      'keeps a mark that is still named',
      by(recorded, { spec: replacing(THIRD) }),
      { ...recorded, name: NAME, class: undefined },
    ],
    ['is begun without a record', {}, { name: NAME }],
  ])('behind a fence %s', (_, scene, expected) => {
    expect(JSON.parse(JSON.stringify(holdBehindFence(passIn(scene))))).toEqual(
      JSON.parse(JSON.stringify(expected)),
    );
  });
});
