import { field, first, make } from './givens.ts';
import type { Play } from './play.ts';
import type { Scene } from './scene.ts';

const DOMAINS = '/domains';
const FIREWALLS = '/networking/firewalls';
const IPS = '/networking/ips';
const RANGES = '/networking/ipv6/ranges';

const zone = ({ stage }: Scene): void => {
  const id = make(stage, DOMAINS, {
    domain: 'computego-blue-test.com',
    type: 'master',
    soa_email: 'example@example.com',
  });
  make(stage, `${DOMAINS}/${id}/records`, { type: 'A', name: 'a', target: '127.0.0.1' });
};

const inZone =
  (rest = '') =>
  ({ stage }: Scene): string =>
    `${DOMAINS}/${first(stage, DOMAINS)}${rest}`;

const record = (scene: Scene): string =>
  `${inZone('/records')(scene)}/${first(scene.stage, inZone('/records')(scene))}`;

const RULE = {
  action: 'ACCEPT',
  label: 'go-fwrule-test',
  ports: '22',
  protocol: 'TCP',
  addresses: { ipv4: ['0.0.0.0/0'], ipv6: ['::/0'] },
};
const RULES = {
  inbound: [RULE],
  inbound_policy: 'ACCEPT',
  outbound: [RULE],
  outbound_policy: 'ACCEPT',
};

const firewallWith =
  (rules: object) =>
  ({ stage, offline }: Scene): void => {
    make(stage, FIREWALLS, {
      label: 'computego-fw-test',
      rules: { ...RULES, ...rules },
      tags: ['testing'],
      devices: { computes: [offline] },
    });
  };

const firewall = firewallWith({});

/** The rules of a firewall that was recorded with a null side. */
const PING = {
  action: 'DROP',
  label: 'computego-fwrule-test',
  protocol: 'ICMP',
  addresses: RULE.addresses,
};
const half = firewallWith({ inbound: [PING], outbound: null });
const ipv4Only = firewallWith({
  inbound: [{ ...PING, addresses: { ipv4: ['0.0.0.0/0'] } }],
  outbound: null,
});

const one =
  (rest = '') =>
  ({ stage }: Scene): string =>
    `${FIREWALLS}/${first(stage, FIREWALLS)}${rest}`;

const device = (scene: Scene): string =>
  `${one('/devices')(scene)}/${first(scene.stage, one('/devices')(scene))}`;

const incident = ({ stage }: Scene, name: string, args: object): void => {
  stage.call('POST', '/__sim/incident', { name, args });
};

/** Allows additional addresses, which support does. */
const enabled = (scene: Scene): void =>
  incident(scene, 'address.enabled', { computeId: scene.offline });
const ranged = (scene: Scene): void =>
  incident(scene, 'address.rangeRouted', { computeId: scene.offline, prefix: 64 });

const addressOf = ({ stage }: Scene, compute: number): string =>
  String(field(stage, `/compute/instances/${compute}`, 'ipv4', 0));
const rangeOf = ({ stage }: Scene, compute: number): string =>
  String(field(stage, `/compute/instances/${compute}/ips`, 'ipv6', 'global', 0, 'range'));

/** Creates a range in the recorded region and returns its path. */
const far = ({ stage }: Scene): void => {
  const computeId = make(stage, '/compute/instances', { region: 'eu-west', type: 'g6-nanode-1' });
  make(stage, RANGES, { compute_id: computeId, prefix_length: 64 });
};
const range = ({ stage }: Scene): string =>
  `${RANGES}/${String(field(stage, RANGES, 'data', 0, 'range'))}`;

const vlan = ({ stage, offline }: Scene): void => {
  const interfaces = [{ purpose: 'vlan', label: 'go-vlan-test-list' }];
  make(stage, `/compute/instances/${offline}/configs`, { label: 'vlan', devices: {}, interfaces });
};

const ADDRESS_PLAYS: Readonly<Record<string, Play>> = {
  'GET /networking/{id}/ranges 200': { before: far, path: () => RANGES },
  'GET /networking/{id}/ranges/{id} 200': { before: far, path: range },
  'DELETE /networking/{id}/ranges/{id} 200': { before: far, path: range },
  'GET /networking/vlans 200': { before: vlan },
  'GET /compute/instances/{computeId}/ips 200': { before: ranged },
  'POST /compute/instances/{computeId}/ips 200': { before: enabled },
  'DELETE /compute/instances/{computeId}/ips/{address} 200': {
    before: (scene) => {
      enabled(scene);
      make(scene.stage, `/compute/instances/${scene.offline}/ips`, { type: 'ipv4', public: true });
    },
    path: (scene) => `/compute/instances/${scene.offline}/ips/${addressOf(scene, scene.offline)}`,
  },
  [`GET ${IPS}/{address} 404`]: { path: () => `${IPS}/10.0.0.1` },
  [`PUT ${IPS}/{address} 200`]: {
    path: (scene) => `${IPS}/${addressOf(scene, scene.offline)}`,
    body: (scene) => ({
      rdns: `${addressOf(scene, scene.offline).replaceAll('.', '-')}.ip.computeusercontent.example`,
    }),
  },
  [`POST ${IPS}/assign 200`]: {
    before: ranged,
    body: (scene) => ({
      region: 'ap-west',
      assignments: [{ address: `${rangeOf(scene, scene.offline)}/64`, compute_id: scene.offline }],
    }),
  },
  /** The recordings used the beta address. */
  [`POST ${IPS}/share 200`]: {
    path: () => `beta${IPS}/share`,
    body: (scene) => ({ ips: [addressOf(scene, scene.running)], compute_id: scene.offline }),
  },
};

const FIREWALL_PLAYS: Readonly<Record<string, Play>> = {
  [`GET ${FIREWALLS} 200`]: { before: firewall },
  [`GET ${FIREWALLS}/{firewallId} 200`]: { before: half, path: one() },
  [`PUT ${FIREWALLS}/{firewallId} 200`]: { before: ipv4Only, path: one() },
  [`DELETE ${FIREWALLS}/{firewallId} 200`]: { before: firewall, path: one() },
  [`GET ${FIREWALLS}/{firewallId}/rules 200`]: { before: firewall, path: one('/rules') },
  [`PUT ${FIREWALLS}/{firewallId}/rules 200`]: { before: firewall, path: one('/rules') },
  [`POST ${FIREWALLS}/{firewallId}/devices 200`]: {
    before: firewall,
    path: one('/devices'),
    body: ({ bare }) => ({ id: bare, type: 'compute' }),
  },
  [`GET ${FIREWALLS}/{firewallId}/devices/{deviceId} 200`]: { before: firewall, path: device },
  [`GET ${FIREWALLS}/{firewallId}/devices/{deviceId} 404`]: {
    before: firewall,
    path: one('/devices/391566'),
  },
  [`DELETE ${FIREWALLS}/{firewallId}/devices/{deviceId} 200`]: { before: firewall, path: device },
};

const DOMAIN_PLAYS: Readonly<Record<string, Play>> = {
  [`GET ${DOMAINS} 200`]: { before: zone },
  [`PUT ${DOMAINS}/{domainId} 200`]: { before: zone, path: inZone() },
  [`DELETE ${DOMAINS}/{domainId} 200`]: { before: zone, path: inZone() },
  [`GET ${DOMAINS}/{domainId}/records 200`]: { before: zone, path: inZone('/records') },
  [`POST ${DOMAINS}/{domainId}/records 200`]: { before: zone, path: inZone('/records') },
  [`GET ${DOMAINS}/{domainId}/records/{recordId} 200`]: { before: zone, path: record },
  [`PUT ${DOMAINS}/{domainId}/records/{recordId} 200`]: { before: zone, path: record },
  [`GET ${DOMAINS}/{domainId}/zone-file 200`]: { before: zone, path: inZone('/zone-file') },
};

/** Replays of the recorded exchanges on domains, firewalls and addresses. */
export const NETWORKING_PLAYS: Readonly<Record<string, Play>> = {
  ...DOMAIN_PLAYS,
  ...FIREWALL_PLAYS,
  ...ADDRESS_PLAYS,
};
