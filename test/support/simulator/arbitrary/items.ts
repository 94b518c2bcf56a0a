import type fc from 'fast-check';
import {
  account,
  grants,
  oauthClient,
  profileOfUser,
  settings,
  sshKey,
  token,
  user,
} from './account.ts';
import { disk, instance, profile } from './compute.ts';
import { record, zone } from './dns.ts';
import type { Making } from './making.ts';
import { cluster, database, pool } from './managed.ts';
import { contact, credential, monitored, settingsOfInstance } from './monitoring.ts';
import { firewall, firewallRules, reverse } from './networking.ts';
import { attached, image, stackscript } from './storage.ts';

/** Arbitrary items for every path of the service with a PUT. */
export const ARBITRARY_ITEMS: Readonly<Record<string, fc.Arbitrary<Making>>> = {
  '/account': account,
  '/account/oauth-clients/{clientId}': oauthClient,
  '/account/settings': settings,
  '/account/users/{username}': user,
  '/account/users/{username}/grants': grants,
  '/compute/instances/{computeId}': instance,
  '/compute/instances/{computeId}/configs/{configId}': profile,
  '/compute/instances/{computeId}/disks/{diskId}': disk,
  '/compute/instances/{computeId}/ips/{address}': reverse((host) => `${host}/ips`),
  '/compute/stackscripts/{stackscriptId}': stackscript,
  '/databases/mysql/instances/{instanceId}': database,
  '/domains/{domainId}': zone,
  '/domains/{domainId}/records/{recordId}': record,
  '/images/{imageId}': image,
  '/kube/clusters/{clusterId}': cluster,
  '/kube/clusters/{clusterId}/pools/{poolId}': pool,
  '/managed/compute-settings/{computeId}': settingsOfInstance,
  '/managed/contacts/{contactId}': contact,
  '/managed/credentials/{credentialId}': credential,
  '/managed/services/{serviceId}': monitored,
  '/networking/firewalls/{firewallId}': firewall,
  '/networking/firewalls/{firewallId}/rules': firewallRules,
  '/networking/ips/{address}': reverse(() => '/networking/ips'),
  '/profile': profileOfUser,
  '/profile/sshkeys/{keyId}': sshKey,
  '/profile/tokens/{tokenId}': token,
  '/volumes/{volumeId}': attached,
};
