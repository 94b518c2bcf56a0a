import type { Unstaged } from './unstaged-rows.ts';

/** Rows of firewalls and domains that cannot be staged on a service. */
export const UNSTAGED_NETWORK: readonly Unstaged[] = [
  {
    kind: 'Domain',
    reason: 'only a copy carries the mark of another object and is written to',
    rows: ['a clone carries the mark of its source no longer'],
  },
  {
    kind: 'Domain',
    reason: 'the service does not show it in any dialect that is simulated',
    rows: ['a text that is null is empty', 'a slave does not become a master'],
  },
  {
    kind: 'Domain',
    reason: 'a word that the service says when it likes',
    rows: [
      'a zone in edit mode is not ready',
      'a zone with errors is not ready',
      "the service's own spelling is not a difference",
    ],
  },
  {
    kind: 'Domain',
    reason:
      'an end that is none of ready, waiting and refused: made outside and only reported, or not managed',
    rows: [
      'a domain is not renamed',
      'a publication that is not named is not managed',
      'disabled waits for a user where the spec does not set it',
      'disabled is on its way where it is to be otherwise',
    ],
  },
  {
    kind: 'Firewall',
    reason: 'a word that passes by itself before anybody could look',
    rows: [
      'deleted is not ready',
      'is deleted once',
      'one that the service forgets is not changed',
    ],
  },
  {
    kind: 'Firewall',
    reason: 'what is not managed ends neither ready nor waiting',
    rows: [
      'an enforcement that is not named is not managed',
      'disabled waits for a user where the spec does not set it',
      'disabled is on its way where it is to be otherwise',
      'ready is before every instance',
    ],
  },
  {
    kind: 'Firewall',
    reason: 'what was not looked at is looked at next, and the service takes instances only',
    rows: [
      'instances that were not looked at are those that were known last',
      'nothing is done about instances that may not be seen',
      'entries that are not instances are left alone',
    ],
  },
  {
    kind: 'Firewall',
    reason: 'a history of labels: test/engine/selector-drift.test.ts plays it',
    rows: [
      'instances that strayed lately count with those that leave, but for those that are named',
    ],
  },
  {
    kind: 'Firewall',
    reason: 'an object without a value: test/engine/unresolved.test.ts plays it',
    rows: [
      'while a reference has no value instances come and none leaves',
      'a reference without a value is not waited for where no instance is to leave',
    ],
  },
];
