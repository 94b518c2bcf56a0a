import { mysql } from '../../../src/api/mysql.ts';
import { events, reference, tell } from '../../core/events.ts';
import { schedule } from '../../core/pending.ts';
import { drawWithin, type Range } from '../../core/random.ts';
import { done, ok } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import type { Alarm } from '../../core/turn.ts';
import { isRecorded } from '../../core/world.ts';
import { drawPassword, USERNAME } from './secrets.ts';
import { databases, databaseTable } from './table.ts';
import { notIn, type Task } from './work.ts';

/** Seconds of a password reset. Source: databases#credentials. */
const RESET: Range = [3, 15];

const credentialsRoute = routeOn(
  databases,
  mysql.credentials,
  ({ target }) =>
    notIn(target, ['active']) ?? ok({ username: USERNAME, password: target.password }),
);

/** Resets the credentials; the status stays unchanged. Source: databases#credentials. */
const resetRoute = routeOn(databases, mysql.resetCredentials, ({ turn, target }) => {
  const refusal = notIn(target, ['active', 'degraded', 'updating', 'backing_up']);
  if (refusal !== undefined) return refusal;
  const seconds = drawWithin(turn.world, RESET);
  const event = tell(turn, {
    action: 'database_credentials_reset',
    entity: reference(databases, target),
    seconds,
  });
  schedule(turn, 'database.passwordReset', seconds, { databaseId: target.id, eventId: event.id });
  return done;
});

/** Shows the certificate; the recorded service shows none during an update. Source:
 *  databases#hosts-and-certificate. */
const sslRoute = routeOn(databases, mysql.ssl, ({ turn, target }) => {
  if (target.status === 'updating' && isRecorded(turn.world)) return ok({ ca_certificate: null });
  const { certificate, certificateAt } = target;
  const isShown = certificateAt !== null && certificateAt <= turn.now;
  return notIn(target, ['active']) ?? ok({ ca_certificate: isShown ? certificate : null });
});

/** Connection data. Source: databases#hosts-and-certificate; databases#credentials. */
export const accessRoutes: readonly Route[] = [credentialsRoute, resetRoute, sslRoute];

export const passwordReset: Alarm<Task> = {
  ring: ({ world, now }, { databaseId, eventId }) => {
    const isThere = databaseTable.find(world, databaseId) !== undefined;
    events.update(world, eventId, { status: isThere ? 'finished' : 'failed' });
    if (isThere)
      databaseTable.update(world, databaseId, { password: drawPassword(world), passwordAt: now });
  },
};
