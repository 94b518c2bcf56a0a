import type { Reply } from '../../../src/cloud/http/meaning.ts';
import type { Question, Session } from '../../../src/cloud/http/session.ts';
import type { Time } from '../../../src/cloud/time.ts';
import type { Cause } from '../../../src/engine/ports/cloud.ts';
import { type Failure, fail, ok, type Result } from '../../../src/model/failure.ts';

export interface Row {
  readonly id: number;
  readonly label: string;
}

/** A service in memory for a session. */
export interface World {
  /** Rows by the path of their collection. */
  readonly collections: Map<string, Map<number, Row>>;
  readonly pageSize: number;
  /** Fails every read while it is set. */
  failure: Failure | null;
  /** Requests with their class: `GET /volumes?page=2 sweep`. */
  readonly log: string[];
  latencyMs: number;
}

export const worldOf = (path: string, rows: readonly Row[], pageSize = 500): World => ({
  collections: new Map([[path, new Map(rows.map((row) => [row.id, row]))]]),
  pageSize,
  failure: null,
  log: [],
  latencyMs: 10,
});

export const rowsOf = (...ids: readonly number[]): readonly Row[] =>
  ids.map((id) => ({ id, label: `item-${id}` }));

/** Creates a session on a service in memory: an answer shows the world at the time of the request,
 *  and arrives with latency. */
export const scriptedSession = (world: World, time: Time): Session => ({
  get: async (question, cause) => {
    world.log.push(shown(question, cause()));
    const answer = answerTo(world, question);
    await new Promise<void>((resolve) => void time.after(world.latencyMs, resolve));
    return answer;
  },
  room: async () => ok({ giveBack: () => undefined }),
  send: async () => ok({}),
  serviceNow: () => time.now(),
});

const shown = ({ path, query, filter }: Question, { class: of }: Cause): string => {
  const page = new URLSearchParams(query).get('page');
  return `${path}${page === null ? '' : `?page=${page}`}${filter ?? ''} ${of}`;
};

function answerTo(world: World, { path, query }: Question): Result<Reply> {
  if (world.failure !== null) return fail(world.failure);
  const collection = world.collections.get(path);
  if (collection !== undefined)
    return reply(
      pageOf(
        [...collection.values()],
        world.pageSize,
        Number(new URLSearchParams(query).get('page') ?? 1),
      ),
    );
  const [, parent = '', id = ''] = /^(.*)\/(\d+)$/.exec(path) ?? [];
  const row = world.collections.get(parent)?.get(Number(id));
  return row === undefined ? fail({ code: 'NotFound', detail: 'Not found' }) : reply(row);
}

const reply = (value: unknown): Result<Reply> => ok({ value, headers: {} });

const pageOf = (rows: readonly Row[], size: number, page: number) => ({
  data: rows.slice((page - 1) * size, page * size),
  page,
  pages: Math.max(1, Math.ceil(rows.length / size)),
  results: rows.length,
});
