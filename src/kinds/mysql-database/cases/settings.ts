import type { Case } from '../../../model/case.ts';

const PUT = 'Update (PUT /databases/mysql/instances/21)';
const SHUT = 'ShutOut (PUT /databases/mysql/instances/21)';
const open = ['198.51.100.1/32', '203.0.113.0/24'];
const window = {
  day_of_week: 6,
  duration: 3,
  frequency: 'weekly',
  hour_of_day: 6,
  week_of_month: null,
};

const UNRESOLVED = {
  unresolved: { 'allowListFrom.addresses': 'Instance/web-1, which does not exist' },
};
const WAITS = 'wait for Instance/web-1, which does not exist; until then the allow list keeps';
const machine = (address: string) => ({ id: 7, ipv4: [address] });

const lists: readonly Case[] = [
  {
    name: 'a single address is sent and compared with its suffix',
    source: 'databases#allow-list',
    keptBy: 'canonical',
    spec: { allowList: ['203.0.113.9', '198.51.100.1'] },
    plan: [`${PUT} allowList: [] -> ["198.51.100.1/32","203.0.113.9/32"]`],
    sends: [{ allow_list: ['198.51.100.1/32', '203.0.113.9/32'] }],
  },
  {
    name: 'a list is a set: order and suffix do not count',
    source: 'databases#allow-list',
    keptBy: 'canonical',
    spec: { allowList: ['203.0.113.0/24', '198.51.100.1', '198.51.100.1/32'] },
    item: { allow_list: ['203.0.113.0/24', '198.51.100.1'] },
    plan: [],
  },
  {
    name: 'a list is replaced whole',
    source: 'databases#allow-list',
    keptBy: 'plan',
    spec: { allowList: ['0.0.0.0/0'] },
    item: { allow_list: open },
    plan: [`${PUT} allowList: ["198.51.100.1/32","203.0.113.0/24"] -> ["0.0.0.0/0"]`],
    sends: [{ allow_list: ['0.0.0.0/0'] }],
  },
  {
    name: 'an empty allow list is applied',
    source: 'databases#allow-list',
    keptBy: 'plan',
    spec: { allowList: [] },
    item: { allow_list: open },
    plan: [`${PUT} allowList: ["198.51.100.1/32","203.0.113.0/24"] -> []`],
    sends: [{ allow_list: [] }],
  },
  {
    name: 'a list that the spec does not name is left as it is',
    item: { allow_list: open },
    plan: [],
  },
  {
    name: 'references and the list are joined',
    spec: {
      allowList: ['203.0.113.0/24'],
      allowListFrom: { addresses: ['198.51.100.1', '192.168.128.4', '198.51.100.1/32'] },
    },
    plan: [`${PUT} allowList: [] -> ["192.168.128.4/32","198.51.100.1/32","203.0.113.0/24"]`],
  },
  {
    name: 'a selector without matches removes no instance without consent',
    source: 'databases#allow-list',
    keptBy: 'plan',
    spec: { allowListFrom: { addresses: [] } },
    item: { allow_list: open },
    plan: [`${SHUT} allowList: ["198.51.100.1/32","203.0.113.0/24"] -> []`],
    sends: [{ allow_list: [] }],
  },
  {
    name: 'what else changed does not wait for that',
    spec: { label: 'other', allowListFrom: {} },
    item: { allow_list: open },
    plan: [
      `${PUT} label: example -> other`,
      'wait for the change of the database to end [after Update]',
      `${SHUT} allowList: ["198.51.100.1/32","203.0.113.0/24"] -> [] [after wait]`,
    ],
  },
  {
    name: 'labels that go shut out most addresses by consent, and admit others at once',
    spec: { allowListFrom: { addresses: ['203.0.113.0/24', '192.0.2.1'] } },
    strayed: { 'allowListFrom.instanceSelector': ['198.51.100.1', '198.51.100.2', '2001:db8::1'] },
    item: { allow_list: open },
    plan: [
      `${PUT} allowList: ["198.51.100.1/32","203.0.113.0/24"] -> ["192.0.2.1/32","198.51.100.1/32","203.0.113.0/24"]`,
      'wait for the change of the database to end [after Update]',
      `${SHUT} allowList: ["192.0.2.1/32","198.51.100.1/32","203.0.113.0/24"] -> ["192.0.2.1/32","203.0.113.0/24"] [after wait]`,
    ],
  },
  {
    name: 'labels that go shut out half of the addresses without consent',
    spec: { allowListFrom: { addresses: ['203.0.113.0/24'] } },
    strayed: { 'allowListFrom.instanceSelector': ['198.51.100.1'] },
    item: { allow_list: open },
    plan: [`${PUT} allowList: ["198.51.100.1/32","203.0.113.0/24"] -> ["203.0.113.0/24"]`],
  },
  {
    name: 'while a reference has no value, addresses are added and none is removed, except ranges and addresses without an instance',
    spec: { allowListFrom: { instanceRefs: [{ name: 'web-1' }], addresses: ['192.0.2.1'] } },
    ...UNRESOLVED,
    item: { allow_list: [...open, '198.51.100.2/32'] },
    details: { instances: [machine('198.51.100.1')] },
    plan: [
      `${PUT} allowList: ["198.51.100.1/32","198.51.100.2/32","203.0.113.0/24"] -> ["192.0.2.1/32","198.51.100.1/32"]`,
      `${WAITS} the address that the spec no longer lists`,
    ],
  },
  {
    name: 'while a reference has no value, and the instances of the account may not be seen, no single address leaves',
    spec: { allowListFrom: { instanceRefs: [{ name: 'web-1' }], addresses: [] } },
    ...UNRESOLVED,
    item: { allow_list: ['198.51.100.1/32', '198.51.100.2/32'] },
    details: { instances: null },
    plan: [`${WAITS} the 2 addresses that the spec no longer lists`],
  },
  {
    name: 'what else changed does not wait for a reference without a value',
    spec: { label: 'other', allowListFrom: { instanceRefs: [{ name: 'web-1' }], addresses: [] } },
    ...UNRESOLVED,
    item: { allow_list: ['198.51.100.1/32'] },
    plan: [`${PUT} label: example -> other`, `${WAITS} the address that the spec no longer lists`],
  },
  {
    name: 'a reference without a value is not waited for where no address is to leave',
    spec: { allowListFrom: { instanceRefs: [{ name: 'web-1' }], addresses: ['198.51.100.1'] } },
    ...UNRESOLVED,
    item: { allow_list: ['198.51.100.1/32'] },
    plan: [],
  },
  {
    name: 'references without a target leave an empty list empty',
    spec: { allowListFrom: {} },
    plan: [],
  },
];

const changes: readonly Case[] = [
  {
    name: 'a label that the spec does not name is not managed',
    item: { label: 'other' },
    plan: [],
  },
  {
    name: 'all that changed goes in one request, because the service takes one at a time',
    source: 'databases#allow-list',
    keptBy: 'plan',
    spec: { label: 'shop', allowList: ['203.0.113.0/24'], updates: { hourOfDay: 3 } },
    plan: [
      `${PUT} label: example -> shop, allowList: [] -> ["203.0.113.0/24"], updates.hourOfDay: 6 -> 3`,
    ],
    sends: [
      {
        label: 'shop',
        allow_list: ['203.0.113.0/24'],
        updates: { ...window, hour_of_day: 3 },
      },
    ],
  },
  {
    name: 'changes wait while the database is updating, and go together then',
    source: 'databases#status',
    keptBy: 'wait',
    spec: { label: 'shop', allowList: ['203.0.113.0/24'] },
    item: { status: 'updating' },
    plan: [
      'wait for the database to be active before it is changed (it is updating)',
      `${PUT} label: example -> shop, allowList: [] -> ["203.0.113.0/24"] [after wait]`,
    ],
  },
  {
    name: 'a backup is waited for too',
    source: 'databases#backups',
    keptBy: 'wait',
    spec: { label: 'shop' },
    item: { status: 'backing_up' },
    plan: [
      'wait for the database to be active before it is changed (it is backing_up)',
      `${PUT} label: example -> shop [after wait]`,
    ],
  },
];

const changed = (name: string, updates: object, at: object, line: string, sends: object): Case => ({
  name,
  source: 'databases#backups',
  keptBy: 'plan',
  spec: { updates },
  item: { updates: { ...window, ...at } },
  plan: [`${PUT} ${line}`],
  sends: [{ updates: sends }],
});

const windows: readonly Case[] = [
  changed(
    'a window is sent whole, what is not named as it is',
    { dayOfWeek: 7, duration: 1 },
    {},
    'updates.dayOfWeek: 6 -> 7, updates.duration: 3 -> 1',
    {
      ...window,
      day_of_week: 7,
      duration: 1,
    },
  ),
  changed(
    'a monthly window has a week',
    { frequency: 'monthly', weekOfMonth: 2 },
    {},
    'updates.frequency: weekly -> monthly, updates.weekOfMonth: 2',
    { ...window, frequency: 'monthly', week_of_month: 2 },
  ),
  changed(
    'a window that becomes weekly loses its week',
    { frequency: 'weekly' },
    { frequency: 'monthly', week_of_month: 3 },
    'updates.frequency: monthly -> weekly',
    { ...window, frequency: 'weekly', week_of_month: null },
  ),
  changed(
    'a monthly window keeps its week when only its hour changes',
    { hourOfDay: 0 },
    { frequency: 'monthly', week_of_month: 3 },
    'updates.hourOfDay: 6 -> 0',
    { ...window, frequency: 'monthly', hour_of_day: 0, week_of_month: 3 },
  ),
  {
    name: 'a matching window is left alone',
    spec: { updates: { duration: 3, frequency: 'weekly' } },
    plan: [],
  },
];

/** Mutable fields of a MySQLDatabase. */
export const settingCases: readonly Case[] = [...lists, ...changes, ...windows];
