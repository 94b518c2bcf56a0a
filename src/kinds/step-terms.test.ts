import { expect, test } from 'vitest';
import { stepsOf } from '../../test/support/kinds/played.ts';
import { calls } from '../model/plan.ts';
import type { Call } from '../model/step.ts';
import { REGISTRY } from './rows.ts';

/** The terms of every step of every row: its effect, prerequisites, repeatability, answer,
 *  dependencies on other items, and losses. Consent and the brake depend on them: a changed line
 *  changes the actions that the operator takes without consent. */
const TERMS: Readonly<Record<string, readonly string[]>> = {
  Instance: [
    'AllocatePrivateIp: none',
    'Boot: none',
    'CancelBackups: destroys: loses the stored backups of the instance',
    'Create: none, answers with the item',
    'Create: none, answers with the item, leans on the backup',
    'CreateProfile: none, once config:main, answers with a row of configs',
    'CreateProfile: none, once config:main, answers with a row of configs, leans on the volumes among its devices',
    'CreateProfile: none, once config:other, answers with a row of configs',
    'Delete: destroys: loses the addresses, disks, backups and profiles of the instance',
    'EnableBackups: none',
    'Reboot: disrupts: loses the instance restarts, and its workloads stop',
    'Relabel: none, answers with the item',
    'Rescue: disrupts: loses the instance restarts into the rescue system, and its workloads stop',
    'Resize: disrupts: loses the instance shuts down, moves to the new plan and starts again',
    'ScheduleBackups: none, answers with the item',
    'SetAlerts: none, answers with the item',
    'SetGroup: none, answers with the item',
    'SetWatchdog: none, answers with the item',
    'Shutdown: disrupts: loses the instance shuts down, and its workloads stop',
    'Tag: none, answers with the item',
    'Unmark: none, answers with the item',
    'UpdateProfile: disrupts, answers with a row of configs, leans on the volumes among its devices: loses the next boot uses other devices or settings',
    'UpdateProfile: disrupts, answers with a row of configs: loses the next boot uses other devices or settings',
    'UpdateProfile: none, answers with a row of configs',
  ],
  Domain: [
    'Clone: none, answers with the item, leans on the domain that is copied',
    'Create: none, answers with the item',
    'Delete: destroys: loses all records of the domain, which the nameservers drop shortly afterwards; this cannot be undone',
    'Disable: disrupts, answers with the item: loses the zone is no longer published',
    'Enable: none, answers with the item',
    'Import: none, answers with the item',
    'Unmark: none, answers with the item',
    'Update: none, answers with the item',
  ],
  DnsRecord: [
    'Create: none, answers with the item',
    'Delete: disrupts: loses the name no longer resolves',
    'Update: none, answers with the item',
  ],
  Firewall: [
    'AddDevice: none, after Disable, leans on the instance',
    'AddDevice: none, leans on the instance',
    'Create: none, answers with the item',
    'Delete: disrupts: loses all instances lose the rules of the firewall',
    'Disable: disrupts, answers with the item: loses the rules no longer protect any instance',
    'Enable: disrupts, answers with the item: loses traffic that the rules do not allow is interrupted',
    'RemoveDevice: destroys: loses the instance loses the rules of the firewall; spec.instanceRefs and spec.instanceSelector select 0 of the 1 instances of the firewall',
    'RemoveDevice: destroys: loses the instance loses the rules of the firewall; spec.instanceRefs and spec.instanceSelector select 0 of the 2 instances of the firewall',
    'RemoveDevice: destroys: loses the instance loses the rules of the firewall; spec.instanceRefs and spec.instanceSelector select 2 of the 5 instances of the firewall',
    'RemoveDevice: disrupts: loses the instance loses the rules of the firewall',
    'ReplaceRules: disrupts, answers with its rules: loses traffic that the new rules do not allow is interrupted',
    'Unmark: none, answers with the item',
    'Update: none, answers with the item',
  ],
  Volume: [
    'Attach: none, after Detach, answers with the item, leans on the instance and its profiles',
    'Attach: none, answers with the item, leans on the instance and its profiles',
    'Clone: none, answers with the item, leans on the volume that is copied',
    'Create: none, answers with the item',
    'Create: none, answers with the item, leans on the instance and its profiles',
    'Delete: destroys, after Detach: loses all data on the volume; this cannot be undone',
    'Delete: destroys: loses all data on the volume; this cannot be undone',
    'Detach: disrupts: loses mounted file systems of the volume are disconnected',
    'Relabel: disrupts, answers with the item: loses the device path changes with the label: mounts that use the old path fail',
    'Resize: none, answers with the item',
    'Tag: none, answers with the item',
    'Unmark: none, answers with the item',
  ],
  MySQLDatabase: [
    'Create: none, answers with the item',
    'Delete: destroys: loses the database with its data and its backups; this cannot be undone',
    'ShutOut: destroys, answers with the item: loses all connections: an empty allow list allows no address; spec.allowListFrom selects no address',
    'ShutOut: destroys, answers with the item: loses connections from 2 of the 3 addresses of the list, which spec.allowListFrom no longer selects',
    'Snapshot: none',
    'Update: disrupts, answers with the item: loses all connections: an empty allow list allows no address',
    'Update: none, answers with the item',
  ],
  StackScript: [
    'Create: none, answers with the item',
    'Delete: disrupts: loses no instance can be deployed with the script any more',
    'Publish: irreversible, after Update, answers with the item: loses the option to make the script private, and to delete it',
    'Publish: irreversible, answers with the item: loses the option to make the script private, and to delete it',
    'Update: none, answers with the item',
  ],
  Image: [
    'Capture: none, answers with the item, leans on the instance and its disk',
    'Delete: destroys: loses the image; this cannot be undone',
    'Update: none, answers with the item',
    'Upload: none, answers with the item',
  ],
  KubeCluster: [
    'AddPool: none, once pool-jobs, answers with a row of pools',
    'AddPool: none, once pool-next, answers with a row of pools',
    'AddPool: none, once pool-web, answers with a row of pools',
    'Create: none, answers with the item',
    'Delete: destroys: loses all nodes with their data, the control plane and the load balancers of the cluster; volumes remain',
    'DeletePool: destroys: loses the nodes of pool jobs and their data',
    'DeletePool: destroys: loses the nodes of pool web and their data',
    'EnableHighAvailability: irreversible, answers with the item: loses node-local storage of every node: all nodes are replaced, one after another; high availability cannot be turned off',
    'Recycle: destroys: loses node-local storage of every node: all nodes are replaced, one after another',
    'RegenerateKubeconfig: disrupts: loses the credentials in all existing kubeconfigs',
    'RegenerateServiceToken: disrupts: loses the control plane and storage drivers restart: without high availability the control plane is briefly down',
    'ResizePool: destroys, answers with a row of pools: loses the node-local storage of one node of pool jobs',
    'ResizePool: destroys, answers with a row of pools: loses the node-local storage of one node of pool web',
    'ResizePool: none, answers with a row of pools',
    'Unmark: none, answers with the item',
    'Update: none, answers with the item',
    'Upgrade: irreversible, after Upgrade, answers with the item: loses the option of a downgrade; nodes get the version when they are recycled',
    'Upgrade: irreversible, answers with the item: loses the option of a downgrade; nodes get the version when they are recycled',
  ],
};

function answerOf(answers: NonNullable<Call['answers']>): string {
  if (answers === 'item') return 'answers with the item';
  return 'member' in answers
    ? `answers with its ${answers.member}`
    : `answers with a row of ${answers.rowOf}`;
}

function termsOf({ verb, effect, after = [], once, answers, leansOn, loses }: Call): string {
  const before = after.filter((name) => !name.startsWith('wait for '));
  const terms = [
    effect,
    ...(before.length === 0 ? [] : [`after ${before.join(' and ')}`]),
    ...(once === undefined ? [] : [`once ${once}`]),
    ...(answers === undefined ? [] : [answerOf(answers)]),
    ...(leansOn === undefined ? [] : [`leans on ${leansOn}`]),
  ];
  return `${verb}: ${terms.join(', ')}${loses === undefined ? '' : `: loses ${loses}`}`;
}

test.each(REGISTRY.map(({ kind, cases }) => [kind.kind, kind, cases] as const))(
  'the steps of %s cost what is listed',
  (name, kind, table) => {
    const rows = table.cases.filter((row) => row.plan !== undefined);
    const found = new Set(rows.flatMap((row) => calls(stepsOf(kind, table, row)).map(termsOf)));
    expect([...found].toSorted()).toEqual(TERMS[name]);
  },
);
