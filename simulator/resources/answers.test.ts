import { expect, test } from 'vitest';
import { addresses } from '../../src/api/addresses.ts';
import { domains } from '../../src/api/domains.ts';
import { type Endpoint, path } from '../../src/api/endpoint.ts';
import { firewalls } from '../../src/api/firewalls.ts';
import { instanceAddresses } from '../../src/api/instance-addresses.ts';
import { managedContacts } from '../../src/api/managed-contacts.ts';
import { managedCredentials } from '../../src/api/managed-credentials.ts';
import { managedIssues, managedServices } from '../../src/api/managed-services.ts';
import { managedSettings, managedStatistics } from '../../src/api/managed-settings.ts';
import { records } from '../../src/api/records.ts';
import { make, PLACE } from '../../test/support/simulator/givens.ts';
import { openStage } from '../../test/support/simulator/stage.ts';

const DOMAIN = { domain: 'example.org', type: 'master', soa_email: 'admin@example.org' };
const SRV = {
  type: 'SRV',
  service: 'sip',
  protocol: 'tcp',
  priority: 0,
  weight: 0,
  port: 1,
  target: 'sip',
};
const RULES = {
  inbound_policy: 'DROP',
  outbound_policy: 'ACCEPT',
  inbound: [{ action: 'ACCEPT', protocol: 'TCP', ports: '22', addresses: { ipv4: ['0.0.0.0/0'] } }],
  outbound: null,
};

const ADA = { name: 'Ada', email: 'ada@example.org' };
const SITE = { label: 'site', service_type: 'url', address: 'https://example.org', timeout: 1 };

const ROWS: readonly (readonly [endpoint: Endpoint, body?: object])[] = [
  [domains.create, { ...DOMAIN, domain: 'example.net' }],
  [domains.create, { domain: 'example.com', type: 'slave', master_ips: ['198.51.100.1'] }],
  [domains.list],
  [domains.view],
  [domains.update, { ttl_sec: 60 }],
  [domains.clone, { domain: 'example.com' }],
  [domains.zoneFile],
  [domains.delete],
  [records.create, { type: 'MX', name: '', target: 'mail', priority: 10 }],
  [records.list],
  [records.view],
  [records.update, { port: 2 }],
  [records.delete],
  [firewalls.create, { label: 'other', rules: RULES }],
  [firewalls.list],
  [firewalls.view],
  [firewalls.update, { status: 'disabled' }],
  [firewalls.rules],
  [firewalls.replaceRules, { inbound: null }],
  [firewalls.devices],
  [firewalls.device],
  [firewalls.removeDevice],
  [firewalls.ofInstance],
  [firewalls.delete],
  [addresses.list],
  [addresses.view],
  [addresses.update, { rdns: null }],
  [addresses.assign, { region: 'us-east', assignments: [] }],
  [instanceAddresses.list],
  [instanceAddresses.view],
  [instanceAddresses.update, { rdns: null }],
  [managedContacts.create, ADA],
  [managedContacts.list],
  [managedContacts.view],
  [managedContacts.update, { group: 'web' }],
  [managedContacts.delete],
  [managedCredentials.create, { label: 'other', password: 'secret' }],
  [managedCredentials.list],
  [managedCredentials.sshKey],
  [managedCredentials.view],
  [managedCredentials.update, { label: 'other' }],
  [managedCredentials.updateSecrets, { password: 'other' }],
  [managedCredentials.revoke],
  [managedServices.create, SITE],
  [managedServices.list],
  [managedServices.view],
  [managedServices.update, { timeout: 2 }],
  [managedServices.disable],
  [managedServices.enable],
  [managedServices.delete],
  [managedIssues.list],
  [managedIssues.view],
  [managedSettings.list],
  [managedSettings.view],
  [managedSettings.update, { ssh: { port: null } }],
  [managedStatistics.day],
  [instanceAddresses.allocate, { type: 'ipv4', public: false }],
];

const rows = (['recorded', 'documents'] as const).flatMap((dialect) =>
  ROWS.map(
    ([endpoint, body]) => [dialect, endpoint.method, endpoint.path, endpoint, body] as const,
  ),
);

test.each(rows)(
  'in the dialect of %s, the answer to %s %s is as the contract says',
  (dialect, method, template, endpoint, body) => {
    const stage = openStage({ dialect });
    const computeId = make(stage, '/compute/instances', PLACE);
    const domainId = make(stage, '/domains', DOMAIN);
    const recordId = make(stage, `/domains/${domainId}/records`, SRV);
    const firewallId = make(stage, '/networking/firewalls', { label: 'firewall', rules: RULES });
    const deviceId = make(stage, `/networking/firewalls/${firewallId}/devices`, {
      id: computeId,
      type: 'compute',
    });
    const contactId = make(stage, '/managed/contacts', ADA);
    const credentialId = make(stage, '/managed/credentials', {
      label: 'first',
      password: 'secret',
    });
    const serviceId = make(stage, '/managed/services', SITE);
    stage.call('POST', '/__sim/incident', { name: 'managed.serviceDown', args: { serviceId } });
    const issueId = Number(stage.call('GET', '/managed/issues').at('data', 0, 'id'));
    stage.settle();
    const parameters: Readonly<Record<string, string | number>> = {
      computeId,
      domainId,
      recordId,
      firewallId,
      deviceId,
      contactId,
      credentialId,
      serviceId,
      issueId,
      address: '198.18.0.2',
    };
    const named = [...template.matchAll(/\{(\w+)\}/g)].map(
      ([, name = '']) => [name, parameters[name] ?? ''] as const,
    );
    const received = stage.call(method, path(template, Object.fromEntries(named)), body);
    expect(received.status).toBe(200);
    expect(endpoint.response.safeParse(received.body).error).toBeUndefined();
  },
);
