import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ARBITRARY_ITEMS } from '../../test/support/simulator/arbitrary/items.ts';
import type { Making } from '../../test/support/simulator/arbitrary/making.ts';
import { openStage, type Stage } from '../../test/support/simulator/stage.ts';
import { type EventRow, events } from '../core/events.ts';
import { RESOURCES } from './registry.ts';

const CHANGEABLE = RESOURCES.flatMap(({ routes }) =>
  routes
    .filter(({ endpoint }) => endpoint.method === 'PUT' && endpoint.media === undefined)
    .map(({ endpoint }) => endpoint.path),
);

/** Fields that the documents' dialect refuses in an update. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  '/domains/{domainId}/records/{recordId}': ['type'],
};

type Fields = Readonly<Record<string, unknown>>;

/** Fields that an update requires. */
const REQUIRED: readonly string[] = ['rdns'];

/** Fields that an update may change: its own time, the duration of stale reads, and the serial of a
 *  rendered zone. */
const PASSING: readonly string[] = ['updated', 'lagsUntil', 'serial'];

const lasting = (key: string, value: unknown): unknown => {
  if (PASSING.includes(key)) return undefined;
  return typeof value === 'string' ? value.replace(/(?<= SOA \S+ \S+ )\d+/, '') : value;
};

/** Returns the whole account without its events and the fields that an update may change. */
const account = (stage: Stage): Fields => {
  const { tables } = stage.sim.world();
  const { events: _events, ...rest } = tables;
  return JSON.parse(JSON.stringify(rest, lasting)) as Fields;
};

const diary = (stage: Stage): readonly EventRow[] => events.all(stage.sim.world());

/** Reads an item after an idle hour. */
const atRest = (stage: Stage, path: string): Fields => {
  stage.settle();
  return stage.call('GET', path).body as Fields;
};

const withoutTimes = ({ updated: _updated, ...fields }: Fields): Fields => fields;

/** The item and its account before and after a part of it was sent back; `said`: the recorded
 *  events. */
interface Outcome {
  readonly sent: object;
  readonly status: number;
  readonly before: readonly [Fields, Fields];
  readonly after: readonly [Fields, Fields];
  readonly said: number;
}

const sendBack = (stage: Stage, path: string, choose: (fields: Fields) => object): Outcome => {
  const read = atRest(stage, path);
  const before = [withoutTimes(read), account(stage)] as const;
  const told = diary(stage).length;
  const sent = choose(read);
  const { status } = stage.call('PUT', path, sent);
  const after = [withoutTimes(atRest(stage, path)), account(stage)] as const;
  return { sent, status, before, after, said: diary(stage).length - told };
};

/** The grants of an unrestricted user are answered without content. */
const DONE: readonly number[] = [200, 204];

test('an item of every sort that has a PUT is sent back', () => {
  expect(Object.keys(ARBITRARY_ITEMS).toSorted()).toEqual(CHANGEABLE.toSorted());
});

/** Selects the sent fields: all of them, or some. */
const choices = fc.option(fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }));

describe.each(['recorded', 'documents'] as const)('in the dialect of %s', (dialect) => {
  const rows = Object.entries(ARBITRARY_ITEMS).map(
    ([template, makings]) => [template, makings] as const,
  );

  test.each(rows)(
    'nothing changes when what was read from %s is sent to it, or a part',
    (template, makings) => {
      const refused = dialect === 'documents' ? (REFUSED[template] ?? []) : [];
      const chosen = (read: Fields, choice: readonly boolean[] | null): Fields =>
        Object.fromEntries(
          Object.entries(read).filter(
            ([field], index) =>
              !refused.includes(field) && (choice?.[index] !== false || REQUIRED.includes(field)),
          ),
        );
      fc.assert(
        fc.property(makings, choices, (making: Making, choice) => {
          const stage = openStage({ dialect });
          const { sent, status, before, after, said } = sendBack(stage, making(stage), (read) =>
            chosen(read, choice),
          );
          expect({ sent, isDone: DONE.includes(status), fields: after }).toEqual({
            sent,
            isDone: true,
            fields: before,
          });
          expect(said).toBeLessThanOrEqual(1);
        }),
        { numRuns: 40 },
      );
    },
  );
});
