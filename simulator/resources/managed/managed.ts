import type { Resource } from '../../core/route.ts';
import { contactRoutes } from './contacts.ts';
import { credentialRoutes } from './credentials.ts';
import { issueAlarms, issueRoutes } from './issues.ts';
import { serviceRoutes } from './services.ts';
import { settingsRoutes } from './settings.ts';
import { sshTable } from './ssh.ts';
import { statisticsRoute } from './statistics.ts';

/** Monitoring by the staff of the service, for unrestricted users. Source:
 *  monitoring#managed-monitoring. */
export const managedResource: Resource = {
  routes: [
    ...contactRoutes,
    ...credentialRoutes,
    ...serviceRoutes,
    ...issueRoutes,
    ...settingsRoutes,
    statisticsRoute,
  ],
  alarms: issueAlarms,
  follow: ({ world }, type, id) => {
    if (type === 'compute') sshTable.remove(world, id);
  },
};
