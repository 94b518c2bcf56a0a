import { numbers, OURS, once, query, type Row, rate } from '../panel.ts';

/** The summary. */
export const GLANCE: Row = {
  title: 'At a glance',
  panels: [
    numbers(
      'Leaders',
      'short',
      'The correct value is one. Zero means that no replica works.',
      query(`sum(leader_election_master_status{${OURS}})`),
    ),
    numbers(
      'Version',
      'short',
      'Two versions are normal only during an upgrade.',
      query(`count by (version) (cloudinfra_info{${OURS}})`, '{{version}}'),
    ),
    numbers(
      'Ready',
      'short',
      'Objects whose item matches the spec and is usable.',
      query(`sum(${once('cloudinfra_objects', 'kind', ', condition="Ready", status="True"')})`),
    ),
    numbers(
      'Not Ready',
      'short',
      'Objects in progress, and objects that wait.',
      query(
        `sum(${once('cloudinfra_objects', 'kind, status', ', condition="Ready", status!="True"')})`,
      ),
    ),
    numbers(
      'Stalled',
      'short',
      'Objects that wait for a user.',
      query(`sum(${once('cloudinfra_objects', 'kind', ', condition="Stalled", status="True"')})`),
    ),
    numbers(
      'Plans held',
      'short',
      'By the reason of the wait.',
      query(`sum by (why) (${once('cloudinfra_plans_held', 'kind, why')})`, '{{why}}'),
    ),
    numbers(
      'Tokens refused',
      'short',
      'The correct value is zero.',
      query(once('cloudinfra_credentials', 'state', ', state="refused"')),
    ),
    numbers(
      'Budget used',
      'percentunit',
      'Part of the requests that each account allows in a minute.',
      query(
        `60 * ${rate('cloudinfra_budget_spent_total', 'account')} / sum by (account) (cloudinfra_budget_limit{${OURS}})`,
        '{{account}}',
      ),
    ),
  ],
};
