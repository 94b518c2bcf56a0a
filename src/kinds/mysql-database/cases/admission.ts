import { type Case, type Refusal, refusals } from '../../../model/case.ts';

const WEEK = 'spec.updates.weekOfMonth goes with frequency monthly';

const REFUSALS: readonly Refusal[] = [
  ['a label has three characters', 'databases#create', 'schema', { label: 'ab' }, 'spec.label'],
  ['a label has at most 32 characters', 'databases#create', 'schema', { label: 'a'.repeat(33) }, 'spec.label'],
  ['an engine is named with its version', 'databases#instances', 'schema', { engine: 'mysql' }, 'spec.engine'],
  ['another engine is another kind', 'databases#instances', 'schema', { engine: 'postgresql/13.2' }, 'spec.engine'],
  ['there is a node', 'databases#create', 'schema', { clusterSize: 0 }, 'spec.clusterSize'],
  ['there are at most three nodes', 'databases#create', 'schema', { clusterSize: 4 }, 'spec.clusterSize'],
  ['there are not two nodes', 'databases#create', 'CEL', { clusterSize: 2 }, 'spec.clusterSize is 1 or 3'],
  ['replication has three words', 'databases#create', 'schema', { replicationType: 'sync' }, 'spec.replicationType'],
  ['an address is one', 'databases#allow-list', 'schema', { allowList: ['203.0.113.256'] }, 'spec.allowList[0]'],
  ['a range has a length', 'databases#allow-list', 'schema', { allowList: ['203.0.113.0/33'] }, 'spec.allowList[0]'],
  ['IPv6 is not admitted', 'databases#allow-list', 'schema', { allowList: ['2001:db8::1'] }, 'spec.allowList[0]'],
  ['a name is no address', 'databases#allow-list', 'schema', { allowList: ['example.org'] }, 'spec.allowList[0]'],
  ['further addresses are such', null, 'schema', { allowListFrom: { addresses: ['all'] } }, 'spec.allowListFrom.addresses[0]'],
  [
    'a frequency is weekly or monthly',
    'databases#maintenance-window',
    'schema',
    { updates: { frequency: 'daily' } },
    'spec.updates.frequency',
  ],
  ['the first day is Monday', 'databases#maintenance-window', 'schema', { updates: { dayOfWeek: 0 } }, 'spec.updates.dayOfWeek'],
  ['the last day is Sunday', 'databases#maintenance-window', 'schema', { updates: { dayOfWeek: 8 } }, 'spec.updates.dayOfWeek'],
  ['a day has 24 hours', 'databases#maintenance-window', 'schema', { updates: { hourOfDay: 24 } }, 'spec.updates.hourOfDay'],
  ['a window lasts an hour', 'databases#maintenance-window', 'schema', { updates: { duration: 0 } }, 'spec.updates.duration'],
  ['a window lasts at most three hours', 'databases#maintenance-window', 'schema', { updates: { duration: 4 } }, 'spec.updates.duration'],
  [
    'a month has four weeks',
    'databases#maintenance-window',
    'schema',
    { updates: { frequency: 'monthly', weekOfMonth: 5 } },
    'spec.updates.weekOfMonth',
  ],
  ['a monthly window names its week', 'databases#maintenance-window', 'CEL', { updates: { frequency: 'monthly' } }, WEEK],
  ['a weekly window has no week', 'databases#maintenance-window', 'CEL', { updates: { frequency: 'weekly', weekOfMonth: 1 } }, WEEK],
  ['a week wants to be said monthly', 'databases#maintenance-window', 'CEL', { updates: { weekOfMonth: 1 } }, WEEK],
  ['a field that nobody knows is refused', null, 'schema', { tags: ['web'] }, 'tags'],
];

/** What admission refuses of a MySQLDatabase. */
export const databaseAdmission: readonly Case[] = refusals(REFUSALS);
