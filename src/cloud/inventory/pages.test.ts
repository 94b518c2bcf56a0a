import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { collectGarbage } from '../../../test/support/garbage.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { parsed } from '../http/parsed.ts';
import { type Bookmark, UNREAD } from './page-size.ts';
import { type AskPage, gather, idOf } from './pages.ts';

const gatherRaw = (ask: AskPage, bookmark: Omit<Bookmark, 'size'> & Partial<Bookmark>) =>
  gather(ask, { ...UNREAD, ...bookmark }, ok<unknown>);
const notFound: Failure = { code: 'NotFound', detail: 'Not found' };
const tooLarge: Failure = {
  code: 'Unreadable',
  detail: 'the answer is larger than 100 bytes',
  isTooLarge: true,
};
const wrongSize: Failure = {
  code: 'Rejected',
  problems: [{ field: 'page_size', reason: 'Must be 25-500' }],
};

interface Service {
  ids: number[];
  readonly size: number;
  /** The answer to a page after the last. */
  readonly beyond: 'not found' | 'empty' | 'last';
  readonly sized?: false;
  /** Largest page that fits into an answer. */
  readonly most?: number;
}

const page = (
  { ids, size: usual, beyond, sized, most = Number.POSITIVE_INFINITY }: Service,
  query: string,
): Result<unknown> => {
  const asked = new URLSearchParams(query);
  const size = Math.min(usual, Number(asked.get('page_size') ?? usual));
  if (sized === false && asked.has('page_size')) return fail(wrongSize);
  const pages = Math.max(1, Math.ceil(ids.length / size));
  const wanted = Number(asked.get('page') ?? 1);
  if (wanted > pages && beyond === 'not found') return fail(notFound);
  const number = wanted > pages && beyond === 'last' ? pages : wanted;
  const data = ids.slice((number - 1) * size, number * size).map((id) => ({ id }));
  if (data.length > most) return fail(tooLarge);
  return ok({ data, page: number, pages, results: ids.length });
};

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

/** Queries a service, and records the queries. */
const asking = (service: Service) => {
  const queries: string[] = [];
  const ask: AskPage = async (query) => {
    queries.push(query);
    return page(service, query);
  };
  return { ask, queries };
};

describe('a listing at rest', () => {
  test.for([
    ['no item', 0, { pages: 1, sized: true }, ['page_size=500']],
    ['one page', 3, { pages: 1, sized: true }, ['page_size=500']],
    [
      'several, for the first time',
      12,
      { pages: 1, sized: true },
      ['page_size=500', 'page=3&page_size=500', 'page=2&page_size=500', 'page_size=500'],
    ],
    [
      'several, when their number is known',
      12,
      { pages: 3, sized: true },
      ['page=3&page_size=500', 'page=2&page_size=500', 'page_size=500'],
    ],
    [
      'fewer than last time',
      3,
      { pages: 3, sized: true },
      ['page=3&page_size=500', 'page_size=500'],
    ],
    ['without the size where it was refused', 7, { pages: 2, sized: false }, ['page=2', '']],
  ] as const)(
    'takes as many requests as it has pages: %s',
    async ([, count, bookmark, queries]) => {
      const asked = asking({ ids: upTo(count), size: 5, beyond: 'not found' });
      const gathered = await gatherRaw(asked.ask, bookmark);
      expect(gathered).toMatchObject({
        ok: true,
        value: { rows: upTo(count).map((id) => ({ id })) },
      });
      expect(asked.queries).toEqual(queries);
    },
  );

  test('returns the page where the next listing starts', async () => {
    const { ask } = asking({ ids: upTo(12), size: 5, beyond: 'not found', sized: false });
    expect(await gatherRaw(ask, UNREAD)).toMatchObject({
      ok: true,
      value: { pages: 3, sized: false },
    });
  });

  test('is one empty page where page and pages are 0', async () => {
    const ask: AskPage = async () => ok({ data: [], page: 0, pages: 0, results: 0 });
    expect(await gatherRaw(ask, UNREAD)).toMatchObject({ ok: true, value: { rows: [], pages: 1 } });
  });
});

describe('a listing that cannot be trusted', () => {
  const rows = (...ids: number[]) => ids.map((id) => ({ id }));
  test.for([
    ['another number of results than rows', { data: rows(1, 2), page: 1, pages: 1, results: 3 }],
    ['an id twice', { data: rows(1, 1), page: 1, pages: 1, results: 2 }],
    ['another page', { data: rows(1, 2), page: 2, pages: 1, results: 2 }],
    ['no envelope', { items: rows(1) }],
    ['too many pages', { data: rows(1), page: 1, pages: 1_000_000_000, results: 1 }],
    ['a list alone', rows(1)],
    ['nothing', undefined],
  ] as const)('is Unreadable: %s', async ([, answer]) => {
    expect(await gatherRaw(async () => ok(answer), UNREAD)).toMatchObject({
      ok: false,
      failure: { code: 'Unreadable' },
    });
  });

  test('is read again when a page was lost on the way', async () => {
    const asked = asking({ ids: upTo(12), size: 5, beyond: 'not found' });
    let faults = 2;
    const ask: AskPage = async (query) =>
      query.startsWith('page=2') && faults-- > 0
        ? ok({ data: [], page: 2, pages: 3, results: 12 })
        : asked.ask(query);
    expect(await gatherRaw(ask, UNREAD)).toMatchObject({
      ok: true,
      value: { rows: rows(...upTo(12)) },
    });
  });

  test('fails as its page fails', async () => {
    expect(await gatherRaw(async () => fail(notFound), UNREAD)).toEqual({
      ok: false,
      failure: notFound,
    });
    const gone: Failure = { code: 'Unreachable', detail: 'gone' };
    const asked = asking({ ids: upTo(12), size: 5, beyond: 'not found' });
    expect(
      await gatherRaw(
        async (query) => (query.startsWith('page=2') ? fail(gone) : asked.ask(query)),
        UNREAD,
      ),
    ).toEqual({
      ok: false,
      failure: gone,
    });
  });
});

test('a listing that moves while it is read never comes back wrong', async () => {
  const change = fc.record({
    deletions: fc.array(fc.nat(200), { maxLength: 4 }),
    creations: fc.nat(4),
  });
  const setting = fc.record({
    count: fc.nat(40),
    size: fc.integer({ min: 1, max: 9 }),
    bookmark: fc.integer({ min: 1, max: 12 }),
    beyond: fc.constantFrom('not found' as const, 'empty' as const, 'last' as const),
    sized: fc.constantFrom(undefined, false as const),
    changes: fc.array(change, { maxLength: 25 }),
  });
  let whole = 0;
  await fc.assert(
    fc.asyncProperty(setting, async ({ count, size, bookmark, beyond, sized, changes }) => {
      const service: Service = {
        ids: upTo(count),
        size,
        beyond,
        ...(sized === undefined ? {} : { sized }),
      };
      const everThere = new Set(service.ids);
      const alwaysThere = new Set(service.ids);
      let next = count + 1;
      const left = [...changes];
      const gathered = await gatherRaw(
        async (query) => {
          const answer = page(service, query);
          const { deletions, creations } = left.shift() ?? { deletions: [], creations: 0 };
          for (const place of deletions) {
            const [id] = service.ids.splice(place % Math.max(1, service.ids.length), 1);
            if (id !== undefined) alwaysThere.delete(id);
          }
          for (let i = 0; i < creations; i++) service.ids.push(next++);
          for (const id of service.ids) everThere.add(id);
          return answer;
        },
        { ...UNREAD, pages: bookmark },
      );
      if (!gathered.ok) return gathered.failure.code === 'Unreadable';
      whole += 1;
      const found = gathered.value.rows.map((row) => (row as { readonly id: number }).id);
      expect(new Set(found).size).toBe(found.length);
      expect(found.filter((id) => !everThere.has(id))).toEqual([]);
      expect([...alwaysThere].filter((id) => !found.includes(id))).toEqual([]);
      return true;
    }),
    { numRuns: 3_000 },
  );
  expect(whole).toBeGreaterThan(1_000);
});

test('a reading ends, whatever is answered', async () => {
  const answers = fc.array(
    fc.oneof(
      fc
        .record({
          data: fc.array(fc.record({ id: fc.nat(5) })),
          page: fc.nat(4),
          pages: fc.nat(4),
          results: fc.nat(5),
        })
        .map((value) => ok(value)),
      fc.constantFrom(fail(notFound), fail(wrongSize)),
      fc.anything().map((value) => ok(value)),
    ),
    { minLength: 1, maxLength: 10 },
  );
  await fc.assert(
    fc.asyncProperty(answers, async (list) => {
      let asked = 0;
      await gatherRaw(async () => list[asked++ % list.length] ?? fail(notFound), UNREAD);
      expect(asked).toBeLessThanOrEqual(30);
    }),
  );
});

describe('rows', () => {
  const Row = z.looseObject({ id: z.int(), label: z.string() });
  const rowsOf = (...rows: readonly unknown[]) =>
    gather(
      async () => ok({ data: rows, page: 1, pages: 1, results: rows.length }),
      UNREAD,
      (row) => parsed(Row, row, `item ${String(idOf(row))}`),
    );

  test('are taken one by one, with what is not known of them', async () => {
    expect(await rowsOf({ id: 1, label: 'a', extra: true })).toMatchObject({
      ok: true,
      value: { rows: [{ id: 1, label: 'a', extra: true }] },
    });
  });

  test('one that cannot be read makes the listing unreadable and is named', async () => {
    expect(await rowsOf({ id: 1, label: 'a' }, { id: 2, label: 7 })).toEqual({
      ok: false,
      failure: {
        code: 'Unreadable',
        detail: 'item 2 cannot be read: label: Invalid input: expected string, received number',
      },
    });
  });

  test('whatever they are, nothing is thrown', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.anything()), async (rows) => {
        expect(typeof (await rowsOf(...rows)).ok).toBe('boolean');
      }),
    );
  });
});

describe('rows that are large', () => {
  const [fewer, fewest] = [
    { ids: upTo(700), size: 500, beyond: 'not found', most: 140 } as const,
    { ids: upTo(60), size: 500, beyond: 'last', most: 25 } as const,
  ];

  test.for([
    ['are read in smaller pages', fewer, UNREAD, { size: 125, pages: 6 }],
    ['are read in the smallest pages', fewest, { ...UNREAD, size: 31 }, { size: 25, pages: 3 }],
    [
      'that were read in small pages last time are so again',
      fewer,
      { ...UNREAD, pages: 6, size: 125 },
      { size: 125, pages: 6 },
    ],
  ] as const)('%s', async ([, service, bookmark, read]) => {
    const { ask } = asking({ ...service, ids: [...service.ids] });
    const gathered = await gatherRaw(ask, bookmark);
    expect(gathered).toMatchObject({ ok: true, value: read });
    expect(gathered.ok && gathered.value.rows.map(idOf)).toEqual(service.ids);
  });

  test('of which the smallest page is too large are refused in the words of the answer, and not asked for without end', async () => {
    const { ask, queries } = asking({ ...fewer, ids: upTo(700), most: 24 });
    expect(await gatherRaw(ask, UNREAD)).toEqual(fail(tooLarge));
    expect(queries.length).toBeLessThan(10);
  });
});

/** Counts the raw rows in memory at each request of a page. */
async function heldAtEach<T>(
  pages: number,
  size: number,
  take: (row: unknown) => Result<T>,
): Promise<readonly number[]> {
  const held: number[] = [];
  const shown: WeakRef<object>[] = [];
  const ask: AskPage = async (query) => {
    // Objects that a turn of the event loop creates or dereferences live until its end.
    await new Promise<void>((resolve) => setImmediate(resolve));
    collectGarbage();
    held.push(shown.filter((row) => row.deref() !== undefined).length);
    const number = Number(new URLSearchParams(query).get('page') ?? 1);
    const data = Array.from({ length: size }, (_, n) => ({ id: number * size + n }));
    shown.push(...data.map((row) => new WeakRef(row)));
    return ok({ data, page: number, pages, results: pages * size });
  };
  const gathered = await gather(ask, { ...UNREAD, pages }, take);
  expect(gathered).toMatchObject({ ok: true, value: { rows: { length: pages * size } } });
  expect(held).toHaveLength(pages);
  return held;
}

test('rows as they came are held for one page at a time, and none when all are taken', async () => {
  const held = await heldAtEach(4, 25, (row) => ok(idOf(row)));
  expect(Math.max(...held)).toBeLessThanOrEqual(25);
  expect((await heldAtEach(4, 25, ok)).at(-1)).toBe(3 * 25);
});
