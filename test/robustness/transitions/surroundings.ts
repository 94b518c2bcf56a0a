import type { ObjectName } from '../../../src/engine/ports/cluster.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import type { AnyKind } from '../../../src/model/kind.ts';
import { asRecord } from '../../../src/model/parse.ts';
import { Secret } from '../../../src/model/secret.ts';
import { isReady } from '../../support/invariants.ts';
import { World } from '../../support/world.ts';

const PLACE = { region: 'eu-west', type: 'g6-nanode-1' };
const DEPLOYED = { ...PLACE, image: 'compute/debian11', booted: true };

/** Objects of the surroundings whose specs never change. */
const BYSTANDERS: Readonly<
  Record<string, { readonly spec: object; readonly labels?: Readonly<Record<string, string>> }>
> = {
  'Instance/front': { spec: DEPLOYED, labels: { app: 'web' } },
  'Instance/back': { spec: DEPLOYED, labels: { app: 'web', role: 'db' } },
  'Instance/far': { spec: { ...DEPLOYED, region: 'us-east' } },
  'Instance/bare': { spec: PLACE },
  'Volume/spare': { spec: { region: 'eu-west', size: 20 } },
  'StackScript/setup': { spec: { script: '#!/bin/sh\n', images: ['any/all'] } },
  'Domain/home': { spec: { domain: 'home.example', type: 'master', soaEmail: 'dns@example.org' } },
};

/** A world with idle surroundings and without an operator. */
export interface Surround {
  readonly world: World;
  /** Ids of items without objects: a script, a volume, a backup. */
  readonly outside: Readonly<Record<string, number>>;
}

/** Parses `Kind/name` as a name in the default namespace. */
export function nameOf(who: string): ObjectName {
  const [kind = '', name = ''] = who.split('/');
  return { kind, namespace: 'default', name };
}

function place(world: World): Readonly<Record<string, number>> {
  const post = (path: string, body: object): number =>
    Number(asRecord(world.outsider.call('POST', path, body).body)['id']);
  post('/profile/sshkeys', { label: 'key', ssh_key: 'ssh-ed25519 AAAA' });
  const script = post('/compute/stackscripts', {
    label: 'script',
    images: ['any/all'],
    script: '#!/bin/sh',
  });
  const loose = post('/volumes', { label: 'loose', region: PLACE.region, size: 20 });
  const root_pass = 'correct horse battery staple';
  const saved = post('/compute/instances', {
    ...PLACE,
    image: DEPLOYED.image,
    root_pass,
    label: 'saved',
    backups_enabled: true,
  });
  return { script, loose, saved };
}

async function build(): Promise<Surround> {
  const world = new World({ kinds: KINDS, limits: 'off', pollMs: 120_000 });
  const items = place(world);
  for (const name of ['password', 'others', 'answers'])
    world.cluster.secrets.apply('default', name, {
      password: new Secret('correct horse battery staple'),
      data: new Secret('{}'),
    });
  for (const [who, { spec, labels }] of Object.entries(BYSTANDERS))
    world.cluster.apply(nameOf(who), spec, { ...(labels && { labels }) });
  world.start();
  await world.until(() =>
    Object.keys(BYSTANDERS).every((who) => isReady(world.cluster.get(nameOf(who)) ?? never(who))),
  );
  const made = world.outsider.call('POST', `/compute/instances/${items['saved']}/backups`, {
    label: 'snapshot',
  });
  await world.time.advance(10 * 60_000);
  await world.stop();
  return { world, outside: { ...items, backup: Number(asRecord(made.body)['id']) } };
}

const never = (who: string): never => {
  throw new Error(`${who} is not there`);
};

let built: Promise<Surround> | null = null;

/** Copies the surroundings, with a running operator. @param kinds of the operator */
export async function newSurround(kinds: readonly AnyKind[] = KINDS): Promise<Surround> {
  built ??= build();
  const { world, outside } = await built;
  const copy = world.fork({ kinds });
  copy.start();
  return { world: copy, outside };
}

/** Returns the id in the status of an object; -1: none. */
export function idOf({ world }: Surround, who: string): number {
  const { id } = asRecord(world.cluster.get(nameOf(who))?.status);
  return typeof id === 'number' ? id : -1;
}

/** A placeholder for an id of this world: an item of an object, its first profile, or one of its
 *  disks. */
interface Stand {
  readonly $id?: string;
  readonly $config?: string;
  readonly $disk?: string;
  readonly nth?: number;
}

/** An id of no item. */
const NO_ID = 999_999;

function partOf(surround: Surround, who: string, part: 'configs' | 'disks', nth = 0): number {
  const id = idOf(surround, who);
  return id < 0
    ? NO_ID
    : (surround.world.outsider.rows<{ readonly id: number }>(`/compute/instances/${id}/${part}`)[
        nth
      ]?.id ?? NO_ID);
}

/** Replaces placeholders by the ids of this world: `{ $id: 'Instance/front' }`. */
export function real(surround: Surround, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => real(surround, one));
  if (typeof value !== 'object' || value === null) return value;
  const { $id, $config, $disk, nth } = value as Stand;
  if ($id !== undefined) return surround.outside[$id] ?? idOf(surround, $id);
  if ($config !== undefined) return partOf(surround, $config, 'configs');
  if ($disk !== undefined) return partOf(surround, $disk, 'disks', nth);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      one === undefined ? [] : [[name, real(surround, one)]],
    ),
  );
}

const POLICY = { deletion: 'Delete' } as const;

/** Applies a spec as a user. */
export const apply = (surround: Surround, who: string, spec: object): void =>
  void surround.world.cluster.apply(nameOf(who), {
    ...(real(surround, spec) as object),
    policy: POLICY,
  });
