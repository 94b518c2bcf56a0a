import { path } from '../../../api/endpoint.ts';
import { instanceAddresses } from '../../../api/instance-addresses.ts';
import { instanceBackups } from '../../../api/instance-backups.ts';
import { type Instance, instances } from '../../../api/instances.ts';
import { post, put } from '../../../model/request.ts';
import { wireFields } from '../../../model/spelling.ts';
import { among, type Change, call, type Step } from '../../../model/step.ts';
import { tagsToSend } from '../../../model/tags.ts';
import type { Desired } from '../types.ts';

/** Settings that share a PUT, so that drift in one can be reported independently of a change of the
 *  spec in another. */
interface Setting {
  readonly verb: string;
  readonly fields: readonly string[];
  readonly body: (desired: Desired, item: Instance) => Readonly<Record<string, unknown>>;
}

/** Source: compute#update. Alerts and schedule are sent complete: with stored values where the spec
 *  has none. */
const SETTINGS: readonly Setting[] = [
  {
    verb: 'Tag',
    fields: ['tags', 'mark'],
    body: ({ spec, mark }, item) => ({ tags: tagsToSend(spec.tags, item.tags, mark) }),
  },
  { verb: 'Relabel', fields: ['label'], body: ({ spec }) => ({ label: spec.label }) },
  { verb: 'SetGroup', fields: ['group'], body: ({ spec }) => ({ group: spec.group }) },
  {
    verb: 'SetWatchdog',
    fields: ['watchdogEnabled'],
    body: ({ spec }) => ({ watchdog_enabled: spec.watchdogEnabled }),
  },
  {
    verb: 'SetAlerts',
    fields: [
      'alerts.cpu',
      'alerts.io',
      'alerts.networkIn',
      'alerts.networkOut',
      'alerts.transferQuota',
    ],
    body: ({ spec }, { alerts }) => {
      const { cpu, io, network_in, network_out, transfer_quota } = alerts;
      return {
        alerts: {
          cpu,
          io,
          network_in,
          network_out,
          transfer_quota,
          ...wireFields(spec.alerts ?? {}),
        },
      };
    },
  },
  {
    verb: 'ScheduleBackups',
    fields: ['backups.schedule.day', 'backups.schedule.window'],
    body: ({ spec }, { backups }) => ({
      backups: {
        schedule: { ...chosen(backups.schedule), ...wireFields(spec.backups?.schedule ?? {}) },
      },
    }),
  },
];

/** Returns the chosen part of a schedule: the service shows null or Scheduling until it has picked
 *  one. */
const chosen = ({
  day,
  window,
}: Instance['backups']['schedule']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ day, window }).filter(
      (entry): entry is [string, string] => entry[1] !== null && entry[1] !== 'Scheduling',
    ),
  );

/** Returns the calls for settings that can change at any time without disruption. A schedule counts
 *  only while the backup service is on, tags only with permission to write them. */
export function settingSteps(
  desired: Desired,
  item: Instance,
  changed: readonly Change[],
): readonly Step[] {
  const possible = SETTINGS.filter(({ verb }) =>
    verb === 'Tag'
      ? desired.mark !== null
      : verb === 'ScheduleBackups'
        ? item.backups.enabled
        : true,
  );
  return possible.flatMap(({ verb, fields, body }) => {
    const own = among(changed, ...fields);
    if (own.length === 0) return [];
    return [
      call(
        verb,
        put(path(instances.update.path, { computeId: item.id }), body(desired, item)),
        own,
        { answers: 'item' },
      ),
    ];
  });
}

/** Allocates a private address for the instance. Source: addresses#allocate. */
export function addressSteps(item: Instance, changed: readonly Change[]): readonly Step[] {
  const own = among(changed, 'privateIp');
  if (own.length === 0) return [];
  const write = post(path(instanceAddresses.allocate.path, { computeId: item.id }), {
    type: 'ipv4',
    public: false,
  });
  return [call('AllocatePrivateIp', write, own)];
}

/** Turns the backup service on or off. Source: compute#backups. */
export function backupSteps(item: Instance, changed: readonly Change[]): readonly Step[] {
  const own = among(changed, 'backupsEnabled');
  if (own.length === 0) return [];
  const params = { computeId: item.id };
  if (!item.backups.enabled)
    return [call('EnableBackups', post(path(instanceBackups.enable.path, params)), own)];
  const loses = 'the stored backups of the instance';
  return [
    call('CancelBackups', post(path(instanceBackups.cancel.path, params)), own, {
      effect: 'destroys',
      loses,
    }),
  ];
}
