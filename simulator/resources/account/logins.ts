import { EVENT_HORIZON_DAYS } from '../../../src/api/events.ts';
import { logins as endpoints } from '../../../src/api/logins.ts';
import { parseStamp, stamp } from '../../core/clock.ts';
import { listedPlain, notFound, ok } from '../../core/reply.ts';
import { type Route, route } from '../../core/route.ts';
import { table } from '../../core/table.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import { userNamed } from '../../core/users.ts';
import { isRecorded, nextId, type Row } from '../../core/world.ts';

/** A login to the account. Source: account#logins. */
interface LoginRow extends Row {
  readonly datetime: string;
  readonly ip: string;
  readonly username: string;
  readonly status: 'successful' | 'failed';
  readonly restricted: boolean;
}

const logins = table<LoginRow>('logins');

const HORIZON_MS = EVENT_HORIZON_DAYS * 86_400_000;

/** Returns the logins that are shown: those of the last 90 days; without failed ones by the letter
 *  of the documents. */
const shown = ({ world, now }: Turn): readonly LoginRow[] =>
  logins
    .all(world)
    .filter(
      ({ datetime, status }) =>
        parseStamp(datetime) > now - HORIZON_MS && (isRecorded(world) || status === 'successful'),
    );

/** An incident: a user logs in, or tries to. */
export const loginAttempted: Alarm<{
  readonly username: string;
  readonly ip: string;
  readonly successful: boolean;
}> = {
  ring: ({ world, now }, { username, ip, successful }) => {
    const user = userNamed(world, username);
    if (user === undefined) return;
    logins.insert(world, {
      id: nextId(world, 'login', 1_563_948_000),
      datetime: stamp(now),
      ip,
      username,
      status: successful ? 'successful' : 'failed',
      restricted: user.restricted,
    });
  },
};

/** Source: account#logins. */
export const loginRoutes: readonly Route[] = [
  route(endpoints.list, ({ turn }) => listedPlain(shown(turn), (row) => row)),
  route(endpoints.view, ({ turn, params }) => {
    const row = shown(turn).find(({ id }) => id === params.loginId);
    return row === undefined ? notFound : ok(row);
  }),
];
