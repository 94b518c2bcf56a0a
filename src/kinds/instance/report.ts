import type { Disk } from '../../api/disks.ts';
import type { Backup, Backups } from '../../api/instance-backups.ts';
import type { Instance } from '../../api/instances.ts';
import type { Reported } from '../../model/kind.ts';
import { shownTime } from '../../model/moment.ts';
import type { Health } from '../../model/outcome.ts';
import { reasonOf } from '../../model/reason.ts';
import { entryFor } from '../../model/table.ts';
import { isToRunAgain } from './parts/power.ts';
import { recordFilled, recordProfiles } from './parts/profiles/record.ts';
import type { InstanceStatus } from './status.ts';
import type { Desired, Observed, Recorded } from './types.ts';

type ReportedStatus = Reported<InstanceStatus>;

/** Returns the status members of an item; a detail that was not read keeps its last value. Never
 *  fails. */
export function reportInstance(
  observed: Observed,
  recorded: Recorded,
  desired: Desired,
): ReportedStatus {
  const { item, details } = observed;
  const { spec } = desired;
  return {
    ...(recorded.item === undefined || isToRunAgain(desired, observed, recorded)
      ? {}
      : { item: null }),
    ...record(item),
    ...settings(item),
    ...(details.configs === undefined
      ? {}
      : profilesTold(spec.configs ?? [], details.configs, recorded)),
    ...(details.disks === undefined ? {} : { disks: details.disks?.map(disk) ?? null }),
    ...(details.backups === undefined && item.backups.enabled
      ? {}
      : { storedBackups: details.backups ? stored(details.backups) : null }),
  };
}

function profilesTold(
  wanted: NonNullable<Desired['spec']['configs']>,
  stored: Observed['details']['configs'],
  recorded: Recorded,
): ReportedStatus {
  if (!stored) return { configs: null, parts: null };
  const filled = recordFilled(wanted, stored, recorded);
  return {
    configs: recordProfiles(wanted, stored, recorded),
    parts: filled.length === 0 ? null : filled,
  };
}

const record = (item: Instance): ReportedStatus => ({
  label: item.label,
  group: item.group ?? null,
  region: item.region,
  type: item.type,
  image: item.image,
  ipv4: item.ipv4,
  ipv6: item.ipv6,
  hypervisor: item.hypervisor,
  hostUuid: item.host_uuid ?? null,
  tags: item.tags,
  watchdogEnabled: item.watchdog_enabled,
  createdAt: shownTime(item.created),
  updatedAt: shownTime(item.updated),
});

const settings = ({ specs, alerts, backups }: Instance): ReportedStatus => ({
  specs: {
    disk: specs.disk,
    gpus: specs.gpus,
    memory: specs.memory,
    transfer: specs.transfer,
    vcpus: specs.vcpus,
  },
  alerts: {
    cpu: alerts.cpu,
    io: alerts.io,
    networkIn: alerts.network_in,
    networkOut: alerts.network_out,
    transferQuota: alerts.transfer_quota,
  },
  backups: {
    enabled: backups.enabled,
    available: backups.available,
    lastSuccessfulAt: shownTime(backups.last_successful) ?? undefined,
    day: backups.schedule.day ?? undefined,
    window: backups.schedule.window ?? undefined,
  },
});

const disk = ({ id, label, filesystem, size, status }: Disk) => ({
  id,
  label,
  filesystem,
  size,
  status,
});

const stored = ({ automatic, snapshot }: Backups) =>
  [...automatic, ...(snapshot.current === null ? [] : [snapshot.current])].map(backup);

const backup = ({ id, type, status, label, created, finished }: Backup) => ({
  id,
  type,
  status,
  label: label ?? undefined,
  createdAt: shownTime(created) ?? undefined,
  finishedAt: shownTime(finished) ?? undefined,
});

/** Messages of statuses. An unknown status is shown as it is. Source: compute#status. */
const WORDS: Readonly<Record<string, string>> = {
  booting: 'the instance is booting; it will be ready when it runs',
  rebooting: 'the instance is rebooting; it will be ready when it runs',
  shutting_down: 'the instance is shutting down',
  provisioning: 'the service is creating the instance; it will be ready afterwards',
  deleting: 'the service is deleting the instance',
  migrating: 'the service is moving the instance; it will be ready afterwards',
  rebuilding: 'the instance is being rebuilt; it will be ready afterwards',
  cloning: 'the instance is being cloned; it will be ready afterwards',
  restoring: 'a backup is being restored into the instance; it will be ready afterwards',
  resizing: 'the instance is moving to its new plan; it will be ready afterwards',
  stopped:
    'the service stopped the instance, for example for maintenance; the operator waits until it is running or offline',
};

/** Reports the health: the power matches `booted`, or after a resize the power before it. Statuses
 *  are an open set. */
export function instanceHealth(desired: Desired, observed: Observed, recorded: Recorded): Health {
  const { item } = observed;
  const { booted } = desired.spec;
  const reason = reasonOf(item.status);
  if (item.status === 'running')
    return booted === false
      ? {
          ready: false,
          reason,
          message: 'the instance is running, and the spec requires it to be off',
        }
      : { ready: true, reason, message: 'the instance is running' };
  if (item.status === 'offline')
    return { reason, ...offHealth(booted, isToRunAgain(desired, observed, recorded)) };
  const message =
    entryFor(WORDS, item.status) ??
    `the service reports the instance as ${item.status}; the operator checks it until this state ends`;
  return { ready: false, reason, message };
}

/** Reports the health of an instance that is off. */
function offHealth(
  booted: boolean | undefined,
  isResized: boolean,
): Pick<Health, 'ready' | 'message'> {
  if (booted === true)
    return { ready: false, message: 'the instance is off, and the spec requires it to run' };
  if (isResized)
    return { ready: false, message: 'the instance is off after a resize; the operator boots it' };
  return {
    ready: true,
    message: `the instance is off, ${booted === false ? 'as requested' : 'and the spec does not set booted'}`,
  };
}
