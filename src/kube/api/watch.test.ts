import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { type WatchEvent, watchEvents } from './watch.ts';

async function* pieces(...texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

async function all(stream: AsyncIterable<readonly WatchEvent[]>): Promise<readonly WatchEvent[]> {
  const events: WatchEvent[] = [];
  for await (const batch of stream) events.push(...batch);
  return events;
}

const line = (type: string, object: unknown): string => `${JSON.stringify({ type, object })}\n`;

test.each([
  ['ADDED', { a: 1 }, { type: 'put', object: { a: 1 } }],
  ['MODIFIED', { a: 1 }, { type: 'put', object: { a: 1 } }],
  ['DELETED', { a: 1 }, { type: 'removed', object: { a: 1 } }],
  ['BOOKMARK', { metadata: { resourceVersion: '7' } }, { type: 'bookmark', resourceVersion: '7' }],
  ['BOOKMARK', { metadata: {} }, { type: 'failed', failure: { code: 'Unreachable' } }],
  [
    'ERROR',
    { code: 410, message: 'too old' },
    { type: 'failed', failure: { code: 'Gone', status: 410, detail: 'too old' } },
  ],
  [
    'ERROR',
    { code: 500, message: 'etcd is away' },
    { type: 'failed', failure: { code: 'Unreachable', status: 500 } },
  ],
  ['ERROR', null, { type: 'failed', failure: { code: 'Unreachable' } }],
  ['NEWS', {}, { type: 'failed', failure: { detail: expect.stringContaining('NEWS') } }],
])('%s with %j', async (type, object, event) => {
  expect(await all(watchEvents(pieces(line(type, object))))).toMatchObject([event]);
});

test('what is no JSON ends it as a failure', async () => {
  expect(await all(watchEvents(pieces('<html>\n')))).toMatchObject([
    { type: 'failed', failure: { code: 'Unreachable' } },
  ]);
});

test('a connection that breaks is its last event', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield `${line('ADDED', 1)}{"type":"ADD`;
    throw new Error('other side closed');
  }
  expect(await all(watchEvents(broken()))).toMatchObject([
    { type: 'put' },
    { type: 'failed', failure: { detail: 'other side closed' } },
  ]);
});

property.prop([
  fc.array(fc.json({ maxDepth: 2 }), { maxLength: 8 }),
  fc.array(fc.nat({ max: 30 })),
])('says the same however its text is cut', async (objects, cuts) => {
  const text = objects.map((object) => line('ADDED', JSON.parse(object))).join('');
  const cut: string[] = [];
  let rest = text;
  for (const size of cuts) {
    cut.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  const events = await all(watchEvents(pieces(...cut, rest)));
  expect(events).toEqual(objects.map((object) => ({ type: 'put', object: JSON.parse(object) })));
});
