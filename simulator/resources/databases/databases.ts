import { databases as general } from '../../../src/api/databases.ts';
import { mysql } from '../../../src/api/mysql.ts';
import { databaseEngine, ENGINES } from '../../catalog/database-engines.ts';
import { DATABASE_TYPES, databaseType } from '../../catalog/database-types.ts';
import { listed, listedPlain, notFound, ok, type Reply } from '../../core/reply.ts';
import { type Resource, type Route, route, routeOn } from '../../core/route.ts';
import { accessRoutes, passwordReset } from './access.ts';
import { createRoute } from './create.ts';
import { provisioned } from './provision.ts';
import { deleteRoute, removed } from './remove.ts';
import { type DatabaseRow, databases, databaseTable, showWithUri } from './table.ts';
import { maintained, updated, updateRoutes } from './update.ts';

const found = (value: unknown): Reply => (value === undefined ? notFound : ok(value));

const catalogRoutes: readonly Route[] = [
  route(general.engines, () => listedPlain(ENGINES, (known) => known)),
  route(general.engine, ({ params }) => found(databaseEngine(String(params.engineId)))),
  route(general.types, () => listedPlain(DATABASE_TYPES, (known) => known)),
  route(general.type, ({ params }) => found(databaseType(String(params.typeId)))),
];

/** Managed databases; only MySQL can be created. Source: databases#instances. */
export const databaseResource: Resource = {
  entity: databases,
  routes: [
    ...catalogRoutes,
    route(general.list, ({ turn }) => ({
      ...listed(turn, databases, databaseTable.all(turn.world)),
      show: (row) => showWithUri(turn, row as DatabaseRow),
    })),
    route(mysql.list, ({ turn }) => listed(turn, databases, databaseTable.all(turn.world))),
    createRoute,
    routeOn(databases, mysql.view, ({ turn, target }) => ok(databases.show(turn, target))),
    ...updateRoutes,
    ...accessRoutes,
    deleteRoute,
  ],
  alarms: {
    'database.provisioned': provisioned,
    'database.updated': updated,
    'database.passwordReset': passwordReset,
    'database.removed': removed,
    'database.maintained': maintained,
  },
};
