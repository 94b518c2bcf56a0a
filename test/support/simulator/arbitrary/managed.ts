import fc from 'fast-check';
import { first, PLACE } from '../givens.ts';
import type { Stage } from '../stage.ts';
import { body, item, label, tags } from './making.ts';

const scaler = fc.constantFrom(
  { enabled: true, min: 1, max: 4 },
  { enabled: false, min: 1, max: 3 },
  { enabled: false },
);
const poolBody = body(
  { type: 'g6-standard-1', count: 2 },
  { autoscaler: scaler, tags, disks: fc.constantFrom([], [{ size: 1024, type: 'raw' }]) },
);
export const cluster = item(
  '/kube/clusters',
  fc
    .tuple(
      poolBody,
      body(
        { label: 'cluster', region: PLACE.region, k8s_version: '1.26' },
        { tags, control_plane: fc.constantFrom({}, { high_availability: true }) },
      ),
    )
    .map(([pool, rest]) => ({ ...rest, node_pools: [pool] })),
  body({}, { label, tags }),
);
export const pool = fc
  .tuple(cluster, body({}, { count: fc.constantFrom(1, 3), autoscaler: scaler, tags }))
  .map(([made, change]) => (stage: Stage) => {
    const all = `${made(stage)}/pools`;
    stage.settle();
    const path = `${all}/${first(stage, all)}`;
    stage.call('PUT', path, change);
    return path;
  });

const maintenance = fc.constantFrom(
  { frequency: 'weekly', day_of_week: 7, hour_of_day: 23, duration: 3 },
  { frequency: 'monthly', week_of_month: 4, day_of_week: 1, hour_of_day: 0, duration: 1 },
);
const allowed = fc.constantFrom(
  [],
  ['203.0.113.1'],
  ['198.51.100.0/24', '203.0.113.1/32', '192.0.2.7'],
);
export const database = item(
  '/databases/mysql/instances',
  body(
    { label: 'database', region: PLACE.region, type: 'g6-nanode-1', engine: 'mysql/8.0.26' },
    {
      allow_list: allowed,
      cluster_size: fc.constantFrom(1, 3),
      ssl_connection: fc.boolean(),
      encrypted: fc.boolean(),
    },
  ),
  body({}, { label, allow_list: allowed, updates: maintenance }),
);
