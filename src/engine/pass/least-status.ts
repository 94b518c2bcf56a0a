import type { Members } from './merge-patch.ts';

/** Members of a status whose loss could orphan an item or repeat a step. */
const LEAST: readonly string[] = [
  'observedGeneration',
  'conditions',
  'id',
  'account',
  'credential',
  'operator',
  'intent',
  'consent',
  'consents',
  'once',
  'operations',
];

/** Selects the members of a status that must not be lost, without the largest ones. */
export const leastOf = (status: Members): Members => ({
  ...Object.fromEntries(Object.entries(status).filter(([member]) => LEAST.includes(member))),
  plan: null,
  drift: null,
});
