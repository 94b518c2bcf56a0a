import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { fingerprint } from '../../model/fingerprint.ts';
import type { AnyKind, Desired, Item, Observed } from '../../model/kind.ts';
import { put } from '../../model/request.ts';
import { type Call, call } from '../../model/step.ts';
import { echoes, echoesOfCreate } from './normalized-values.ts';

type Fields = Readonly<Record<string, unknown>>;

const stepTo = (fields: Fields, from: Fields, answers?: Call['answers']): Call =>
  call(
    'Set',
    put('/things/7', {}),
    Object.entries(fields).flatMap(([field, to]) =>
      fingerprint(from[field]) === fingerprint(to) ? [] : [{ field, from: from[field], to }],
    ),
    answers === undefined ? {} : { answers },
  );

/** A kind with fields that are compared one by one. */
const KIND = {
  kind: 'Thing',
  item: z.looseObject({ id: z.int() }),
  wants: ({ spec }: Desired<Fields>) => spec,
  update: ({ spec }: Desired<Fields>, { item }: Observed<Fields, unknown>) => [stepTo(spec, item)],
  details: () => ({}),
} as unknown as AnyKind;

const pair = (field: string, sent: unknown, stored: unknown) => ({
  field,
  sent: fingerprint(sent),
  stored: fingerprint(stored),
});
const configured = (spec: Fields): Desired<unknown> => ({
  spec,
  name: 'thing',
  mark: 'mark',
  secrets: {},
});
const item = (fields: Fields): Item => ({ id: 7, ...fields });

interface Row {
  readonly name: string;
  readonly spec: Fields;
  readonly before: Fields;
  /** The answer to the update; absent: no update was sent. */
  readonly answer?: unknown;
  readonly answers?: Call['answers'];
  readonly known?: readonly ReturnType<typeof pair>[];
  readonly pairs: readonly ReturnType<typeof pair>[];
}

const SENT = { spec: { ports: '80,443' }, before: { ports: '22' } };
const OTHER_FORM = { ...SENT, answer: { id: 7, ports: '443,80' } };
const PAIR = pair('ports', '80,443', '443,80');

const rows: readonly Row[] = [
  {
    name: 'nothing of an answer that is as it was sent',
    ...SENT,
    answer: { id: 7, ports: '80,443' },
    pairs: [],
  },
  { name: 'another form', ...OTHER_FORM, pairs: [PAIR] },
  {
    name: 'another form in an answer that says to be the item',
    ...OTHER_FORM,
    answers: 'item',
    pairs: [PAIR],
  },
  {
    name: 'another form in a member',
    ...SENT,
    answer: '443,80',
    answers: { member: 'ports' },
    pairs: [PAIR],
  },
  {
    name: 'nothing of a list with other members than were sent',
    spec: { rules: [] },
    before: { rules: ['a'] },
    answer: { id: 7, rules: ['a', 'b'] },
    pairs: [],
  },
  {
    name: 'nothing of an answer that cannot be read',
    ...SENT,
    answer: { ports: '443,80' },
    pairs: [],
  },
  {
    name: 'nothing of a field that was not sent',
    spec: { ports: '80', label: 'a' },
    before: { ports: '22', label: 'a' },
    answer: { id: 7, ports: '80', label: 'b' },
    pairs: [],
  },
  {
    name: 'a known pair of a value that is still desired',
    spec: { label: 'a' },
    before: { label: 'a' },
    known: [pair('label', 'a', 'A')],
    pairs: [pair('label', 'a', 'A')],
  },
  {
    name: 'no pair of a value that is no longer desired',
    spec: { label: 'b' },
    before: { label: 'b' },
    known: [pair('label', 'a', 'A')],
    pairs: [],
  },
  {
    name: 'no pair with the value of another field',
    spec: { label: 'b', group: 'a' },
    before: { label: 'b', group: 'a' },
    known: [pair('label', 'a', 'A')],
    pairs: [],
  },
  {
    name: 'the newer form in place of the older',
    ...OTHER_FORM,
    known: [pair('ports', '80,443', '80, 443')],
    pairs: [PAIR],
  },
  {
    name: 'what was known of other fields, then what is new',
    spec: { label: 'a', ports: '80,443' },
    before: { label: 'a', ports: '22' },
    answer: { id: 7, label: 'a', ports: '443,80' },
    known: [pair('label', 'a', 'A')],
    pairs: [pair('label', 'a', 'A'), PAIR],
  },
];

describe('after an update is remembered', () => {
  test.each(rows)('$name', ({ spec, before, answer, answers, known, pairs }) => {
    const subject = {
      kind: KIND,
      recorded: {},
      status: known === undefined ? {} : { stored: [...known] },
    };
    const answered = answer === undefined ? [] : [{ step: stepTo(spec, before, answers), answer }];
    expect(
      echoes(
        { desired: configured(spec), subject },
        { item: item(before), details: {} },
        { answered },
      ),
    ).toEqual(pairs);
  });
});

describe('after a create is remembered', () => {
  test.each([
    ['a text in another form', '80,443', '443,80', true],
    ['a list in another form', ['a', 'b'], ['A', 'B'], true],
    ['nothing of a longer list', ['a'], ['a', 'b'], false],
    ['nothing of a shorter list', ['a', 'b'], ['a'], false],
    ['a number in another form', 60, 120, true],
    ['nothing of an empty text', 'a', '', false],
    ['nothing of an empty list', ['a'], [], false],
    ['nothing of a zero', 60, 0, false],
    ['nothing of what is missing', 'a', undefined, false],
    ['nothing of a null', 'a', null, false],
    ['nothing of another type', '1', 1, false],
    ['nothing of a switch', true, false, false],
    ['nothing of a switch that is on', false, true, false],
  ])('%s', (_name, sent, stored, isForm) => {
    const spec = { field: sent };
    const subject = { kind: KIND, recorded: {} };
    expect(
      echoesOfCreate(subject, configured(spec), stepTo(spec, {}), item({ field: stored })),
    ).toEqual(isForm ? [pair('field', sent, stored)] : []);
  });

  test('nothing of a field that the create did not send', () => {
    const subject = { kind: KIND, recorded: {} };
    expect(
      echoesOfCreate(subject, configured({ field: 'a' }), stepTo({}, {}), item({ field: 'b' })),
    ).toEqual([]);
  });
});
