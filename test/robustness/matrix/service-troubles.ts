import type { FaultSpec } from '../../../simulator/http/faults.ts';
import { LONG_MS, type Trouble } from './trouble.ts';

const SHORT_MS = 45_000;
const TEN_MINUTES_MS = 600_000;

const ofService = (name: string, ...faultSpecs: readonly FaultSpec[]): Trouble => ({
  name: `the service: ${name}`,
  lastsMs: LONG_MS,
  faults: faultSpecs.map(({ kind }) => kind),
  begin: (world) => {
    for (const fault of faultSpecs) world.service.addFault(fault);
  },
});

/** Applies a fault to writes only. */
const onWrites = (fault: FaultSpec): readonly FaultSpec[] =>
  (['POST', 'PUT', 'DELETE'] as const).map((method) => ({ ...fault, method }));
const onReads = (fault: FaultSpec): FaultSpec => ({ ...fault, method: 'GET' });

/** Routes of the items' collections. */
const COLLECTIONS = [
  '/volumes',
  '/compute/instances',
  '/networking/firewalls',
  '/domains',
  '/domains/{domainId}/records',
  '/databases/mysql/instances',
  '/kube/clusters',
];

/** The troubles of the service. */
export const OF_SERVICE: readonly Trouble[] = [
  ofService('503 to everything', { kind: 'refuse' }),
  ofService('503 to every second request', { kind: 'refuse', probability: 0.5 }),
  ofService(
    '500 to what changes something, and nothing done',
    ...onWrites({ kind: 'refuse', status: 500 }),
  ),
  ofService(
    '500 to what changes something, although it was done',
    ...onWrites({ kind: 'errorAfter' }),
  ),
  ofService(
    '500 to the first thing that changes something, although it was done',
    ...onWrites({ kind: 'errorAfter', count: 1 }),
  ),
  ofService(
    'a page of HTML instead of an answer, although it was done',
    ...onWrites({ kind: 'errorAfter', status: 502, html: true, count: 1 }),
  ),
  ofService('a reset in front of what changes something', ...onWrites({ kind: 'dropBefore' })),
  ofService('a reset behind what changes something', ...onWrites({ kind: 'dropAfter' })),
  ofService(
    'a reset behind the first thing that changes something',
    ...onWrites({ kind: 'dropAfter', count: 1 }),
  ),
  ofService(
    'no answer in time to what changes something',
    ...onWrites({ kind: 'delay', delayMs: 120_000 }),
  ),
  ofService('20 s until every answer', { kind: 'delay', delayMs: 20_000 }),
  ofService('a reset of every read', onReads({ kind: 'dropBefore' })),
  ofService('429 to everything', { kind: 'throttle', retryAfter: 5 }),
  ofService('429 to what changes something', ...onWrites({ kind: 'throttle', retryAfter: 20 })),
  ofService('half of every answer', { kind: 'truncate' }),
  ofService('half of the first answer to a change', ...onWrites({ kind: 'truncate', count: 1 })),
  ofService('another body in every answer', { kind: 'wrongJson' }),
  ofService(
    'another body in the first answer to a change',
    ...onWrites({ kind: 'wrongJson', count: 1 }),
  ),
  ofService('a token that is not known any more', {
    kind: 'refuse',
    status: 401,
    reason: 'Invalid Token',
  }),
  ofService(
    'a token that may not change anything',
    ...onWrites({ kind: 'refuse', status: 403, reason: 'Unauthorized' }),
  ),
  ofService(
    '400 without a field',
    ...onWrites({ kind: 'refuse', status: 400, reason: 'Something is in the way' }),
  ),
  {
    ...ofService('what was so a while ago, in every read', onReads({ kind: 'staleListing' })),
    lastsMs: SHORT_MS,
    lies: true,
  },
  {
    ...ofService(
      'collections as they were ten minutes ago, and no answer to the first thing that changes something',
      ...COLLECTIONS.map((route) => onReads({ kind: 'staleListing', route })),
      ...onWrites({ kind: 'dropAfter', count: 1 }),
    ),
    lastsMs: TEN_MINUTES_MS,
    lies: true,
    echoesMs: 2 * TEN_MINUTES_MS,
  },
  {
    ...ofService('listings without their last row', onReads({ kind: 'shortListing' })),
    lies: true,
  },
  ofService('rows that no filter asked for', onReads({ kind: 'filterIgnored' })),
  {
    ...ofService('an unknown word', onReads({ kind: 'statusWord', word: 'contemplating' })),
    lies: true,
  },
];
