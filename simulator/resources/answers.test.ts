import { expect, test } from 'vitest';
import { addresses } from '../../src/api/addresses.ts';
import { domains } from '../../src/api/domains.ts';
import { type Endpoint, path } from '../../src/api/endpoint.ts';
import { firewalls } from '../../src/api/firewalls.ts';
import { instanceAddresses } from '../../src/api/instance-addresses.ts';
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
    stage.settle();
    const parameters: Readonly<Record<string, string | number>> = {
      computeId,
      domainId,
      recordId,
      firewallId,
      deviceId,
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
