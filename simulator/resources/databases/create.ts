import * as z from 'zod';
import { DatabaseCreate, mysql } from '../../../src/api/mysql.ts';
import { databaseEngine, type Engine } from '../../catalog/database-engines.ts';
import { databaseType } from '../../catalog/database-types.ts';
import { isCapable, region } from '../../catalog/regions.ts';
import { stamp } from '../../core/clock.ts';
import { firstOf, isRefusal, type Refusal, refuse } from '../../core/reply.ts';
import { created, type Route, route } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import { isRecorded, nextId, type World } from '../../core/world.ts';
import { allowListRefused, keptAllowList } from './allow-list.ts';
import { PROVISION } from './provision.ts';
import { drawCertificate, drawPassword } from './secrets.ts';
import { type DatabaseRow, databases, databaseTable } from './table.ts';
import { OPEN_WINDOW } from './window.ts';
import { begin } from './work.ts';

/** The create without defaults, which depend on the dialect. */
const endpoint = {
  ...mysql.create,
  body: DatabaseCreate.extend({ ssl_connection: z.boolean().optional() }),
} as const;

type CreateBody = z.output<(typeof endpoint)['body']>;

/** Source: conventions#labels; databases#create. */
export const labelTaken = (
  world: World,
  label: string | undefined,
  own: number | null,
): Refusal | undefined =>
  databaseTable.all(world).some((row) => row.label === label && row.id !== own)
    ? refuse('Label must be unique among your databases', 'label')
    : undefined;

const placeRefused = (body: CreateBody): Refusal | undefined => {
  if (region(body.region) === undefined) return refuse('region is not valid', 'region');
  if (!isCapable(body.region, 'Managed Databases'))
    return refuse('Managed Databases are not available in this region', 'region');
  return databaseType(body.type) === undefined
    ? refuse('A valid plan type by that ID was not found', 'type')
    : undefined;
};

/** Returns the replication of a new database: none for one node, some for three. Source:
 *  databases#create. */
const replicationOf = (body: CreateBody): DatabaseRow['replication_type'] | Refusal => {
  const { cluster_size: size, replication_type: given = size === 1 ? 'none' : 'semi_synch' } = body;
  if ((size === 1) === (given === 'none')) return given;
  return refuse(
    size === 1
      ? 'Must be none for a single node'
      : 'Must be one of asynch, semi_synch for three nodes',
    'replication_type',
  );
};

const mysqlEngine = (id: string): Engine | Refusal => {
  const engine = databaseEngine(id);
  return engine?.engine === 'mysql' ? engine : refuse('engine is not valid', 'engine');
};

type Replication = DatabaseRow['replication_type'];

const makeDatabase = (
  turn: Turn,
  body: CreateBody,
  engine: Engine,
  replication: Replication,
): DatabaseRow => {
  const { world } = turn;
  return databaseTable.insert(world, {
    id: nextId(world, 'database', 10_000),
    label: body.label,
    type: body.type,
    version: engine.version,
    region: body.region,
    status: 'provisioning',
    encrypted: body.encrypted ?? false,
    allow_list: keptAllowList(world, body.allow_list),
    cluster_size: body.cluster_size,
    hosts: { primary: null, secondary: null },
    ssl_connection: body.ssl_connection ?? !isRecorded(world),
    replication_type: replication,
    updates: OPEN_WINDOW,
    created: stamp(turn.now),
    updated: stamp(turn.now),
    password: drawPassword(world),
    passwordAt: turn.now,
    certificate: drawCertificate(world),
    certificateAt: null,
    lagsUntil: 0,
  });
};

/** Source: databases#create. */
export const createRoute: Route = route(endpoint, (call) => {
  const { turn, body } = call;
  const refusal = firstOf(
    () => placeRefused(body),
    () => allowListRefused(turn.world, body.allow_list),
    () => labelTaken(turn.world, body.label, null),
  );
  if (refusal !== undefined) return refusal;
  const engine = mysqlEngine(body.engine);
  if (isRefusal(engine)) return engine;
  const replication = replicationOf(body);
  if (typeof replication !== 'string') return replication;
  const row = makeDatabase(turn, body, engine, replication);
  begin(turn, row, PROVISION);
  return created(call, databases, row);
});
