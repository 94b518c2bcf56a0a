import { describe, expect, test } from 'vitest';
import { desiredOf, observedOf } from '../../test/support/kinds/played.ts';
import type { Case } from '../model/case.ts';
import type { Health } from '../model/outcome.ts';
import { REGISTRY, type Registered } from './rows.ts';

const rowsOf = ({ cases }: Registered): readonly Case[] =>
  cases.cases.filter(({ refused }) => refused === undefined);

/** Every status in the rows of any kind, and one unknown to all kinds. */
const STATUSES = [
  ...new Set(
    REGISTRY.flatMap(({ cases }) => [
      cases.item,
      ...cases.cases.map((row) => row.item ?? {}),
    ]).flatMap(({ status }) => (typeof status === 'string' ? [status] : [])),
  ),
  'unheard_of',
];

/** Returns the health messages of a kind for each of its rows in each status of the service. */
const healthsOf = (registered: Registered): readonly Health[] =>
  rowsOf(registered).flatMap((row) =>
    STATUSES.flatMap((status) => {
      const { kind, cases } = registered;
      const has =
        'status' in cases.item ? { item: { ...row.item, status } } : { item: row.item ?? {} };
      const recorded = kind.status.partial().parse(row.recorded ?? {});
      const played = { ...row, ...has };
      return [
        kind.health(desiredOf(kind, cases, played), observedOf(kind, cases, played), recorded),
      ];
    }),
  );

/** Replaces ids and counts, so that messages that differ only in them are equal. */
const plain = ({ message }: Health): string => message.replaceAll(/\d+/g, '#');

/** Words that describe an unusable item. An item that is off as requested is in its expected
 *  state. */
const TROUBLE =
  /\b(not|no longer|nothing|none|down|off|disabled|waiting|waits?|until|will be|afterwards|failed|fails|cannot|still|yet|suspended|degraded|requires?)\b/;
const REQUESTED = /, (as requested|and the spec does not set booted)$/;

describe.each(REGISTRY.map((one) => [one.kind.kind, one] as const))(
  'the health of a %s',
  (_, one) => {
    const healths = healthsOf(one);
    const messagesOf = (ready: boolean) =>
      new Set(healths.filter((health) => health.ready === ready).map(plain));

    test('has a sentence of its own for what is ready: none stands for both', () => {
      expect([...messagesOf(true)].filter((message) => messagesOf(false).has(message))).toEqual([]);
      expect(messagesOf(true).size).toBeGreaterThan(0);
    });

    test('says of what is ready nothing that sounds otherwise', () => {
      expect(
        [...messagesOf(true)].filter(
          (message) => TROUBLE.test(message) && !REQUESTED.test(message),
        ),
      ).toEqual([]);
    });

    test('never says of the same reason in the same words that a person is needed and is not', () => {
      const stalled = new Set(
        healths.filter((health) => !health.ready && health.stalled).map(plain),
      );
      const others = healths.filter((health) => health.ready || health.stalled !== true).map(plain);
      expect(others.filter((message) => stalled.has(message))).toEqual([]);
    });
  },
);
