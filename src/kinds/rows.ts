import type { CaseTable } from '../model/case.ts';
import type { AnyKind } from '../model/kind.ts';
import { dnsRecordCases } from './dns-record/cases/index.ts';
import { dnsRecord } from './dns-record/index.ts';
import { domainCases } from './domain/cases/index.ts';
import { domain } from './domain/index.ts';
import { firewallCases } from './firewall/cases/index.ts';
import { firewall } from './firewall/index.ts';
import { imageCases } from './image/cases/index.ts';
import { image } from './image/index.ts';
import { instanceCases } from './instance/cases/index.ts';
import { instance } from './instance/index.ts';
import { kubeClusterCases } from './kube-cluster/cases/index.ts';
import { kubeCluster } from './kube-cluster/index.ts';
import { mysqlDatabaseCases } from './mysql-database/cases/index.ts';
import { mysqlDatabase } from './mysql-database/index.ts';
import { stackScriptCases } from './stack-script/cases/index.ts';
import { stackScript } from './stack-script/index.ts';
import { volumeCases } from './volume/cases/index.ts';
import { volume } from './volume/index.ts';

/** A kind, and the rows of its behaviour. */
export interface Registered {
  readonly kind: AnyKind;
  readonly cases: CaseTable;
}

/** All kinds with their rows, for tests and documentation. */
export const REGISTRY: readonly Registered[] = [
  { kind: instance, cases: instanceCases },
  { kind: domain, cases: domainCases },
  { kind: dnsRecord, cases: dnsRecordCases },
  { kind: firewall, cases: firewallCases },
  { kind: volume, cases: volumeCases },
  { kind: mysqlDatabase, cases: mysqlDatabaseCases },
  { kind: kubeCluster, cases: kubeClusterCases },
  { kind: stackScript, cases: stackScriptCases },
  { kind: image, cases: imageCases },
];
