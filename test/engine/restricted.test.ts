import { describe, expect, test } from 'vitest';
import { REGISTRY } from '../../src/kinds/rows.ts';
import type { Case } from '../../src/model/case.ts';
import { isReady } from '../conformance/endings.ts';
import { desiredOf, itemsOf, made, pathOf, sayingOf, stood } from '../conformance/scene.ts';
import {
  apply,
  POLICY,
  reach,
  type Stand,
  statusOf,
  type Tried,
  writesToService,
} from '../conformance/stand.ts';

/** A user who may create items of the kind, may not tag them, and sees only those. */
const RESTRICTED: Case = { name: '', mayTag: false };
const GRANTS = '/account/users/restricted/grants';

type Grants = Readonly<Record<string, readonly { readonly id: number }[]>>;

/** Sets the user's permission on an item; null: not even visible. */
function permit({ world }: Stand, id: number, permissions: 'read_write' | null): void {
  const { global: _, ...lists } = world.outsider.call('GET', GRANTS).body as Grants;
  const types = Object.keys(lists).filter((type) => lists[type]?.some((one) => one.id === id));
  for (const type of types) world.outsider.call('PUT', GRANTS, { [type]: [{ id, permissions }] });
}

/** Returns the item that must be visible: the item itself, or its parent. */
const seenBy = (stand: Stand): number =>
  Number(stand.kind.parent?.(desiredOf(stand)).id ?? statusOf(stand)['id']);

async function standing(tried: Tried): Promise<Stand> {
  const stand = await stood(tried, RESTRICTED);
  const parent = tried.kind.parent?.(desiredOf(stand));
  if (parent !== undefined) permit(stand, Number(parent.id), 'read_write');
  for (const id of stand.ids.values()) permit(stand, id, 'read_write');
  await made(stand);
  return stand;
}

const posts = (stand: Stand): readonly string[] =>
  writesToService(stand).filter((sent) => sent === `POST ${stand.kind.listedAt ?? pathOf(stand)}`);

describe.each(REGISTRY.map((tried) => [tried.kind.kind, tried] as const))(
  '%s, by a user who does not see everything',
  (_, tried) => {
    test('is made once, and is gone when it is deleted, or says who could', async () => {
      const stand = await standing(tried);
      stand.world.cluster.delete(stand.name);
      await reach(
        stand,
        'over',
        () => stand.world.cluster.get(stand.name) === undefined || sayingOf(stand) === 'Denied',
      );
      const left = tried.kind.unrestrictedToDelete === true ? 1 : 0;
      expect([stand.breaches, itemsOf(stand).length, posts(stand).length]).toEqual([[], left, 1]);
      await stand.world.stop();
    });

    // There are no grants for single clusters: they are all visible or none.
    const canBeHidden = tried.kind.grant !== undefined || tried.kind.parent !== undefined;
    test.runIf(canBeHidden)(
      'that is hidden is neither gone nor created again, and is unchanged when it is seen again',
      async () => {
        const stand = await standing(tried);
        const { id } = statusOf(stand);
        apply(stand, stand.table.spec, { ...POLICY, loss: 'Recreate' });
        await reach(stand, 'ready', () => isReady(stand));
        permit(stand, seenBy(stand), null);
        await reach(stand, 'hidden', () => sayingOf(stand) === 'HiddenOrGone', 60 * 60_000);
        await stand.world.time.advance(30 * 60_000);
        expect([sayingOf(stand), statusOf(stand)['id'], posts(stand).length]).toEqual([
          'HiddenOrGone',
          id,
          1,
        ]);
        permit(stand, seenBy(stand), 'read_write');
        await reach(stand, 'ready again', () => isReady(stand), 60 * 60_000);
        expect([stand.breaches, statusOf(stand)['id'], itemsOf(stand).length]).toEqual([[], id, 1]);
        await stand.world.stop();
      },
    );
  },
);
