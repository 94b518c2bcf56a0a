import fc from 'fast-check';
import { expect, test } from 'vitest';
import { question, type Reading, takePage, UNREAD_FEED } from './events.ts';

const event = (id: number, status: string, url: string | null, more: object = {}) => ({
  id,
  status,
  created: '2023-06-13T10:00:00',
  entity: url === null ? null : { id: 1, type: 'x', label: 'x', url },
  secondary_entity: null,
  ...more,
});
const page = (...data: readonly unknown[]) => ({ data, page: 1, pages: 1, results: data.length });
const after = (...data: readonly unknown[]): Reading =>
  takePage(UNREAD_FEED, page(...data)).reading;

test('the first look names nothing and remembers where the feed is, and what is going on', () => {
  const { reading, named } = takePage(
    UNREAD_FEED,
    page(event(9, 'started', '/v4/volumes/3'), event(7, 'finished', '/v4/volumes/2')),
  );
  expect(named).toEqual([]);
  expect(reading).toEqual({ seen: 9, open: new Map([[9, 'started']]) });
});

test('a new event names its items, by collection and id', () => {
  const before = after(event(7, 'finished', null));
  const taken = takePage(
    before,
    page(
      event(9, 'finished', '/v4/volumes/3', {
        secondary_entity: { url: '/v4/compute/instances/46936365' },
      }),
      event(8, 'notification', '/v4beta/networking/firewalls/4'),
    ),
  );
  expect(taken.named).toEqual([
    { collection: '/volumes', id: 3 },
    { collection: '/compute/instances', id: 46936365 },
    { collection: '/networking/firewalls', id: 4 },
  ]);
  expect(taken.reading).toEqual({ seen: 9, open: new Map() });
});

test('an event that goes on names its item whenever its status is another', () => {
  let reading = after(event(7, 'scheduled', '/v4/volumes/3'));
  const named = ['scheduled', 'started', 'started', 'finished', 'finished'].map((status) => {
    const taken = takePage(reading, page(event(7, status, '/v4/volumes/3')));
    reading = taken.reading;
    return taken.named.length;
  });
  expect(named).toEqual([0, 1, 0, 1, 0]);
});

test('events that were seen are passed over when the filter is ignored', () => {
  const before = after(
    event(7, 'finished', '/v4/volumes/3'),
    event(6, 'finished', '/v4/volumes/2'),
  );
  expect(
    takePage(
      before,
      page(event(7, 'finished', '/v4/volumes/3'), event(6, 'finished', '/v4/volumes/2')),
    ).named,
  ).toEqual([]);
});

test('what names no item is passed over', () => {
  const before = after(event(1, 'finished', null));
  const odd = [
    null,
    'x',
    { id: 'a' },
    event(5, 'finished', '/v4/tags/a tag'),
    event(4, 'finished', '/v4'),
    event(3, 'finished', null),
  ];
  expect(takePage(before, page(...odd)).named).toEqual([]);
});

test('the question asks for what is new, or was going on', () => {
  expect(question(UNREAD_FEED)).toEqual({
    query: 'page_size=25',
    filter: '{"+order_by":"created","+order":"desc"}',
  });
  expect(question({ seen: 9, open: new Map() }).filter).toBe(
    '{"id":{"+gte":10},"+order_by":"created","+order":"desc"}',
  );
  expect(question({ seen: 9, open: new Map([[5, 'started']]) }).filter).toBe(
    '{"id":{"+gte":5},"+order_by":"created","+order":"desc"}',
  );
});

test('whatever comes, nothing is thrown, and the reading never goes back', () => {
  const anything = fc.oneof(
    fc.anything(),
    fc
      .array(
        fc.oneof(
          fc.anything(),
          fc.record({ id: fc.nat(), status: fc.string(), entity: fc.anything() }),
        ),
      )
      .map((data) => ({ data })),
  );
  fc.assert(
    fc.property(fc.nat(), anything, (seen, value) => {
      const { reading } = takePage({ seen, open: new Map() }, value);
      expect(reading.seen ?? -1).toBeGreaterThanOrEqual(seen);
      expect(reading.open.size).toBeLessThanOrEqual(200);
    }),
  );
});

test.for([
  ['that is over', { action: 'volume_delete' }, 'notification', true],
  ['that ended as work', { action: 'volume_delete' }, 'finished', true],
  ['that goes on', { action: 'volume_delete' }, 'started', false],
  ['that failed', { action: 'volume_delete' }, 'failed', false],
  ['of nothing', {}, 'finished', false],
  ['that is something else', { action: 'volume_detach' }, 'finished', false],
] as const)('a deletion %s is reported from the first read on', ([, more, status, isTold]) => {
  const { deletions } = takePage(UNREAD_FEED, page(event(9, status, '/v4/volumes/3', more)));
  expect(deletions).toEqual(
    isTold ? [{ action: 'volume_delete', collection: '/volumes', id: 3 }] : [],
  );
});

test('what is deleted is the item that the event is about, not one beside it', () => {
  const beside = event(9, 'finished', '/v4/compute/instances/5', {
    action: 'volume_delete',
    secondary_entity: { url: '/v4/volumes/3' },
  });
  expect(takePage(UNREAD_FEED, page(beside)).deletions).toEqual([
    { action: 'volume_delete', collection: '/compute/instances', id: 5 },
  ]);
});
