import { type Case, type Refusal, refusals } from '../../../model/case.ts';

const DATABASE = 'document 2, "Managed database instance"';
const LIMITS = 'document 2, "Limits"';
const RANGES = 'facts, 1.10';
const WEEK = 'spec.updates.weekOfMonth goes with frequency monthly';

const REFUSALS: readonly Refusal[] = [
  ['a label has three characters', LIMITS, 'schema', { label: 'ab' }, 'spec.label'],
  ['a label has at most 32 characters', LIMITS, 'schema', { label: 'a'.repeat(33) }, 'spec.label'],
  ['an engine is named with its version', DATABASE, 'schema', { engine: 'mysql' }, 'spec.engine'],
  ['another engine is another kind', DATABASE, 'schema', { engine: 'postgresql/13.2' }, 'spec.engine'],
  ['there is a node', LIMITS, 'schema', { clusterSize: 0 }, 'spec.clusterSize'],
  ['there are at most three nodes', LIMITS, 'schema', { clusterSize: 4 }, 'spec.clusterSize'],
  ['there are not two nodes', LIMITS, 'CEL', { clusterSize: 2 }, 'spec.clusterSize is 1 or 3'],
  ['replication has three words', DATABASE, 'schema', { replicationType: 'sync' }, 'spec.replicationType'],
  ['an address is one', DATABASE, 'schema', { allowList: ['203.0.113.256'] }, 'spec.allowList[0]'],
  ['a range has a length', DATABASE, 'schema', { allowList: ['203.0.113.0/33'] }, 'spec.allowList[0]'],
  ['IPv6 is not admitted', RANGES, 'schema', { allowList: ['2001:db8::1'] }, 'spec.allowList[0]'],
  ['a name is no address', DATABASE, 'schema', { allowList: ['example.org'] }, 'spec.allowList[0]'],
  ['further addresses are such', null, 'schema', { allowListFrom: { addresses: ['all'] } }, 'spec.allowListFrom.addresses[0]'],
  ['a frequency is weekly or monthly', DATABASE, 'schema', { updates: { frequency: 'daily' } }, 'spec.updates.frequency'],
  ['the first day is Monday', RANGES, 'schema', { updates: { dayOfWeek: 0 } }, 'spec.updates.dayOfWeek'],
  ['the last day is Sunday', RANGES, 'schema', { updates: { dayOfWeek: 8 } }, 'spec.updates.dayOfWeek'],
  ['a day has 24 hours', RANGES, 'schema', { updates: { hourOfDay: 24 } }, 'spec.updates.hourOfDay'],
  ['a window lasts an hour', RANGES, 'schema', { updates: { duration: 0 } }, 'spec.updates.duration'],
  ['a window lasts at most three hours', RANGES, 'schema', { updates: { duration: 4 } }, 'spec.updates.duration'],
  ['a month has four weeks', RANGES, 'schema', { updates: { frequency: 'monthly', weekOfMonth: 5 } }, 'spec.updates.weekOfMonth'],
  ['a monthly window names its week', RANGES, 'CEL', { updates: { frequency: 'monthly' } }, WEEK],
  ['a weekly window has no week', RANGES, 'CEL', { updates: { frequency: 'weekly', weekOfMonth: 1 } }, WEEK],
  ['a week wants to be said monthly', RANGES, 'CEL', { updates: { weekOfMonth: 1 } }, WEEK],
  ['a field that nobody knows is refused', null, 'schema', { tags: ['web'] }, 'tags'],
];

/** What admission refuses of a MySQLDatabase. */
export const databaseAdmission: readonly Case[] = refusals(REFUSALS);
