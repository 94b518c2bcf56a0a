import { describe, expect, test } from 'vitest';
import { stage } from '../../../test/support/stage.ts';
import { listingOf, NOW } from '../../../test/support/stage-service.ts';
import { type Failure, fail, ok } from '../../model/failure.ts';
import type { Item } from '../../model/kind.ts';
import type { Listing } from '../ports/cloud.ts';
import { sharedRows } from './shared-rows.ts';

const LOST: Failure = { code: 'Unreachable', detail: 'cut off' };
const DENIED: Failure = { code: 'Denied', detail: 'no such scope' };
const UNREAD = { given: {}, failure: LOST };
type Answer = Failure | Partial<Listing<Item>>;
const rows = (...ids: readonly number[]): Answer => listingOf(ids.map((id) => ({ id })));

/** Checks the rows, and returns the requested listings. @param answers in their order */
async function read(answers: readonly Answer[], expected: readonly number[]) {
  const asked: unknown[] = [];
  const left = [...answers];
  const { pass } = stage({
    account: {
      list: async (listing, since) => {
        asked.push([listing.path, listing.paged, listing.isOccasional, since]);
        const answer = left.shift() ?? LOST;
        return 'code' in answer ? fail(answer) : (ok(listingOf([], answer)) as never);
      },
    },
  });
  const shared = { row: pass.items.schema, expects: (before: object) => Object.values(before) };
  const result = await sharedRows(
    pass,
    { path: '/nodes', schema: null as never, paged: true, mayFail: ['Denied'], shared },
    Object.fromEntries(expected.map((id) => [`node${id}`, id])),
  );
  return { result, asked };
}

describe('the rows of a shared listing', () => {
  const HELD = ['/nodes', true, true, 0];
  const NEWER = ['/nodes', true, true, NOW];
  const found = (...ids: readonly number[]) => ok(ids.map((id) => ({ id })));
  test.each<[string, readonly Answer[], readonly number[], unknown, readonly unknown[]]>([
    ['are those of the listing that is held', [rows(1, 2)], [1], found(1, 2), [HELD]],
    ['are none where none is expected', [rows()], [], found(), [HELD]],
    [
      'are those of a newer listing where that lacks one of them',
      [rows(1), rows(1, 2)],
      [1, 2],
      found(1, 2),
      [HELD, NEWER],
    ],
    [
      'are those of the held listing, whatever a newer one shows',
      [rows(1), rows(3)],
      [1],
      found(1),
      [HELD],
    ],
    [
      'are without a row that the newer listing lacks too',
      [rows(3), rows(3)],
      [1],
      found(3),
      [HELD, NEWER],
    ],
    ['cannot be read where the listing fails', [LOST], [], fail(LOST), [HELD]],
    ['are unknown where the listing may fail so', [DENIED], [], ok(null), [HELD]],
    [
      'are unknown where the newer listing fails so',
      [rows(), DENIED],
      [1],
      ok(null),
      [HELD, NEWER],
    ],
    [
      'are unknown where an expected one cannot be read',
      [{ unread: new Map([[2, UNREAD]]) }],
      [1, 2],
      ok(null),
      [HELD],
    ],
    [
      'are known where another one cannot be read',
      [{ items: new Map([[1, { id: 1 }]]), unread: new Map([[2, UNREAD]]) }],
      [1],
      found(1),
      [HELD],
    ],
  ])('%s', async (_, answers, expected, result, asked) => {
    expect(await read(answers, expected)).toEqual({ result, asked });
  });
});
