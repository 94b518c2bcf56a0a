import { domainRows } from './domain-rows.ts';
import { firewallRows } from './firewall-rows.ts';
import { imageRows } from './image-rows.ts';
import { instanceRows } from './instance-rows.ts';
import { clusterRows, databaseRows } from './managed-rows.ts';
import { recordRows } from './record-rows.ts';
import type { FieldRow, Spec } from './scene.ts';
import { scriptRows } from './script-rows.ts';
import { volumeRows } from './volume-rows.ts';

/** All mutable fields, one row each. */
export const FIELD_ROWS: readonly FieldRow[] = [
  ...instanceRows,
  ...volumeRows,
  ...firewallRows,
  ...domainRows,
  ...recordRows,
  ...databaseRows,
  ...clusterRows,
  ...scriptRows,
  ...imageRows,
];

/** Another value for every immutable field, by kind. */
export const FROZEN: Readonly<Record<string, Spec>> = {
  Instance: {
    region: 'us-east',
    image: 'compute/alpine3.15',
    rootPasswordSecretRef: { name: 'other' },
    authorizedKeys: ['ssh-ed25519 AAAA other'],
    authorizedUsers: ['other'],
    stackscriptRef: { id: 10_079 },
    stackscriptDataFrom: { name: 'other' },
    backupId: 1,
    swapSize: 256,
    interfaces: [{ purpose: 'public' }],
  },
  Volume: { region: 'us-east', cloneFrom: { volumeRef: { id: 1 } } },
  Domain: {
    domain: 'other.example',
    type: 'slave',
    source: { kind: 'Nameserver', remoteNameserver: 'ns.example' },
  },
  DnsRecord: { domainRef: { name: 'other' }, type: 'AAAA' },
  Firewall: {},
  MySQLDatabase: {
    engine: 'mysql/8.0.30',
    region: 'us-east',
    type: 'g6-standard-1',
    clusterSize: 3,
    encrypted: true,
    replicationType: 'asynch',
    sslConnection: false,
  },
  KubeCluster: { region: 'us-east' },
  StackScript: {},
  Image: { source: { kind: 'Upload', region: 'eu-west' } },
};
