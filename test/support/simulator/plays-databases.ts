import { field, first, make } from './givens.ts';
import type { Play } from './play.ts';
import type { Scene } from './scene.ts';

const ALL = '/databases/mysql/instances';
const BODY = {
  label: 'go-mysql-testing-def',
  region: 'ap-west',
  type: 'g6-nanode-1',
  engine: 'mysql/8.0.26',
  allow_list: ['203.0.113.1', '192.0.1.0/24'],
  replication_type: 'semi_synch',
  cluster_size: 3,
};

const asked = ({ stage }: Scene): void => {
  make(stage, ALL, BODY);
};

const active = ({ stage }: Scene): void => {
  make(stage, ALL, BODY);
  while (field(stage, ALL, 'data', 0, 'status') !== 'active') stage.pass(10_000);
};

const backedUp = (scene: Scene): void => {
  active(scene);
  scene.stage.call('POST', `${ALL}/${first(scene.stage, ALL)}/backups`, {
    label: 'mysqlbackupforcomputego',
  });
  scene.stage.settle();
};

const one =
  (rest = '') =>
  ({ stage }: Scene): string =>
    `${ALL}/${first(stage, ALL)}${rest}`;

const backup = (scene: Scene): string =>
  `${one('/backups')(scene)}/${first(scene.stage, one('/backups')(scene))}`;

/** Replays of the recorded exchanges on databases. */
export const DATABASE_PLAYS: Readonly<Record<string, Play>> = {
  'GET /databases/engines/{engineId} 200': { path: () => '/databases/engines/mysql/5.7.30' },
  'GET /databases/instances 200': { before: active },
  [`GET ${ALL} 200`]: { before: asked },
  [`DELETE ${ALL}/{instanceId} 200`]: { before: active, path: one() },
  [`GET ${ALL}/{instanceId} 200`]: { before: active, path: one() },
  [`PUT ${ALL}/{instanceId} 200`]: { before: active, path: one() },
  [`GET ${ALL}/{instanceId}/backups 200`]: { before: active, path: one('/backups') },
  [`POST ${ALL}/{instanceId}/backups 200`]: { before: active, path: one('/backups') },
  [`GET ${ALL}/{instanceId}/backups/{backupId} 200`]: { before: backedUp, path: backup },
  [`GET ${ALL}/{instanceId}/credentials 200`]: { before: active, path: one('/credentials') },
  [`POST ${ALL}/{instanceId}/patch 200`]: { before: active, path: one('/patch') },
  [`GET ${ALL}/{instanceId}/ssl 200`]: { before: active, path: one('/ssl') },
};

/** Returns an event of a database, for exchanges that search for one. */
export const eventOfDatabase = (scene: Scene): number => {
  asked(scene);
  return first(scene.stage, ALL);
};
