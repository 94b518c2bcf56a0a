import type { Unstaged } from './unstaged-rows.ts';

/** Skipped rows of databases and clusters. */
export const UNSTAGED_MANAGED: readonly Unstaged[] = [
  {
    kind: 'MySQLDatabase',
    reason:
      'a state that passes by itself before anybody could look, or a word that the service says when it likes',
    rows: [
      'nothing is asked of a database that is provisioned',
      'credentials that are not shown are waited for',
      'a certificate that is not there yet is waited for',
      'a certificate that cannot be read is waited for',
      'a host that is not there yet is waited for',
      'changes wait while the database is updating, and go together then',
      'a backup is waited for too',
      'a snapshot waits for the backup under way',
      ...[
        'failed',
        'degraded',
        'provisioning',
        'updating',
        'backing_up',
        'suspended',
        'restoring',
      ].map((word) => `is deleted when it is ${word}`),
      'is not deleted twice',
      'backing_up with 1 nodes is ready',
      ...[
        'updating',
        'provisioning',
        'restoring',
        'resuming',
        'suspending',
        'suspended',
        'failed',
        'deleting',
      ].map((word) => `${word} with 1 nodes is not ready`),
      'updating with 3 nodes is ready',
      'degraded with 3 nodes is not ready',
      'an unknown status word is shown',
    ],
  },
  {
    kind: 'MySQLDatabase',
    reason: 'each snapshot has to be done before the next, and automatic ones come at midnight',
    rows: [
      'a fourth snapshot waits until one is deleted',
      'automatic backups do not count among the three',
    ],
  },
  {
    kind: 'MySQLDatabase',
    reason: 'a history of labels: test/engine/selector-drift.test.ts plays it',
    rows: [
      'labels that go shut out most addresses by consent, and admit others at once',
      'labels that go shut out half of the addresses without consent',
    ],
  },
  {
    kind: 'MySQLDatabase',
    reason: 'an object without a value: test/engine/unresolved.test.ts plays it',
    rows: [
      'while a reference has no value, addresses are added and none is removed, except ranges and addresses without an instance',
      'while a reference has no value, and the instances of the account may not be seen, no single address leaves',
      'what else changed does not wait for a reference without a value',
      'a reference without a value is not waited for where no address is to leave',
    ],
  },
  {
    kind: 'KubeCluster',
    reason: 'the service does not show it in any dialect that is simulated',
    rows: [
      'minor versions are numbers: 10 comes after 9',
      'an offer that is not shown is waited for',
      'pools that the service does not show are waited for',
      'ext-4 and ext4 are the same',
      'its word says nothing',
      'is not ready without pools',
      'a cluster without pools is deleted',
    ],
  },
  {
    kind: 'KubeCluster',
    reason: 'what was not looked at is looked at next',
    rows: [
      'no step is taken before the offer was looked at',
      'pools that were not looked at are not spoken of',
    ],
  },
  {
    kind: 'KubeCluster',
    reason:
      'a history of the object and of another client, one after the other, or the id of a pool',
    rows: [
      'the recorded id beats the tag',
      'a pool is known by the id that the spec gives it',
      'without tags, an unknown pool is matched by its type',
      'a pool that vanished is added again',
      'a count that is not named is left as it is',
      'a pool without a name is never deleted',
      'a pool that the spec does not name is deleted where its tag alone says that it is ours',
      'is not ready by its word alone',
    ],
  },
  {
    kind: 'KubeCluster',
    reason: 'a pool of another object',
    rows: [
      'a pool with the mark of another object is never changed, whatever its other tags are',
      'a pool with the mark of another object is never deleted',
      'a pool that another object holds is never deleted',
      'a pool that another object holds is not matched by its type',
      'an id of a pool that another object holds is refused',
      'the nodes of a pool of another object do not count for the cluster',
      'the nodes of a pool of another object do not count between two detailed looks',
    ],
  },
  {
    kind: 'KubeCluster',
    reason: 'a state that passes by itself before anybody could look',
    rows: [
      'an old pool waits for the nodes of the new one',
      'endpoints that are not there yet are waited for',
      'a kubeconfig that is not there yet is waited for',
      'a regenerated kubeconfig is waited for; the previous one keeps the cluster usable',
      'nodes that are not ready are waited for',
      'an autoscaler needs its fewest nodes only',
      'a node that is on its way does not take readiness away',
      'is not deleted before its first node is there',
      'is deleted though no node ever was ready, once each node is an instance',
      'not_ready is not a deletion: only our own request is',
    ],
  },
];
