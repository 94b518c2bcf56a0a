import type { CaseTable } from '../model/case.ts';
import type { AnyKind } from '../model/kind.ts';
import { dnsRecordCases } from './dns-record/cases.ts';
import { dnsRecord } from './dns-record/index.ts';
import { domainCases } from './domain/cases.ts';
import { domain } from './domain/index.ts';
import { firewallCases } from './firewall/cases.ts';
import { firewall } from './firewall/index.ts';
import { instanceCases } from './instance/cases.ts';
import { instance } from './instance/index.ts';
import { kubeClusterCases } from './kube-cluster/cases.ts';
import { kubeCluster } from './kube-cluster/index.ts';
import { mysqlDatabaseCases } from './mysql-database/cases.ts';
import { mysqlDatabase } from './mysql-database/index.ts';
import { volumeCases } from './volume/cases.ts';
import { volume } from './volume/index.ts';

/** Every kind there is. Controller, definition, permissions, metrics, reference page and import follow from a line here. */
export const KINDS: readonly AnyKind[] = [instance, domain, dnsRecord, firewall, volume, mysqlDatabase, kubeCluster];

/** A kind, and the rows that say how it behaves. */
export interface Registered {
  readonly kind: AnyKind;
  readonly cases: CaseTable;
}

/** The same with their rows, for tests and documentation. The bundle does without them, as long as a late import names what it takes at once:
 *  `const { KINDS } = await import(…)`. */
export const REGISTRY: readonly Registered[] = [
  { kind: instance, cases: instanceCases },
  { kind: domain, cases: domainCases },
  { kind: dnsRecord, cases: dnsRecordCases },
  { kind: firewall, cases: firewallCases },
  { kind: volume, cases: volumeCases },
  { kind: mysqlDatabase, cases: mysqlDatabaseCases },
  { kind: kubeCluster, cases: kubeClusterCases },
];
