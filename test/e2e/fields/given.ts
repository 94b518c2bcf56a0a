import type { GivenObject, Spec } from './scene.ts';

export const WEB: Spec = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };
export const DATA: Spec = { region: 'eu-west', size: 20 };
/** An empty instance. */
const BARE: Spec = { region: 'eu-west', type: 'g6-nanode-1' };
export const DATABASE: Spec = {
  engine: 'mysql/8.0.26',
  region: 'eu-west',
  type: 'g6-nanode-1',
  policy: { deletion: 'Delete' },
};
export const POOL: Spec = { name: 'web', type: 'g6-standard-1', count: 1 };
export const CLUSTER: Spec = {
  region: 'eu-west',
  k8sVersion: '1.24',
  pools: [POOL],
  policy: { consent: 'Auto', drift: 'Correct' },
};
export const SCRIPT: Spec = { script: '#!/bin/sh\n', images: ['any/all'] };
/** The instance whose disk is copied: work on it refuses other work. */
const IMAGED = 'imaged';
export const IMAGE: Spec = { source: { kind: 'Disk', instanceRef: { name: IMAGED } } };
const ZONE_NAME = 'fields.example';

/** Names of the given objects. A guard is an instance for a single row of a firewall: only one
 *  active firewall is allowed per instance. */
export const HOSTS = ['host-a', 'host-b'] as const;
export const SPARES = ['spare-a', 'spare-b', 'spare-c'] as const;
export const GUARDED = ['guarded-a', 'guarded-b', 'guarded-c', 'guarded-d'] as const;
export const ZONE = 'zone';
export const GIVEN: readonly GivenObject[] = [
  ...HOSTS.map((name) => ({ kind: 'Instance', name, spec: WEB })),
  ...GUARDED.map((name) => ({ kind: 'Instance', name, spec: BARE, labels: { guarded: name } })),
  ...SPARES.map((name) => ({ kind: 'Volume', name, spec: DATA })),
  {
    kind: 'Domain',
    name: ZONE,
    spec: { domain: ZONE_NAME, type: 'master', soaEmail: 'admin@fields.example' },
  },
  {
    kind: 'DnsRecord',
    name: 'record',
    spec: { domainRef: { name: ZONE }, type: 'A', name: 'given', target: '198.51.100.1' },
  },
  {
    kind: 'Firewall',
    name: 'wall',
    spec: { rules: { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' } },
  },
  { kind: 'MySQLDatabase', name: 'database', spec: DATABASE },
  { kind: 'KubeCluster', name: 'cluster', spec: CLUSTER },
  { kind: 'StackScript', name: 'script', spec: SCRIPT },
  { kind: 'Instance', name: IMAGED, spec: WEB },
  { kind: 'Image', name: 'image', spec: IMAGE },
];
