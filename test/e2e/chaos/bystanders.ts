import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { API_VERSION } from '../../../src/model/group.ts';
import { membersOf } from '../../../src/model/status-layout.ts';
import { MOST_OF_STATUS } from '../../support/sizes.ts';
import type { CloudObject } from '../cloud-object.ts';
import { type CloudObjects, openCloudObjects } from '../cloud-objects.ts';
import type { Service } from '../service.ts';
import { revive, type Scene } from './scene.ts';

/** The namespace of another team, which the same token serves. */
export const OTHER_TEAM = 'default';

const DISK = { region: 'eu-west', size: 20 };
const MACHINE = {
  region: 'eu-west',
  type: 'g6-nanode-1',
  image: 'compute/debian11',
  booted: true,
  backupsEnabled: false,
};
const CLOSED = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT', inbound: [], outbound: [] };
const CORRECT = { policy: { drift: 'Correct' } };

/** Objects that stay unchanged during the chaos, and attempts of others on their items. */
export interface Bystanders {
  readonly team: CloudObjects;
  readonly machine: number;
  readonly disk: number;
  /** Breaches, as sentences. */
  readonly breaches: Set<string>;
  /** Number of outside activations of backups, and the approved plans. */
  readonly turnedOn: { count: number };
  readonly consents: Set<string>;
  /** Actions on the backups and their observed states, in order. */
  readonly tale: string[];
  readonly looks: { count: number };
}

/** Creates an instance behind a firewall and a volume, and requests of another team for them: by an
 *  import, by a raw id, and by a backup with the status of another namespace, which is restored
 *  while no operator runs. */
export async function placeBystanders({ at, controlPlane, operators }: Scene): Promise<Bystanders> {
  const { objects } = at;
  await objects.apply('Instance', 'kept', { ...MACHINE, ...CORRECT });
  await objects.apply('Firewall', 'shield', { rules: CLOSED, instanceRefs: [{ name: 'kept' }] });
  await objects.apply('Volume', 'shared', DISK);
  const [machine, , disk] = [
    await objects.ready('Instance', 'kept'),
    await objects.ready('Firewall', 'shield'),
    await objects.ready('Volume', 'shared'),
  ];
  const team = await openCloudObjects(OTHER_TEAM, controlPlane.kubeconfigPath, async () => '');
  await team.apply('Volume', 'grab', {
    ...DISK,
    tags: ['stolen'],
    import: { by: 'Id', id: disk.status.id },
  });
  await team.apply('Firewall', 'grab', {
    rules: CLOSED,
    instanceRefs: [{ id: machine.status.id }],
  });
  for (const { component } of operators) await component.kill('SIGKILL');
  await team.apply('Volume', 'restored', { ...DISK, tags: ['stolen'] });
  await team.api.request(
    'PATCH',
    `/apis/${API_VERSION}/namespaces/${OTHER_TEAM}/volumes/restored/status`,
    { status: { ...disk.status, conditions: [] } },
    'application/merge-patch+json',
  );
  for (const { component } of operators) await revive(component);
  return {
    team,
    machine: machine.status.id ?? 0,
    disk: disk.status.id ?? 0,
    breaches: new Set(),
    turnedOn: { count: 0 },
    consents: new Set(),
    tale: [],
    looks: { count: 0 },
  };
}

const Account = z.object({
  tables: z.looseObject({
    instances: z.array(
      z.looseObject({ id: z.number(), backups: z.looseObject({ enabled: z.boolean() }) }),
    ),
    'firewall devices': z.array(z.looseObject({ firewallId: z.number(), computeId: z.number() })),
    volumes: z.array(z.looseObject({ id: z.number(), tags: z.array(z.string()) })),
  }),
});

/** Returns the content of the account, independently of the faults of the service. */
export const account = async (service: Service) => Account.parse(await service.world()).tables;

/** Checks the account independently of the service's faults, and every status in the API server. */
export async function look(
  { at }: Scene,
  bystanders: Bystanders,
  objects: readonly CloudObject[],
): Promise<void> {
  const { machine, disk, breaches, team } = bystanders;
  const tables = await account(at.service);
  const kept = objects.find(({ metadata }) => metadata.name === 'kept')?.status;
  const isOn = tables.instances.find(({ id }) => id === machine)?.backups.enabled;
  tell(
    bystanders,
    `backups ${isOn ? 'on' : 'off'}, plan ${hashOf(kept?.['plan'])}, consent ${hashOf(membersOf(kept)['consent'])}`,
  );
  const walls = tables['firewall devices'].filter(({ computeId }) => computeId === machine);
  if (walls.length !== 1) breaches.add(`the machine has ${walls.length} firewalls`);
  const tags = tables.volumes.find(({ id }) => id === disk)?.tags ?? ['gone'];
  if (tags.some((tag) => tag === 'gone' || tag === 'stolen'))
    breaches.add(`the volume of a team is ${tags.join()}`);
  for (const { kind, metadata, status } of objects)
    if (JSON.stringify(status).length >= MOST_OF_STATUS)
      breaches.add(`the status of ${kind}/${metadata.name} is too large`);
  for (const kind of ['Volume', 'Firewall'])
    for (const { metadata, status } of await team.list(kind))
      if (status.conditions.some(({ type, status: said }) => type === 'Ready' && said === 'True'))
        breaches.add(`${kind}/${metadata.name} of the other team is Ready`);
}

/** Repeats the check until the end. Skips outages of the API server. */
export async function keepLooking(
  scene: Scene,
  bystanders: Bystanders,
  objects: () => Promise<readonly CloudObject[]>,
): Promise<void> {
  while (!scene.isOver()) {
    const seen = await objects()
      .then((all) => look(scene, bystanders, all))
      .then(
        () => 1,
        () => 0,
      );
    bystanders.looks.count += seen;
    await pause(500);
  }
}

/** Returns the hash of a plan or a consent in a status. */
export const hashOf = (recorded: unknown): string | undefined =>
  z.looseObject({ hash: z.string() }).safeParse(recorded).data?.hash;

/** Adds an entry that differs from the last one. */
export function tell({ tale }: Bystanders, what: string): void {
  if (tale.at(-1)?.endsWith(` ${what}`) !== true) tale.push(`${new Date().toISOString()} ${what}`);
}
