import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditedRequest, auditedRequests } from '../../../local/controlplane/audit.ts';
import { type Permission, permissions } from '../../../src/crd/permissions.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { answeredTo, requestsOf } from '../access-review.ts';
import { userOf } from '../account.ts';
import { type Installation, install } from '../installation.ts';
import { plane } from '../plane.ts';
import { asServiceAccount, grant } from '../service-account.ts';
import { soon } from '../soon.ts';
import { takeTokenAway } from './token-away.ts';
import { askForZoneFile, lengthenZone, zoneFileTold } from './zone-file.ts';

const [HOME, TEAM] = ['home-of-the-lacking', 'lacking'];
const REACH = { home: HOME, watched: TEAM };
const VOLUME = { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } };
const ALL = permissions(KINDS);

let at: Installation;
let directory: string;

/** Returns the operator's requests so far. */
const asked = async (): Promise<readonly AuditedRequest[]> =>
  (await auditedRequests(plane.auditLog, userOf(HOME))).filter(
    ({ namespace }) => namespace === HOME || namespace === TEAM,
  );

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cloudinfra-lacking-'));
  const flags = ['--leader-elect', '--lease-namespace', HOME, '--brake-count', '100'];
  const kubeconfig = join(directory, `${HOME}.kubeconfig`);
  at = await install(TEAM, { service: ['--speed', '600'], operator: { kubeconfig, flags } });
  await grant(at.objects.api, REACH, ALL);
  await asServiceAccount(HOME, directory);
  await allowed(ALL, true);
  await at.operator.component.start();
  await at.objects.apply('Volume', 'data', VOLUME);
  await at.objects.apply('Volume', 'old', VOLUME);
  await at.objects.apply('Domain', 'zone', {
    domain: 'example.net',
    type: 'master',
    soaEmail: 'hostmaster@example.net',
  });
  await at.objects.ready('Domain', 'zone');
  await lengthenZone(at, 'zone');
  for (const name of ['data', 'old']) await at.objects.ready('Volume', name);
});
afterAll(async () => {
  await at?.close();
  await rm(directory, { recursive: true });
});

/** Resolves once the API server answers all requests of these permissions as expected: a new Role
 *  takes effect with a delay. */
async function allowed(granted: readonly Permission[], answer: boolean): Promise<void> {
  const accessRequests = granted.flatMap((one) =>
    requestsOf(one, one.where === 'own' ? HOME : TEAM),
  );
  await soon(`the roles to ${answer ? 'allow' : 'forbid'} it`, async () => {
    const others = await answeredTo(at.objects.api, HOME, accessRequests, !answer);
    return { done: others.length === 0 || null, seen: JSON.stringify(others) };
  });
}

/** Requests a pass over an object: a refused request is otherwise retried only after some
 *  minutes. */
const wake = (kind: string, name: string, why: string): Promise<void> =>
  at.objects.annotate(kind, name, { 'cloudinfra.dev/sync-requested-at': why });

const leading = (wanted: number): Promise<true> =>
  soon(`${wanted} to lead`, async () => {
    const leads = await at.operator.metric('leader_election_master_status');
    return { done: leads === wanted || null, seen: String(leads) };
  });

/** The action that needs a permission, and the check of its recovery. */
interface Need {
  readonly act: () => Promise<unknown>;
  readonly again: () => Promise<unknown>;
}

const readyAgain = async (kind: string, name: string): Promise<void> => {
  await wake(kind, name, 'granted');
  await at.objects.ready(kind, name);
};

const NEEDS: Readonly<Record<string, Need>> = {
  'watched cloudinfra.dev/volumes': {
    act: () => at.objects.apply('Volume', 'new', VOLUME),
    again: () => readyAgain('Volume', 'new'),
  },
  'watched cloudinfra.dev/volumes/status': {
    act: () => at.objects.apply('Volume', 'data', { ...VOLUME, size: 30 }),
    again: () => readyAgain('Volume', 'data'),
  },
  'watched secrets': {
    act: () =>
      at.objects.apply('Instance', 'web', {
        region: 'eu-west',
        type: 'g6-nanode-1',
        image: 'compute/debian11',
      }),
    again: () => readyAgain('Instance', 'web'),
  },
  'watched configmaps': {
    act: () => askForZoneFile(at, 'zone', 'lacking'),
    again: async () => {
      await askForZoneFile(at, 'zone', 'granted');
      await zoneFileTold(at, 'granted');
    },
  },
  'watched cloudinfra.dev/operations': {
    act: () => askForZoneFile(at, 'zone', 'over', { ttlSecondsAfterFinished: 0 }),
    again: () => at.objects.gone('Operation', 'over'),
  },
  'watched cloudinfra.dev/operations/status': {
    act: () => askForZoneFile(at, 'zone', 'untold'),
    again: () => zoneFileTold(at, 'untold'),
  },
  'watched events.k8s.io/events': {
    act: () => at.objects.apply('Volume', 'told', VOLUME),
    again: async () => {
      await at.objects.ready('Volume', 'told');
      await at.objects.apply('Volume', 'told', { ...VOLUME, size: 30 });
      await soon('an Event', async () => ({
        done: (await at.objects.events('told')).length > 0 || null,
        seen: 'none',
      }));
    },
  },
  'watched namespaces': {
    act: () => takeTokenAway(at, 'data', asked),
    again: () => readyAgain('Volume', 'data'),
  },
  'own configmaps': {
    act: () => at.objects.delete('Volume', 'old'),
    again: async () => {
      await wake('Volume', 'old', 'granted');
      await at.objects.gone('Volume', 'old');
    },
  },
  'own coordination.k8s.io/leases': {
    act: () => leading(0),
    again: () => leading(1),
  },
};

/** Names a permission by the last of its resources: `watched cloudinfra.dev/volumes`. */
const nameOf = ({ where, group, resources }: Permission): string => {
  const resource = resources.find((one) => one.startsWith('volumes')) ?? resources[0];
  return `${where} ${group === '' ? '' : `${group}/`}${resource}`;
};

describe('without one of its rights, and with all others, something of the operator fails', () => {
  test('the rights are those of the roles that are installed', () => {
    expect(Object.keys(NEEDS).toSorted()).toEqual(ALL.map(nameOf).toSorted());
  });

  test.each(Object.entries(NEEDS))('%s', async (right, { act, again }) => {
    const lacking = ALL.filter((one) => nameOf(one) === right);
    await grant(
      at.objects.api,
      REACH,
      ALL.filter((one) => nameOf(one) !== right),
    );
    // The two permissions for ConfigMaps are in two namespaces.
    await allowed(lacking, false);
    const before = (await asked()).length;
    await act();
    const denied = await soon(`the operator to be denied: ${right}`, async () => {
      const requests = (await asked()).slice(before).filter(({ granted }) => !granted);
      return { done: requests.length > 0 ? requests : null, seen: 'nothing is denied' };
    });
    const isLacking = ({ group, resource }: AuditedRequest) =>
      lacking.some((one) => one.group === group && one.resources.includes(resource));
    expect(denied.filter((request) => !isLacking(request))).toEqual([]);
    await grant(at.objects.api, REACH, ALL);
    await allowed(lacking, true);
    await again();
  });
});
