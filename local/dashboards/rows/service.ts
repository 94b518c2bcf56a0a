import { lines, once, quantile, query, type Row, rate } from '../panel.ts';

/** Requests to the service, and its answers. */
export const SERVICE: Row = {
  title: 'The service',
  panels: [
    lines(
      'Requests by code',
      'reqps',
      'A word in place of a code names the failure of a request without an answer.',
      query(rate('cloudinfra_api_requests_total', 'code'), '{{code}}'),
    ),
    lines(
      'Requests by route',
      'reqps',
      'At rest, only listings.',
      query(rate('cloudinfra_api_requests_total', 'method, route'), '{{method}} {{route}}'),
    ),
    lines(
      'Duration of requests',
      's',
      '99 of 100 were answered in this time.',
      query(quantile(0.99, 'cloudinfra_api_request_duration_seconds', 'route'), '{{route}}'),
    ),
    lines(
      'Budget',
      'short',
      'Requests a minute: allowed, left, and waiting.',
      query(once('cloudinfra_budget_limit', 'account, budget'), '{{account}}/{{budget}} limit'),
      query(once('cloudinfra_budget_remaining', 'account, budget'), '{{account}}/{{budget}} left'),
      query(once('cloudinfra_budget_waiting', 'account, budget'), '{{account}}/{{budget}} waiting'),
    ),
    lines(
      'Budget spent, by what for',
      'reqps',
      'Changes of users go first, sweeps last.',
      query(rate('cloudinfra_budget_spent_total', 'account, class'), '{{account}} {{class}}'),
    ),
    lines(
      'Age of observations',
      's',
      'A sawtooth up to the interval of the sweeps is normal.',
      query(once('cloudinfra_observation_age_seconds', 'account, route'), '{{account}} {{route}}'),
      query(once('cloudinfra_sweep_period_seconds', 'account'), '{{account}} period'),
    ),
    lines(
      'Items observed',
      'short',
      'Items in the account. A distrusted listing lost too many at once.',
      query(once('cloudinfra_observed_items', 'account, route'), '{{account}} {{route}}'),
      query(
        once('cloudinfra_observation_distrusted', 'account, route'),
        '{{account}} {{route}} distrusted',
      ),
    ),
    lines(
      'Brake',
      'short',
      'Counted deletions, and the limit.',
      query(once('cloudinfra_brake_deletions', 'account, kind'), '{{account}} {{kind}} counted'),
      query(once('cloudinfra_brake_limit', 'account, kind'), '{{account}} {{kind}} limit'),
    ),
  ],
};
