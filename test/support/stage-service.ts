import type { Account, Caller, Listing } from '../../src/engine/ports/cloud.ts';
import { type Failure, fail, ok } from '../../src/model/failure.ts';
import type { Item } from '../../src/model/kind.ts';
import type { Write } from '../../src/model/request.ts';

/** The time of a stage by all clocks except the steady one. */
export const NOW = Date.UTC(2026, 0, 1, 12);
/** The time of a stage by the steady clock. */
export const ELAPSED = 10_000_000;

/** The content and the answers of a stage's service. */
export interface Service {
  /** Items of the collection in listings and reads by id. */
  readonly items?: readonly Item[];
  readonly caller?: Partial<Caller>;
  readonly account?: Partial<Account>;
  readonly listing?: Partial<Listing<Item>>;
  /** Answers to writes, by method and path; empty by default. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

/** A refusal of a write. */
export class Refusal {
  readonly failure: Failure;
  constructor(failure: Failure) {
    this.failure = failure;
  }
}

export const CALLER: Caller = {
  account: 'A',
  username: 'ann',
  restricted: false,
  mayTag: true,
  scopes: ['*'],
  grants: null,
};

/** Builds a complete, trusted listing of one page that began a second ago. */
export const listingOf = (
  items: readonly Item[],
  over: Partial<Listing<Item>> = {},
): Listing<Item> => ({
  items: new Map(items.map((item) => [item.id, item])),
  listed: new Map(items.map((item) => [item.id, item])),
  reread: () => [],
  unread: new Map(),
  showed: (id) => items.some((item) => item.id === id),
  lastPage: items,
  isOnePage: true,
  startedAt: NOW - 1_000,
  begunElapsed: ELAPSED - 1_000,
  endedAt: NOW - 500,
  trusted: true,
  ...over,
});

/** Builds an account with these answers. @param sent receives each write, by method and path */
export function accountOf(
  { items = [], caller, account, listing, answers = {} }: Service,
  sent: string[],
): Account {
  const found = listingOf(items, listing);
  const known = { ...CALLER, ...caller };
  const stub = {
    now: () => NOW,
    caller: known,
    identity: async () => ok(known),
    list: async () => ok(found),
    item: async (_: unknown, id: number) => {
      const item = items.find((one) => one.id === id);
      return item === undefined
        ? fail<Failure>({ code: 'NotFound', detail: 'no such item' })
        : ok(item);
    },
    read: async () => ok(null),
    catalogue: async () => ok([]),
    wasDeleted: () => false,
    room: async () => ok({ giveBack: () => undefined }),
    write: async ({ method, path }: Write) => {
      sent.push(`${method} ${path}`);
      const answer = answers[`${method} ${path}`];
      return answer instanceof Refusal ? fail(answer.failure) : ok(answer ?? {});
    },
    ...account,
  };
  // The stub answers with whatever rows a test gives it, whose types the reads check.
  return stub as unknown as Account;
}
