import { RECORDS_MAX } from '../../../src/api/records.ts';
import { firstOf, type Refusal, refuse } from '../../core/reply.ts';
import { isNullMx } from './rules.ts';
import type { RecordRow } from './table.ts';

/** Source: dns#records. */
export const zoneFull = (rows: readonly RecordRow[]): Refusal | undefined =>
  rows.length < RECORDS_MAX
    ? undefined
    : refuse(`A domain can have at most ${RECORDS_MAX} records.`);

/** Refuses a null MX record beside another MX record of its zone. Source: dns#null-mx. */
const mailRefused = (others: readonly RecordRow[], record: RecordRow): Refusal | undefined => {
  if (record.type !== 'MX') return undefined;
  const mails = others.filter(({ type, id }) => type === 'MX' && id !== record.id);
  if (mails.some(isNullMx))
    return refuse('MX records cannot be created while a null MX record exists.');
  return mails.length > 0 && isNullMx(record)
    ? refuse('A null MX record cannot be created while other MX records exist.')
    : undefined;
};

/** Refuses an alias beside another record of its name. Source: dns#fields-of-each-type. */
const aliasRefused = (others: readonly RecordRow[], record: RecordRow): Refusal | undefined => {
  const isAlias = record.type === 'CNAME';
  const other = others.find(
    ({ owner, type, id }) =>
      owner === record.owner && id !== record.id && (isAlias || type === 'CNAME'),
  );
  return other === undefined
    ? undefined
    : refuse('Record conflict - CNAMES must be unique', 'name');
};

/** Returns the refusal caused by other records of the zone; ignores the record itself. */
export const neighboursRefused = (
  rows: readonly RecordRow[],
  record: RecordRow,
): Refusal | undefined =>
  firstOf(
    () => mailRefused(rows, record),
    () => aliasRefused(rows, record),
  );
