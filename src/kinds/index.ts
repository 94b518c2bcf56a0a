import type { AnyKind } from '../model/kind.ts';
import { dnsRecord } from './dns-record/index.ts';
import { domain } from './domain/index.ts';
import { firewall } from './firewall/index.ts';
import { image } from './image/index.ts';
import { instance } from './instance/index.ts';
import { kubeCluster } from './kube-cluster/index.ts';
import { mysqlDatabase } from './mysql-database/index.ts';
import { stackScript } from './stack-script/index.ts';
import { volume } from './volume/index.ts';

/** All kinds. Controller, definition, permissions, metrics, reference page and import derive from
 *  this list. */
export const KINDS: readonly AnyKind[] = [
  instance,
  domain,
  dnsRecord,
  firewall,
  volume,
  mysqlDatabase,
  kubeCluster,
  stackScript,
  image,
];
