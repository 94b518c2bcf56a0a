import type { Account, Caller, Cause, Room } from '../engine/ports/cloud.ts';
import { ok, type Result } from '../model/failure.ts';
import type { Read, Write } from '../model/request.ts';
import { parsed } from './http/parsed.ts';
import type { Session } from './http/session.ts';
import { UNREAD } from './inventory/page-size.ts';
import { gather } from './inventory/pages.ts';
import type { View } from './view.ts';

/** Builds the view of an account for one token. */
export function accountOf(
  caller: Caller,
  { inventory, catalogue, wasDeleted }: Pick<View, 'inventory' | 'catalogue' | 'wasDeleted'>,
  { session, identity }: { readonly session: Session; readonly identity: Account['identity'] },
): Account {
  return {
    caller,
    identity,
    now: () => session.serviceNow(),
    list: (read, since, cause) => inventory.list(read, { session, since, cause }),
    item: (read, id, since, cause) => inventory.item(read, id, { session, since, cause }),
    read: async (read, cause) => {
      const result = await readAlone(session, read, cause);
      return !result.ok && read.mayFail?.includes(result.failure.code) === true ? ok(null) : result;
    },
    catalogue: (path, ageMs, cause) =>
      catalogue.list(path, ageMs, cause, (read, by) => readAlone(session, read, by)),
    wasDeleted: (action, collection, id) => wasDeleted({ action, collection, id }),
    room: (write, cause) => session.room(write, cause),
    write: async (write: Write, cause: Cause, room?: Room) => {
      const result = await session.send(write, cause, room);
      if (result.ok && write.method === 'DELETE') inventory.deleted(write.path);
      return result;
    },
  };
}

async function readAlone<T>(session: Session, read: Read<T>, cause: Cause): Promise<Result<T>> {
  const { path, schema, paged } = read;
  const ask = async (query: string): Promise<Result<unknown>> => {
    const reply = await session.get({ path, query }, () => cause);
    return reply.ok ? ok(reply.value.value) : reply;
  };
  if (!paged) {
    const answer = await ask('');
    return answer.ok ? parsed(schema, answer.value, `the answer to ${path}`) : answer;
  }
  const gathered = await gather(ask, UNREAD, ok<unknown>);
  return gathered.ok ? parsed(schema, gathered.value.rows, `the listing ${path}`) : gathered;
}
