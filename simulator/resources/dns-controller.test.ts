import { expect, test } from 'vitest';
import { everyId } from '../../test/support/simulator/client.ts';
import { make } from '../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../test/support/simulator/stage.ts';

/** A record that a DNS controller requires. */
interface RecordSpec {
  readonly type: 'A' | 'CNAME' | 'TXT';
  readonly name: string;
  readonly target: string;
  readonly ttl_sec?: number;
}

const OWNER = '"heritage=controller,controller/owner=owner"';
const CONFLICT = '[name] Record conflict - CNAMES must be unique';

/** Fields that the controller sends with every record of any type; a time of 0 is omitted. */
const COMMON = { priority: 0, weight: 1, port: 0 } as const;

const a = (name: string, target: string, ttl_sec?: number): RecordSpec => ({
  type: 'A',
  name,
  target,
  ...(ttl_sec === undefined ? {} : { ttl_sec }),
});
const alias = (name: string, target: string): RecordSpec => ({ type: 'CNAME', name, target });
const owner = (name: string): RecordSpec => ({ type: 'TXT', name, target: OWNER });

type Row = RecordSpec & { readonly id: number };

const rowsOf = (stage: Stage, records: string): readonly Row[] =>
  stage.call('GET', records).at('data') as readonly Row[];

/** Runs one round of the controller: creates first, then deletes, then updates. It updates
 *  records found by name, type and target, and sends the type with the update. @returns the
 *  logged refusals */
const round = (stage: Stage, records: string, specs: readonly RecordSpec[]): readonly string[] => {
  const found = rowsOf(stage, records);
  const isSame = (spec: RecordSpec) => (row: RecordSpec) =>
    row.name === spec.name && row.type === spec.type && row.target === spec.target;
  const calls = [
    ...specs
      .filter((spec) => !found.some(isSame(spec)))
      .map((spec) => stage.call('POST', records, { ...spec, ...COMMON })),
    ...found
      .filter((row) => !specs.some(isSame(row)))
      .map(({ id }) => stage.call('DELETE', `${records}/${id}`)),
    ...found.flatMap((row) =>
      specs
        .filter(isSame(row))
        .map((spec) => stage.call('PUT', `${records}/${row.id}`, { ...spec, ...COMMON })),
    ),
  ];
  return calls.flatMap((response) =>
    response.status === 200
      ? []
      : [
          `[${String(response.at('errors', 0, 'field'))}] ${String(response.at('errors', 0, 'reason'))}`,
        ],
  );
};

const shown = (stage: Stage, records: string): readonly string[] =>
  rowsOf(stage, records).map(
    ({ type, name, target, ttl_sec }) => `${type} ${name} ${target} ${ttl_sec}`,
  );

const openZone = (stage: Stage): string => {
  const zone = make(stage, '/domains', {
    domain: 'example.org',
    type: 'master',
    soa_email: 'admin@example.org',
  });
  return `/domains/${zone}/records`;
};

const WWW = [a('www', '198.51.100.1'), owner('www'), owner('a-www')];
const MOVED = [a('www', '198.51.100.2'), owner('www'), owner('a-www')];
const FAR = [alias('far', 'www.example.net'), owner('cname-far')];

/** The required records of each round, and its refusals. */
const LIVES: Readonly<
  Record<string, readonly (readonly [specs: readonly RecordSpec[], refused: readonly string[]])[]>
> = {
  'an address and its owner, made, looked at again, moved and taken away': [
    [WWW, []],
    [WWW, []],
    [MOVED, []],
    [MOVED, []],
    [[], []],
  ],
  'the zone itself and a wildcard': [
    [[a('', '198.51.100.1'), owner(''), a('*.wild', '198.51.100.4'), owner('*.wild')], []],
  ],
  'an alias with its owner below another name': [
    [FAR, []],
    [FAR, []],
    [[], []],
  ],
  'an alias with its owner at the same name, which is refused in every round': [
    [[...FAR, owner('far')], [CONFLICT]],
    [[...FAR, owner('far')], [CONFLICT]],
  ],
  'an alias that points elsewhere: the new one meets the old, and is made a round later': [
    [FAR, []],
    [[alias('far', 'www.example.com'), owner('cname-far')], [CONFLICT]],
    [[alias('far', 'www.example.com'), owner('cname-far')], []],
  ],
  'an address that becomes an alias': [
    [[a('far', '198.51.100.1')], []],
    [FAR, [CONFLICT]],
    [FAR, []],
  ],
};

test.each(Object.entries(LIVES))(
  'a controller that sends all fields with every record: %s',
  (_name, rounds) => {
    const stage = openStage();
    const records = openZone(stage);
    const refusals = rounds.map(([specs]) => round(stage, records, specs));
    expect(refusals).toEqual(rounds.map(([, refused]) => refused));
    const last = rounds.at(-1);
    expect(rowsOf(stage, records)).toHaveLength((last?.[0].length ?? 0) - (last?.[1].length ?? 0));
  },
);

test('a time that is not stored is rounded up once, and the update of a later round changes nothing', () => {
  const stage = openStage();
  const records = openZone(stage);
  const spec = [a('ttl', '198.51.100.2', 60)];
  const states = [0, 1, 2].map(() => (round(stage, records, spec), shown(stage, records)));
  expect(states).toEqual([1, 2, 3].map(() => ['A ttl 198.51.100.2 120']));
});

test('zones are read page by page without a size', () => {
  const stage = openStage();
  const ids = Array.from({ length: 101 }, (_, index) =>
    make(stage, '/domains', {
      domain: `zone${index}.example`,
      type: 'master',
      soa_email: 'admin@example.org',
    }),
  );
  const pages = [1, 2].map(
    (page) =>
      stage.call('GET', `/domains?page=${page}`).at('data') as readonly { readonly id: number }[],
  );
  expect(pages.map((rows) => rows.length)).toEqual([100, 1]);
  expect(everyId(stage, '/domains', 500)).toEqual(ids);
});
