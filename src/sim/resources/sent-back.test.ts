import { describe, expect, test } from 'vitest';
import { make, PLACE } from '../../../test/sim/givens.ts';
import { openStage, type Stage } from '../../../test/sim/stage.ts';

const MASTER = { domain: 'example.org', type: 'master', soa_email: 'admin@example.org' };
const SRV = { type: 'SRV', service: 'sip', protocol: 'tcp', priority: 0, weight: 0, port: 1, target: 'sip' };
const RULES = { inbound_policy: 'DROP', outbound_policy: 'ACCEPT', inbound: [], outbound: [] };
const POOL = { type: 'g6-standard-1', count: 3 };
const CLUSTER = { label: 'cluster', region: 'us-east', k8s_version: '1.26', node_pools: [POOL] };
const DATABASE = { label: 'database', region: 'us-east', type: 'g6-nanode-1', engine: 'mysql/8.0.26' };

const record =
  (body: object) =>
  (stage: Stage): string => {
    const domain = make(stage, '/domains', MASTER);
    return `/domains/${domain}/records/${make(stage, `/domains/${domain}/records`, body)}`;
  };
const made =
  (path: string, body: object) =>
  (stage: Stage): string =>
    `${path}/${make(stage, path, body)}`;
const instance = made('/compute/instances', { ...PLACE, label: 'instance' });

/** Every kind of item that can be changed, and the path by which it is. */
const ITEMS: Readonly<Record<string, (stage: Stage) => string>> = {
  volume: made('/volumes', { label: 'volume', region: 'us-east' }),
  'master domain': made('/domains', MASTER),
  'slave domain': made('/domains', { domain: 'example.com', type: 'slave', master_ips: ['198.51.100.1'] }),
  'A record': record({ type: 'A', name: 'www', target: '198.51.100.1' }),
  'SRV record': record(SRV),
  'MX record': record({ type: 'MX', name: '', target: 'mail', priority: 10 }),
  'CAA record': record({ type: 'CAA', tag: 'issue', target: 'ca.example.net' }),
  firewall: made('/networking/firewalls', { label: 'firewall', rules: RULES }),
  'firewall rules': (stage) => `${made('/networking/firewalls', { label: 'firewall', rules: RULES })(stage)}/rules`,
  instance,
  profile: (stage) => {
    const path = `${instance(stage)}/configs`;
    return `${path}/${make(stage, path, { label: 'profile', devices: {} })}`;
  },
  cluster: made('/kube/clusters', CLUSTER),
  pool: (stage) => {
    const path = `${made('/kube/clusters', CLUSTER)(stage)}/pools`;
    stage.settle();
    return `${path}/${Number(stage.call('GET', path).at('data', 0, 'id'))}`;
  },
  database: made('/databases/mysql/instances', DATABASE),
  stackscript: made('/compute/stackscripts', { label: 'script', images: ['any/all'], script: '#!/bin/sh\n' }),
  'SSH key': made('/profile/sshkeys', { label: 'key', ssh_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA someone@example.org' }),
  account: () => '/account',
  'account settings': () => '/account/settings',
};

/** Fields that the letter of the documents refuses in an update. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'A record': ['type'],
  'SRV record': ['type'],
  'MX record': ['type'],
  'CAA record': ['type'],
};

describe.each(['recorded', 'documents'] as const)('in the dialect of %s', (dialect) => {
  test.each(Object.entries(ITEMS))('a %s that is sent back as it was read stays as it is', (name, item) => {
    const stage = openStage({ dialect });
    const path = item(stage);
    stage.settle();
    const read = (): Readonly<Record<string, unknown>> => {
      const { updated: _updated, ...rest } = stage.call('GET', path).body as Readonly<Record<string, unknown>>;
      return rest;
    };
    const before = read();
    const refused = dialect === 'documents' ? (REFUSED[name] ?? []) : [];
    const body = Object.fromEntries(Object.entries(before).filter(([field]) => !refused.includes(field)));
    const heard = stage.call('PUT', path, body);
    expect([heard.status, heard.body]).toEqual([200, expect.anything()]);
    stage.settle();
    expect(read()).toEqual(before);
  });
});
