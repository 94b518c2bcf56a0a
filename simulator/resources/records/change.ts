import { stamp } from '../../core/clock.ts';
import type { Problem, Refusal } from '../../core/reply.ts';
import type { Turn } from '../../core/turn.ts';
import { isRecorded, nextId } from '../../core/world.ts';
import type { DomainRow } from '../domains/table.ts';
import { neighboursRefused, zoneFull } from './neighbours.ts';
import { contentProblems, type Given, neededNumbers, usedFields, uselessFields } from './rules.ts';
import { contentFrom, ownerOf, relativeName } from './stored.ts';
import {
  RECORD_IDS,
  type RecordContent,
  type RecordRow,
  type RecordType,
  recordsOf,
} from './table.ts';

const refusal = (problems: readonly Problem[]): Refusal | undefined =>
  problems.length === 0 ? undefined : { kind: 'refused', status: 400, problems };

const problemsOf = (domain: DomainRow, content: RecordContent): readonly Problem[] =>
  contentProblems({ ...content, name: relativeName(domain.domain, content.name) });

/** Inserts a record into its zone without checks. */
export const insertRecord = (turn: Turn, domain: DomainRow, content: RecordContent): RecordRow =>
  recordsOf(domain.id).insert(turn.world, {
    ...content,
    id: nextId(turn.world, RECORD_IDS.family, RECORD_IDS.start),
    owner: ownerOf(domain.domain, content),
    created: stamp(turn.now),
    updated: stamp(turn.now),
  });

/** Returns the effective fields of a body. The documents' dialect refuses fields that the type does
 *  not use, the recorded service ignores them. */
const counted = (
  turn: Turn,
  type: RecordType,
  body: Given,
): { readonly given: Given; readonly useless: readonly Problem[] } => ({
  given: usedFields(type, body),
  useless: isRecorded(turn.world) ? [] : uselessFields(type, body),
});

const NOT_YET = { id: 0, created: '', updated: '' } as const;

/** Adds a record to a zone, or refuses. `from`: the address of the client. Source: dns#records. */
export const addRecord = (
  turn: Turn,
  domain: DomainRow,
  type: RecordType,
  body: Given,
  from: string,
): RecordRow | Refusal => {
  const { given, useless } = counted(turn, type, body);
  const content = contentFrom(turn.world, { zone: domain.domain, type, from }, given, undefined);
  const invalid = refusal([
    ...useless,
    ...neededNumbers(type, given),
    ...problemsOf(domain, content),
  ]);
  if (invalid !== undefined) return invalid;
  const rows = recordsOf(domain.id).all(turn.world);
  const draft: RecordRow = { ...content, ...NOT_YET, owner: ownerOf(domain.domain, content) };
  return zoneFull(rows) ?? neighboursRefused(rows, draft) ?? insertRecord(turn, domain, content);
};

/** Changes a record, or refuses. Source: dns#records. */
export const changeRecord = (
  turn: Turn,
  domain: DomainRow,
  before: RecordRow,
  body: Given,
  from: string,
): RecordRow | Refusal => {
  const { type } = before;
  const { given, useless } = counted(turn, type, body);
  const content = contentFrom(turn.world, { zone: domain.domain, type, from }, given, before);
  const invalid = refusal([...useless, ...problemsOf(domain, content)]);
  if (invalid !== undefined) return invalid;
  const after: RecordRow = {
    ...before,
    ...content,
    owner: ownerOf(domain.domain, content),
    updated: stamp(turn.now),
  };
  const refused = neighboursRefused(recordsOf(domain.id).all(turn.world), after);
  return refused ?? recordsOf(domain.id).update(turn.world, before.id, after);
};
