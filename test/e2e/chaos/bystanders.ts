import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ANNOTATION, API_VERSION } from '../../../src/model/group.ts';
import { MOST_OF_STATUS } from '../../harness/sizes.ts';
import { type CloudObject, reasonOf } from '../cloud-object.ts';
import { type CloudObjects, openCloudObjects } from '../cloud-objects.ts';
import type { Service } from '../service.ts';
import { repeatedly, revive, type Scene } from './scene.ts';

/** The namespace of another team, which the same token serves. */
export const OTHER_TEAM = 'default';

const DISK = { region: 'eu-west', size: 20 };
const MACHINE = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11', booted: true, backupsEnabled: false };
const CLOSED = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT', inbound: [], outbound: [] };
const CORRECT = { policy: { drift: 'Correct' } };

/** Objects that nobody changes while everything goes wrong, and what others try with their items. */
export interface Bystanders {
  readonly team: CloudObjects;
  readonly machine: number;
  readonly disk: number;
  /** What was seen that must not be, a sentence each. */
  readonly breaches: Set<string>;
  /** How often backups were turned on outside, and the plans that people consented to. */
  readonly turnedOn: { count: number };
  readonly consents: Set<string>;
  readonly looks: { count: number };
}

/** Makes a machine behind a firewall and a volume, and what another team asks for: by an import, by a raw id, and by a backup with the status of
 *  another namespace, which is restored while no operator runs. */
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
  await team.apply('Volume', 'grab', { ...DISK, tags: ['stolen'], import: { id: disk.status.id } });
  await team.apply('Firewall', 'grab', { rules: CLOSED, instanceIds: [machine.status.id] });
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
    looks: { count: 0 },
  };
}

const Account = z.object({
  tables: z.looseObject({
    instances: z.array(z.looseObject({ id: z.number(), backups: z.looseObject({ enabled: z.boolean() }) })),
    'firewall devices': z.array(z.looseObject({ firewallId: z.number(), computeId: z.number() })),
    volumes: z.array(z.looseObject({ id: z.number(), tags: z.array(z.string()) })),
  }),
});

const account = async (service: Service) => Account.parse(await service.world()).tables;

/** Whether the stored backups of the machine are kept, as the account has it. */
export async function hasBackups({ at }: Scene, { machine }: Bystanders): Promise<boolean> {
  return (await account(at.service)).instances.find(({ id }) => id === machine)?.backups.enabled === true;
}

/** Looks at the account past the service's faults, and at every status that the API server shows. */
export async function look({ at }: Scene, { machine, disk, breaches, team }: Bystanders, objects: readonly CloudObject[]): Promise<void> {
  const tables = await account(at.service);
  const walls = tables['firewall devices'].filter(({ computeId }) => computeId === machine);
  if (walls.length !== 1) breaches.add(`the machine has ${walls.length} firewalls`);
  const tags = tables.volumes.find(({ id }) => id === disk)?.tags ?? ['gone'];
  if (tags.some((tag) => tag === 'gone' || tag === 'stolen')) breaches.add(`the volume of a team is ${tags.join()}`);
  for (const { kind, metadata, status } of objects)
    if (JSON.stringify(status).length >= MOST_OF_STATUS) breaches.add(`the status of ${kind}/${metadata.name} is too large`);
  for (const kind of ['Volume', 'Firewall'])
    for (const { metadata, status } of await team.list(kind))
      if (status.conditions.some(({ type, status: said }) => type === 'Ready' && said === 'True'))
        breaches.add(`${kind}/${metadata.name} of the other team is Ready`);
}

/** Looks again and again until it is over. While the API server is away there is nothing to see. */
export async function keepLooking(scene: Scene, bystanders: Bystanders, objects: () => Promise<readonly CloudObject[]>): Promise<void> {
  while (!scene.isOver()) {
    const seen = await objects().then(
      (all) => look(scene, bystanders, all).then(() => 1),
      () => 0,
    );
    bystanders.looks.count += seen;
    await pause(500);
  }
}

/** Somebody turns the backups of the machine on, and somebody consents to the plan that turns them off: once to each plan. */
export const keepAsking = (scene: Scene, bystanders: Bystanders): Promise<void> =>
  repeatedly(scene, [500, 2_000], () =>
    ask(scene, bystanders).then(
      (what) => what,
      () => 'questions unheard',
    ),
  );

/** One such deed. Rejects when the API server is away. */
export async function ask(scene: Scene, bystanders: Bystanders): Promise<string> {
  const { at, random } = scene;
  if (await hasBackups(scene, bystanders)) return consent(scene, bystanders);
  if (random() < 0.5 || !(await isAnswered(at.objects))) return 'times without a question';
  await at.service.call('POST', `/compute/instances/${bystanders.machine}/backups/enable`).catch(() => null);
  if (await hasBackups(scene, bystanders)) bystanders.turnedOn.count += 1;
  return 'backups turned on';
}

/** Whether a pass has seen what the last consent brought about: until then it holds for the same step. */
async function isAnswered(objects: CloudObjects): Promise<boolean> {
  const kept = await objects.get('Instance', 'kept');
  return (
    kept !== null && kept.status['consent'] === undefined && kept.status['plan'] === undefined && reasonOf(kept, 'Synced') === 'InSync'
  );
}

/** Consents to the plan that the machine's object shows, if it shows one. */
export async function consent({ at }: Scene, { consents }: Bystanders): Promise<string> {
  const hash = z.looseObject({ hash: z.string() }).safeParse((await at.objects.get('Instance', 'kept'))?.status['plan']).data?.hash;
  if (hash === undefined) return 'plans not yet shown';
  consents.add(hash);
  await at.objects.annotate('Instance', 'kept', { [ANNOTATION.consent]: hash });
  return 'consents';
}
