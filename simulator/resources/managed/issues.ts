import { managedIssues as endpoints } from '../../../src/api/managed-services.ts';
import { stamp } from '../../core/clock.ts';
import { schedule } from '../../core/pending.ts';
import { listed, ok } from '../../core/reply.ts';
import { type Route, route, routeOn } from '../../core/route.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import { nextId } from '../../core/world.ts';
import { issues, issueTable, openIssueOf, serviceTable } from './table.ts';

/** Seconds that a closed issue stays in the list. Source: monitoring#issues. */
const RECENT = 86_400;

const open = (turn: Turn, serviceId: number): void => {
  if (openIssueOf(turn.world, serviceId) !== undefined) return;
  issueTable.insert(turn.world, {
    id: nextId(turn.world, 'managed issue', 820),
    created: stamp(turn.now),
    services: [serviceId],
    ticketId: nextId(turn.world, 'ticket', 11_223_000),
    isOpen: true,
  });
};

/** Closes the open issue of a service; it stays in the list for a day. */
export const closeIssues = (turn: Turn, serviceId: number): void => {
  const issue = openIssueOf(turn.world, serviceId);
  if (issue === undefined) return;
  issueTable.update(turn.world, issue.id, { isOpen: false });
  schedule(turn, 'managed.issueForgotten', RECENT, { id: issue.id });
};

interface OfService {
  readonly serviceId: number;
  readonly [key: string]: number;
}

/** A check of a service: its status follows, and so does its issue. A disabled one is not
 *  checked. */
const checked = (turn: Turn, serviceId: number): void => {
  const row = serviceTable.find(turn.world, serviceId);
  if (row === undefined || row.status === 'disabled') return;
  serviceTable.update(turn.world, serviceId, { status: row.isDown ? 'problem' : 'ok' });
  if (row.isDown) open(turn, serviceId);
  else closeIssues(turn, serviceId);
};

const answers = (isDown: boolean): Alarm<OfService> => ({
  ring: (turn, { serviceId }) => {
    if (serviceTable.find(turn.world, serviceId) === undefined) return;
    serviceTable.update(turn.world, serviceId, { isDown });
    checked(turn, serviceId);
  },
});

/** `managed.checked` is the first check; the incidents `managed.serviceDown` and
 *  `managed.serviceUp` are seen at once. */
export const issueAlarms = {
  'managed.checked': {
    ring: (turn, { serviceId }) => {
      checked(turn, serviceId);
    },
  } satisfies Alarm<OfService>,
  'managed.serviceDown': answers(true),
  'managed.serviceUp': answers(false),
  'managed.issueForgotten': {
    ring: ({ world }, { id }) => {
      issueTable.remove(world, id);
    },
  } satisfies Alarm<{ readonly id: number }>,
} as const;

/** Recent and ongoing issues. Source: monitoring#issues. */
export const issueRoutes: readonly Route[] = [
  route(endpoints.list, ({ turn }) => listed(turn, issues, issueTable.all(turn.world))),
  routeOn(issues, endpoints.view, ({ turn, target }) => ok(issues.show(turn, target))),
];
