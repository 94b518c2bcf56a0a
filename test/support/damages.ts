import type { Condition } from '../../src/model/common-status.ts';

export type Status = Readonly<Record<string, unknown>>;
/** The conditions of a status; none where another writer made something else of them. */
export const conditionsIn = ({ conditions }: Status): readonly Condition[] =>
  (Array.isArray(conditions) ? conditions : []) as Condition[];
export const FOREIGN = {
  type: 'Approved',
  status: 'False',
  reason: 'ByHand',
  message: 'not yet',
  lastTransitionTime: '2026-01-01T00:00:00Z',
};

/** What a person may do to a status. Numbers choose members, and go round. */
export type Damage = (status: Status, which: number) => unknown;
const without = (status: Status, member: string | undefined): Status =>
  Object.fromEntries(Object.entries(status).filter(([key]) => key !== member));

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
  'a member less': (status, which) => {
    const members = Object.keys(status);
    return without(status, members[which % members.length]);
  },
  'a malformed member': (status, which) => {
    const members = Object.keys(status);
    return { ...status, [members[which % members.length] ?? '']: { is: 'broken' } };
  },
  'a member of no kind': (status) => ({ ...status, strange: true }),
  'nothing left': () => undefined,
  'no map': () => 'broken',
};
