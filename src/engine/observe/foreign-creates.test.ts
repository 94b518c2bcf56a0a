import { describe, expect, test } from 'vitest';
import { gadget } from '../../../test/support/gadget.ts';
import { put, type Scene, stage } from '../../../test/support/stage.ts';
import { listingOf, NOW } from '../../../test/support/stage-service.ts';
import { fail, ok } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';
import { type Claims, itemClaim, partClaim } from '../term/claims.ts';
import { unbornNow } from './foreign-creates.ts';

const UID = '00000000-0000-4000-8000-000000000077';
const waits = (what: string): Outcome => ({
  type: 'waiting',
  for: what,
  recheckMs: 5_000,
  reason: 'Waiting',
});

describe('an item that the spec names by its id, of a kind whose items may be parts', () => {
  const MINUTE = 60_000;
  const kinds: Scene['kinds'] = [
    { ...gadget, kind: 'Rack', holds: [{ path: 'nodes[].id', as: 'Widget' }] },
    { ...gadget, kind: 'Widget', collection: () => '/widgets' },
  ];
  const named: Scene = {
    kind: { ids: [{ path: 'partId', names: 'Widget' }] },
    kinds,
    located: { desired: { spec: { partId: 7 }, name: 'web', mark: null, secrets: {} } },
  };
  const PART = waits(
    'a read of each Rack of another namespace, because item 7 can be a part of it',
  );
  const DISPUTED = waits(
    'the end of creates for another namespace, which can have created item 7 of spec.partId',
  );
  const listed = (
    ...items: readonly { readonly id: number; readonly created: string }[]
  ): Scene => ({
    account: {
      list: async ({ path, paged }, since) =>
        path === '/widgets' && paged && since === 0
          ? (ok(listingOf(items)) as never)
          : fail({ code: 'Denied', detail: path }),
    },
  });
  const aged = (ms: number) => listed({ id: 7, created: new Date(NOW - ms).toISOString() });
  const item = itemClaim('A', 'Widget', 7);
  const part = partClaim('A', 'Widget', 7);
  const NEAR = { uid: 'near', title: 'near', namespace: 'team' };
  test.each<[string, Scene, (claims: Claims) => void, Outcome | null]>([
    ['may be one that is young', aged(0), () => undefined, PART],
    ['is none that is old', aged(25 * 60 * MINUTE), () => undefined, null],
    ['may be one that is not listed yet', listed(), () => undefined, PART],
    [
      'may be one where nothing can be listed',
      { account: { list: async () => fail({ code: 'Denied', detail: '' }) } },
      () => undefined,
      PART,
    ],
    [
      'may be one of what holds it by a status alone',
      aged(0),
      (c) => void c.take(item, NEAR),
      PART,
    ],
    ['is none where that is proven', aged(0), (claims) => void claims.prove(item, NEAR), null],
    [
      'is none where it is proven as a part',
      aged(0),
      (claims) => void claims.prove(part, NEAR),
      null,
    ],
    [
      'is none of what the object holds',
      aged(0),
      (c) => void c.take(part, { ...NEAR, uid: UID }),
      null,
    ],
    ['is asked for elsewhere', aged(0), (claims) => claims.dispute(item, 'far'), DISPUTED],
    ['is asked for by the object alone', aged(0), (claims) => claims.dispute(item, UID), PART],
    ['of no kind that is served is none', { kinds: kinds.slice(0, 1) }, () => undefined, null],
    ['that is no part of a kind is none', { kinds: kinds.slice(1) }, () => undefined, null],
  ])('%s', async (_, scene, held, outcome) => {
    const { pass, cluster, claims } = stage({ ...named, ...scene, metadata: { uid: UID } });
    put(
      cluster,
      { kind: 'Rack', namespace: 'other', name: 'r' },
      { status: { id: 3 }, metadata: { uid: 'r' } },
    );
    claims.take(itemClaim('A', 'Rack', 3), { uid: 'r', title: 'r', namespace: 'other' });
    held(claims);
    expect(await unbornNow(pass)).toEqual(outcome);
  });
});
