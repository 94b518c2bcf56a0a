import type { Condition } from '../../src/model/common-status.ts';
import { asRecord } from '../../src/model/parse.ts';

export type Status = Readonly<Record<string, unknown>>;
/** Returns the conditions of a status; none where another writer replaced them. */
export const conditionsIn = ({ conditions }: Status): readonly Condition[] =>
  (Array.isArray(conditions) ? conditions : []) as Condition[];
export const FOREIGN = {
  type: 'Approved',
  status: 'False',
  reason: 'ByHand',
  message: 'not yet',
  lastTransitionTime: '2026-01-01T00:00:00Z',
};

/** A change that a user may make to a status. Numbers select members, modulo their count. */
export type Damage = (status: Status, which: number) => unknown;
const without = (status: Status, member: string | undefined): Status =>
  Object.fromEntries(Object.entries(status).filter(([key]) => key !== member));

const memberOf = (status: Status, which: number): string | undefined => {
  const members = Object.keys(status);
  return members[which % members.length];
};
const notesIn = ({ internal }: Status): Status => asRecord(internal);

export const DAMAGES: Readonly<Record<string, Damage>> = {
  'every condition turned': (status) => ({
    ...status,
    conditions: conditionsIn(status).map((one) => ({
      ...one,
      status: one.status === 'True' ? 'False' : 'True',
    })),
  }),
  'a foreign condition': (status) => ({
    ...status,
    conditions: [...conditionsIn(status), FOREIGN],
  }),
  'no conditions': (status) => ({ ...status, conditions: [] }),
  'conditions that are none': (status) => ({ ...status, conditions: 'none' }),
  'no id': (status) => without(status, 'id'),
  'a forged id': (status) => ({ ...status, id: 4_711 }),
  'a forged account': (status) => ({ ...status, account: 'another' }),
  'a member less': (status, which) => without(status, memberOf(status, which)),
  'a malformed member': (status, which) => ({
    ...status,
    [memberOf(status, which) ?? '']: { is: 'broken' },
  }),
  'a note less': (status, which) => ({
    ...status,
    internal: without(notesIn(status), memberOf(notesIn(status), which)),
  }),
  'a malformed note': (status, which) => ({
    ...status,
    internal: { ...notesIn(status), [memberOf(notesIn(status), which) ?? '']: 'broken' },
  }),
  'a note of no name': (status) => ({ ...status, internal: { ...notesIn(status), odd: true } }),
  'no notes': (status) => without(status, 'internal'),
  'notes that are none': (status) => ({ ...status, internal: 'broken' }),
  'a member of no kind': (status) => ({ ...status, strange: true }),
  'nothing left': () => undefined,
  'no map': () => 'broken',
};
