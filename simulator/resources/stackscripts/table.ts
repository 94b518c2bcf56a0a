import { table } from '../../core/table.ts';
import type { Entity } from '../../core/turn.ts';
import type { Row } from '../../core/world.ts';
import { questions } from './questions.ts';

export interface StackScriptRow extends Row {
  readonly username: string;
  readonly label: string;
  readonly description: string;
  readonly images: readonly string[];
  readonly deployments_total: number;
  readonly deployments_active: number;
  readonly is_public: boolean;
  readonly mine: boolean;
  readonly created: string;
  readonly updated: string;
  readonly rev_note: string;
  readonly script: string;
}

export const stackscriptTable = table<StackScriptRow>('stackscripts');

/** Source: images#stackscripts. */
export const stackscripts: Entity<StackScriptRow> = {
  type: 'stackscript',
  path: '/compute/stackscripts',
  table: stackscriptTable,
  label: (row) => row.label,
  show: (_turn, row) => ({
    ...row,
    user_gravatar_id: '0'.repeat(32),
    ordinal: 0,
    logo_url: '',
    user_defined_fields: questions(row.script),
  }),
};
