import { expect, test } from 'vitest';
import * as z from 'zod';
import { virtualTime } from '../../../test/support/cloud/virtual-time.ts';
import { ENDLESS } from '../../engine/ports/turns.ts';
import { ok } from '../../model/failure.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Read } from '../../model/request.ts';
import type { Session } from '../http/session.ts';
import { createInventory, placeOf } from './inventory.ts';

interface Client {
  readonly id: string;
  readonly label: string;
}

const read: Read<Client> = {
  path: '/clients',
  schema: z.looseObject({ id: z.string(), label: z.string() }),
  paged: true,
};

/** Opens an inventory on clients in memory, and logs the paths of requests. */
function started(clients: Record<string, unknown>[]) {
  const time = virtualTime();
  const log: string[] = [];
  const session: Session = {
    get: async ({ path }) => {
      log.push(path);
      const one = clients.find(({ id }) => path === `/clients/${String(id)}`);
      const page = { data: clients, page: 1, pages: 1, results: clients.length };
      return ok({ value: path === '/clients' ? page : one, headers: {} });
    },
    room: async () => ok({ giveBack: () => undefined }),
    send: async () => ok({}),
    serviceNow: () => time.now(),
  };
  const changed: ItemId[] = [];
  const inventory = createInventory({
    time,
    gatherMs: 100,
    turns: ENDLESS,
    sweepMs: () => 30_000,
    tell: ({ ids }) => changed.push(...ids),
  });
  const asker = (since: number) =>
    ({ session, since, cause: { class: 'confirm', namespace: 'a' } }) as const;
  const list = async (since: number) => {
    const listing = await inventory.list(read, asker(since));
    if (!listing.ok) throw new Error(listing.failure.code);
    return listing.value;
  };
  return { time, log, changed, inventory, asker, list, clients };
}

test('rows with texts as ids are listed, read one by one, and missed when they are gone', async () => {
  const { time, log, changed, inventory, asker, list, clients } = started([
    { id: 'b0c1', label: 'shop' },
    { id: '4f', label: 'store' },
  ]);
  expect([...(await list(0)).items.keys()]).toEqual(['b0c1', '4f']);
  await time.advance(1_000);
  const found = inventory.item(read, 'b0c1', asker(time.now()));
  await time.advance(1_000);
  expect(await found).toMatchObject({ ok: true, value: { label: 'shop' } });
  inventory.deleted('/clients/b0c1');
  clients.shift();
  await time.advance(1_000);
  expect([...(await list(time.now())).items.keys()]).toEqual(['4f']);
  expect(changed).toEqual(['b0c1']);
  expect(log).toEqual(['/clients', '/clients/b0c1', '/clients']);
});

test('an unreadable row is kept by its text', async () => {
  const { list } = started([{ id: 'b0c1' }]);
  expect([...(await list(0)).unread.keys()]).toEqual(['b0c1']);
});

test.each([
  ['/volumes/12', { collection: '/volumes', id: 12 }],
  ['/domains/12/records/7', { collection: '/domains/12/records', id: 7 }],
  ['/account/oauth-clients/4ccb3f77', { collection: '/account/oauth-clients', id: '4ccb3f77' }],
  ['/account/oauth-clients/1234e5', { collection: '/account/oauth-clients', id: '1234e5' }],
  ['/tags/a b', null],
  ['/volumes/', null],
])('the path %s names an item', (path, place) => {
  expect(placeOf(path)).toEqual(place);
});
