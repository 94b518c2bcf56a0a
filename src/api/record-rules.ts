import * as z from 'zod';

/** Target of an A or AAAA record for the address of the caller. Source: dns#fields-of-each-type. */
export const REMOTE_ADDRESS = '[remote_addr]';

/** The fields that the rules examine. */
export interface RecordFields {
  readonly type: string;
  readonly name?: string | undefined;
  readonly target?: string | undefined;
  readonly priority?: number | undefined;
  readonly weight?: number | undefined;
  readonly port?: number | undefined;
  readonly service?: string | null | undefined;
  readonly tag?: string | null | undefined;
}

export interface RecordProblem {
  readonly field: string;
  readonly reason: string;
}

type Rule = (record: RecordFields) => readonly RecordProblem[];

const required = (
  record: RecordFields,
  ...fields: readonly (keyof RecordFields)[]
): readonly RecordProblem[] =>
  fields
    .filter((field) => (record[field] ?? '') === '')
    .map((field) => ({ field, reason: `${field} is required` }));

const unless = (holds: boolean, field: string, reason: string): readonly RecordProblem[] =>
  holds ? [] : [{ field, reason }];

const isName = (text: string): boolean => /^[\w-]{1,63}(\.[\w-]{1,63})*\.?$/.test(text);

const target =
  (isValid: (text: string, record: RecordFields) => boolean, reason: string): Rule =>
  (record) => {
    const missing = required(record, 'target');
    return missing.length > 0
      ? missing
      : unless(isValid(record.target ?? '', record), 'target', reason);
  };

const named = target(isName, 'target must be a valid domain');

const address = (schema: z.ZodType): Rule =>
  target((text) => text === REMOTE_ADDRESS || schema.safeParse(text).success, 'Invalid IP address');

const mx: Rule = (record) =>
  (record.name ?? '') === '' && (record.target ?? '') === ''
    ? unless((record.priority ?? 0) === 0, 'priority', 'priority must be 0 for a null MX')
    : named(record);

const CAA_TARGET: Readonly<Record<string, (text: string) => boolean>> = {
  issue: isName,
  issuewild: isName,
  iodef: (text) => isName(text) || /^https?:\/\/\S+$/.test(text) || /^mailto:\S+@\S+$/.test(text),
};

const fitsTag = (text: string, { tag }: RecordFields): boolean =>
  !text.endsWith('.') && (CAA_TARGET[tag ?? ''] ?? (() => true))(text);

const caa: Rule = (record) => [
  ...required(record, 'tag'),
  ...target(fitsTag, 'target is not valid for its tag')(record),
];

const RULES: Readonly<Record<string, Rule>> = {
  A: address(z.ipv4()),
  AAAA: address(z.ipv6()),
  NS: (record) => [
    ...named(record),
    ...unless(!(record.name ?? '').includes('*'), 'name', 'name must not be a wildcard'),
  ],
  MX: mx,
  CNAME: (record) => [...required(record, 'name'), ...named(record)],
  TXT: (record) => required(record, 'target'),
  SRV: (record) => [...required(record, 'service', 'priority', 'weight', 'port'), ...named(record)],
  CAA: caa,
  PTR: (record) => required(record, 'target'),
};

/** Returns the problems of a record by field; empty when there are none. Excludes rules between
 *  records (one CNAME per name, null MX alone). Source: dns#fields-of-each-type. */
export const recordProblems = (record: RecordFields): readonly RecordProblem[] =>
  RULES[record.type]?.(record) ?? [];
