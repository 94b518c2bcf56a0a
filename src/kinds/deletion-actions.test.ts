import { expect, test } from 'vitest';
import { EVENT_ACTIONS } from '../api/event-actions.ts';
import { KINDS } from './index.ts';

test.each(
  KINDS.filter(({ deletionAction }) => deletionAction !== undefined).map(
    (kind) => [kind.kind, kind] as const,
  ),
)('the word for the deletion of a %s is one that the service has', (_, { deletionAction }) =>
  expect(EVENT_ACTIONS).toContain(deletionAction),
);
