import type { Disk } from '../../api/disks.ts';
import type { Backup, Backups } from '../../api/instance-backups.ts';
import type { Instance } from '../../api/instances.ts';
import type { Reported } from '../../model/kind.ts';
import { isToRunAgain } from './power.ts';
import { recordProfiles } from './profiles/record.ts';
import type { InstanceStatus } from './status.ts';
import type { Past, Seen, Wish } from './terms.ts';

type Told = Reported<InstanceStatus>;

/** What is kept of an item in status; a detail that was not looked at keeps its last value. Never fails. */
export function reportInstance(seen: Seen, recorded: Past, desired: Wish): Told {
  const { item, details } = seen;
  const { spec } = desired;
  return {
    ...(recorded.bootsAfterResize !== true || isToRunAgain(desired, seen, recorded) ? {} : { bootsAfterResize: null }),
    ...record(item),
    ...settings(item),
    ...(details.configs === undefined ? {} : { configs: details.configs && recordProfiles(spec.configs ?? [], details.configs, recorded) }),
    ...(details.disks === undefined ? {} : { disks: details.disks?.map(disk) ?? null }),
    ...(details.backups === undefined && item.backups.enabled ? {} : { storedBackups: details.backups ? stored(details.backups) : null }),
  };
}

const record = (item: Instance): Told => ({
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
  created: item.created,
  updated: item.updated,
});

const settings = ({ specs, alerts, backups }: Instance): Told => ({
  specs: { disk: specs.disk, gpus: specs.gpus, memory: specs.memory, transfer: specs.transfer, vcpus: specs.vcpus },
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
    lastSuccessful: backups.last_successful ?? undefined,
    day: backups.schedule.day ?? undefined,
    window: backups.schedule.window ?? undefined,
  },
});

const disk = ({ id, label, filesystem, size, status }: Disk) => ({ id, label, filesystem, size, status });

const stored = ({ automatic, snapshot }: Backups) => [...automatic, ...(snapshot.current === null ? [] : [snapshot.current])].map(backup);

const backup = ({ id, type, status, label, created, finished }: Backup) => ({
  id,
  type,
  status,
  label: label ?? undefined,
  created,
  finished: finished ?? undefined,
});
