import { type Instruments } from '../instruments.ts';

/** Declares metrics of Kubernetes: requests, watches, leadership. */
export const kubernetesSeries = ({ counter, gauge }: Instruments) => ({
  kubeRequests: counter('rest_client_requests_total', 'Requests to the Kubernetes API.', [
    'code',
    'method',
    'host',
  ]),
  leader: gauge(
    'leader_election_master_status',
    'Leadership: 1 if this process leads, otherwise 0.',
    ['name'],
  ),
  watchEnds: counter(
    'cloudinfra_watch_ends_total',
    'Watches that ended and were restarted, by reason.',
    ['resource', 'why'],
  ),
  watchSilence: gauge(
    'cloudinfra_watch_silence_seconds',
    'Time since the last message in a watch.',
    ['resource'],
  ),
  eventsLost: counter('cloudinfra_events_lost_total', 'Events that could not be recorded.'),
});
