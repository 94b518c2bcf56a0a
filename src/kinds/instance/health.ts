import type { Health } from '../../model/outcome.ts';
import { reasonOf } from '../../model/reason.ts';
import { entryFor } from '../../model/table.ts';
import { isToRunAgain } from './power.ts';
import type { Past, Seen, Wish } from './terms.ts';

/** What the words mean for somebody who waits. A word that is not here is shown as it is. Source: compute#status. */
const WORDS: Readonly<Record<string, string>> = {
  running: 'the instance is running',
  offline: 'the instance is off',
  booting: 'the instance is booting; it will be ready when it runs',
  rebooting: 'the instance is rebooting; it will be ready when it runs',
  shutting_down: 'the instance is shutting down',
  provisioning: 'the service is creating the instance; it will be ready when that is done',
  deleting: 'the service is deleting the instance',
  migrating: 'the service is moving the instance; it will be ready when that is done',
  rebuilding: 'the instance is being deployed anew; it will be ready when that is done',
  cloning: 'the instance is being cloned; it will be ready when that is done',
  restoring: 'a backup is being restored into the instance; it will be ready when that is done',
  resizing: 'the instance is moving to its new plan; it will be ready when that is done',
  stopped: 'the service stopped the instance, as it does for maintenance; nothing is done here until it runs or is off again',
};

/** Whether the instance is as its wish for power says: running unless it is to be off, off unless it is to run, or ran before a resize. Words are an open set. */
export function instanceHealth(desired: Wish, seen: Seen, recorded: Past): Health {
  const { item } = seen;
  const { booted } = desired.spec;
  const mayBeOff = booted !== true && !isToRunAgain(desired, seen, recorded);
  const ready = item.status === 'running' ? booted !== false : item.status === 'offline' && mayBeOff;
  const message = entryFor(WORDS, item.status) ?? `the service reports the instance as ${item.status}; it is looked at until that ends`;
  return { ready, reason: reasonOf(item.status), message };
}
