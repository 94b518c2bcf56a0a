import { z } from 'zod';
import { path } from '../../../api/endpoint.ts';
import { DatabaseSnapshot, mysqlBackups, SNAPSHOTS_MAX } from '../../../api/mysql-backups.ts';
import { fingerprint } from '../../../model/fingerprint.ts';
import { post } from '../../../model/request.ts';
import { oneLine } from '../../../model/spec-fields.ts';
import { call, type Step, wait } from '../../../model/step.ts';
import type { Ask } from '../../../model/verb.ts';
import type { Desired, Observed } from '../types.ts';

const LABEL_MAX = DatabaseSnapshot.shape.label.maxLength ?? 0;

/** Derives the label of a snapshot from the token: the token itself where it is valid, else its
 *  valid characters with a fingerprint. */
const labelFor = (token: string): string => {
  if (DatabaseSnapshot.shape.label.safeParse(token).success) return token;
  const print = fingerprint(token);
  return `${token.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, LABEL_MAX - print.length)}${print}`;
};

const SnapshotParameters = z.strictObject({
  label: oneLine(1, LABEL_MAX)
    .regex(/^[A-Za-z0-9]+$/, 'Must be letters and digits')
    .optional()
    .describe(
      'Label of the snapshot: letters and digits. Default: one made from the uid of the Operation.',
    ),
});

/** Creates a snapshot under the label of the parameters, or one derived from the token, so that a
 *  repeated request creates one snapshot. Source: databases#backups. */
function snapshot(
  _desired: Desired,
  { item, details }: Observed,
  { token, parameters }: Ask,
): readonly Step[] {
  if (item.status !== 'active')
    return [
      wait(`the database to be active before a snapshot is made (it is ${item.status})`, 15_000),
    ];
  const snapshots = (details.backups ?? []).filter(({ type }) => type === 'snapshot');
  if (snapshots.length >= SNAPSHOTS_MAX) {
    return [
      wait(
        `one of the ${SNAPSHOTS_MAX} snapshots to be deleted: the service keeps no more`,
        60_000,
      ),
    ];
  }
  const { label } = parameters;
  const named = typeof label === 'string' ? label : labelFor(token);
  const body = { label: named, target: 'primary' };
  return [call('Snapshot', post(path(mysqlBackups.snapshot.path, { instanceId: item.id }), body))];
}

/** One-shot actions on a database. */
export const databaseRequests = {
  Snapshot: {
    does: 'Makes a snapshot of the primary node.',
    parameters: SnapshotParameters,
    steps: snapshot,
  },
} as const;
