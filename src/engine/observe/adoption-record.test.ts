import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import { ANNOTATION } from '../../model/group.ts';
import { markOf } from '../../model/tags.ts';
import { endingOf } from '../pass/ending.ts';
import { recordOf } from '../pass/intent.ts';
import { type Adoption, adoptionAfter, adoptionBy, adoptionKept } from './adoption-record.ts';
import type { Trace } from './identity.ts';

const UID = '00000000-0000-4000-8000-000000000077';
const OTHER = markOf('11111111-0000-4000-8000-000000000077');
const INTENT = recordOf({
  uid: UID,
  at: 5,
  account: 'A',
  path: '/gadgets',
  key: 'web',
  marked: true,
});
const passOf = (scene: Scene) =>
  stage({ ...scene, metadata: { uid: UID, ...scene.metadata } }).pass;

describe('an item without a recorded id', () => {
  test.each<[string, Scene, Trace, Adoption]>([
    ['that an import brought is adopted', {}, 'import', { adopting: true, imported: true }],
    ['that a create made is not', { status: { intent: INTENT } }, 'intent', {}],
    ['that a create left is not, whatever is recorded of it', {}, 'intent', {}],
    ['that carries the mark of a create is not', { status: { intent: INTENT } }, 'mark', {}],
    ['that carries the mark of no known create is', {}, 'mark', { adopting: true }],
    [
      'and was imported stays so',
      { status: { operator: { imported: true } } },
      'mark',
      { adopting: true, imported: true },
    ],
  ])('%s', (_, scene, trace, adoption) => {
    expect(adoptionBy(passOf(scene), trace)).toEqual(adoption);
  });
});

describe('an item with a recorded id', () => {
  const moved: Scene = {
    status: { operator: { cluster: 'there' } },
    metadata: { annotations: { [ANNOTATION.movedFrom]: 'there' } },
  };
  const replacing: Scene = {
    spec: { import: { by: 'Id', id: 7, replaceMark: OTHER } },
    status: { intent: INTENT },
  };
  test.each<[string, Scene, readonly string[] | undefined, Adoption]>([
    ['is none of an adoption', {}, [], {}],
    ['and without tags is none', {}, undefined, {}],
    ['goes on with one', { status: { operator: { adopting: true } } }, [], { adopting: true }],
    ['does not begin again', { status: { operator: { adopting: false } } }, [], {}],
    ['is adopted where the object was moved', moved, [], { adopting: true }],
    ['is adopted where it replaces a mark', replacing, [OTHER], { adopting: true, imported: true }],
    ['is not where the mark is gone', replacing, [markOf(UID)], {}],
    ['is not where the mark may not be replaced', {}, [OTHER], {}],
    [
      'that was imported stays so',
      { status: { operator: { imported: true } } },
      [],
      { imported: true },
    ],
    [
      'that is imported and was not created is',
      { spec: { import: { by: 'Id', id: 7 } } },
      [],
      { imported: true },
    ],
    [
      'that is imported and was created is not',
      { spec: { import: { by: 'Id', id: 7 } }, status: { intent: INTENT } },
      [],
      {},
    ],
  ])('%s', (_, scene, tags, adoption) => {
    expect(adoptionKept(passOf(scene), { id: 7, ...(tags === undefined ? {} : { tags }) })).toEqual(
      adoption,
    );
  });

  test('replaces the mark that it had before it was moved', () => {
    const scene = { ...moved, status: { ...moved.status, applied: { mark: fingerprint(OTHER) } } };
    expect(adoptionKept(passOf(scene), { id: 7, tags: [OTHER] })).toEqual({ adopting: true });
  });
});

describe('after a pass an adoption', () => {
  const KNOWN: Scene = { status: { id: 7 } };
  const settled = endingOf({ type: 'settled' });
  test.each<[string, Scene, Adoption, ReturnType<typeof endingOf>, Adoption]>([
    ['has settled', KNOWN, { adopting: true, imported: true }, settled, { imported: true }],
    [
      'has settled where what is left is only reported',
      KNOWN,
      { adopting: true },
      endingOf({ type: 'drifted', fields: [] }),
      {},
    ],
    [
      'goes on while something is done',
      KNOWN,
      { adopting: true },
      endingOf({ type: 'acted', verbs: [] }),
      { adopting: true },
    ],
    ['goes on in the first pass', {}, { adopting: true }, settled, { adopting: true }],
    [
      'goes on in mode Preview',
      { ...KNOWN, spec: { policy: { mode: 'Preview' } } },
      { adopting: true },
      settled,
      { adopting: true },
    ],
    ['does not begin', KNOWN, {}, endingOf({ type: 'acted', verbs: [] }), {}],
    [
      'does not begin by a false word',
      KNOWN,
      { adopting: false },
      endingOf({ type: 'acted', verbs: [] }),
      {},
    ],
  ])('%s', (_, scene, adoption, ending, after) => {
    expect(adoptionAfter(passOf(scene), adoption, ending)).toEqual(after);
  });
});
