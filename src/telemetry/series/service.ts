import { type Instruments } from '../instruments.ts';

/** Declares metrics of requests to the service and their budget. */
export const requestSeries = ({ counter, gauge, histogram }: Instruments) => ({
  apiRequests: counter('cloudinfra_api_requests_total', 'Requests to the service.', [
    'method',
    'route',
    'code',
  ]),
  apiSeconds: histogram(
    'cloudinfra_api_request_duration_seconds',
    'Duration of requests to the service.',
    ['method', 'route', 'code'],
  ),
  credentials: gauge('cloudinfra_credentials', 'Tokens in use, by state.', ['state']),
  budgetSpent: counter(
    'cloudinfra_budget_spent_total',
    'Requests counted against the budget of an account, by purpose.',
    ['account', 'class'],
  ),
  budgetLimit: gauge('cloudinfra_budget_limit', 'Requests that a token may send in a minute.', [
    'account',
    'budget',
  ]),
  budgetRemaining: gauge('cloudinfra_budget_remaining', 'Requests left in this minute.', [
    'account',
    'budget',
  ]),
  budgetWaiting: gauge('cloudinfra_budget_waiting', 'Requests that wait for the budget.', [
    'account',
    'budget',
  ]),
});

/** Declares metrics of an account: the age of its data, and the limit of the deletion brake. */
export const accountSeries = ({ gauge }: Instruments) => ({
  observationAge: gauge(
    'cloudinfra_observation_age_seconds',
    'Age of the oldest listing of a collection.',
    ['account', 'route'],
  ),
  observedItems: gauge('cloudinfra_observed_items', 'Items in the listings of a collection.', [
    'account',
    'route',
  ]),
  observationDistrusted: gauge(
    'cloudinfra_observation_distrusted',
    'Listings that lack too many items to be trusted.',
    ['account', 'route'],
  ),
  sweepPeriod: gauge(
    'cloudinfra_sweep_period_seconds',
    'Time between two sweeps. A small budget makes it longer.',
    ['account'],
  ),
  brakeDeletions: gauge(
    'cloudinfra_brake_deletions',
    'Deletions and re-creations in the window of the brake.',
    ['account', 'kind'],
  ),
  brakeLimit: gauge(
    'cloudinfra_brake_limit',
    'Deletions and re-creations that the brake allows in its window.',
    ['account', 'kind'],
  ),
});
