import { z } from 'zod';
import { furnishNetwork, type Make, type Send } from './rich-network.ts';

/** A client of an account, independent of the operator. */
export interface Clerk {
  readonly call: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ readonly status: number; readonly body: unknown }>;
  /** Advances the clock until the item at the path matches. */
  readonly until: (path: string, isSo: (body: Row) => boolean) => Promise<void>;
}

const Row = z.looseObject({ id: z.number() });
type Row = Readonly<Record<string, unknown>>;

/** Other items of the account, by their ids. */
export interface Furnished {
  readonly web: number;
  readonly marked: number;
  readonly clusterId: number;
}

const REGION = 'us-east';
const MARK = 'k8s:11111111-2222-3333-4444-555555555555';

/** Creates items of all kinds with settings that differ from the defaults, duplicates, and items
 *  that must not be imported. Throws on a refusal of the service. */
export async function furnish(clerk: Clerk): Promise<Furnished> {
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await clerk.call(method, path, body);
    if (answer.status !== 200)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const make = async (path: string, body: object): Promise<number> =>
    Row.parse(await send('POST', path, body)).id;
  const web = await machines(clerk, send, make);
  await furnishNetwork(send, make, web);
  await make('/volumes', { label: 'web-data', size: 30, compute_id: web, tags: ['shop'] });
  await make('/volumes', { label: 'spare', region: REGION });
  await make('/volumes', { label: 'spare', region: REGION, size: 40 });
  const marked = await make('/volumes', { label: 'theirs', region: REGION, tags: [MARK, 'shop'] });
  await script(make);
  const clusterId = await managed(clerk, send, make);
  await clerk.until(`/volumes/${marked}`, ({ status }) => status === 'active');
  await image(clerk, send, web);
  return { web, marked, clusterId };
}

/** Creates scripts: a public one, too. Both have the same label. */
async function script(make: Make): Promise<void> {
  const setup = { label: 'setup', images: ['any/all'] };
  await make('/compute/stackscripts', { ...setup, script: '#!/bin/sh\necho one\n' });
  await make('/compute/stackscripts', {
    ...setup,
    script: '#!/bin/sh\n',
    description: 'Sets up\na machine\n',
    rev_note: 'second',
    is_public: true,
  });
}

/** Creates an image of the first disk of an instance. */
async function image({ until }: Clerk, send: Send, web: number): Promise<void> {
  const answer = await send('GET', `/compute/instances/${web}/disks`);
  const { data } = z.looseObject({ data: z.array(Row) }).parse(answer);
  await send('POST', '/images', { disk_id: data[0]?.id, label: 'golden' });
  await until(`/compute/instances/${web}`, ({ status }) => status === 'running');
}

const password = 'A-Secret-0f-some-Length';

async function machines({ until }: Clerk, send: Send, make: Make): Promise<number> {
  const machine = { region: REGION, type: 'g6-nanode-1' };
  const web = await make('/compute/instances', {
    ...machine,
    label: 'Web_1',
    image: 'compute/debian11',
    root_pass: password,
    private_ip: true,
    backups_enabled: true,
    tags: ['web', 'shop'],
    group: 'shop',
  });
  const bare = await make('/compute/instances', { ...machine, label: 'bare.metal' });
  await until(`/compute/instances/${web}`, ({ status }) => status === 'running');
  await until(`/compute/instances/${bare}`, ({ status }) => status === 'offline');
  const schedule = { day: 'Tuesday', window: 'W4' };
  await send('PUT', `/compute/instances/${web}`, {
    watchdog_enabled: false,
    alerts: { cpu: 50, io: 10 },
    backups: { schedule },
  });
  const devices = { sda: null };
  const profile = {
    devices,
    kernel: 'compute/grub2',
    helpers: { distro: false },
    comments: 'by hand',
    run_level: 'single',
  };
  await send('POST', `/compute/instances/${bare}/configs`, { ...profile, label: 'rescue' });
  await send('POST', `/compute/instances/${bare}/configs`, {
    label: 'plain',
    devices,
    interfaces: [{ purpose: 'vlan', label: 'lan' }],
  });
  return web;
}

async function managed({ until }: Clerk, send: Send, make: Make): Promise<number> {
  const database = {
    label: 'shop',
    engine: 'mysql/8.0.26',
    region: REGION,
    type: 'g6-standard-1',
    cluster_size: 3,
    encrypted: true,
  };
  const databaseId = await make('/databases/mysql/instances', {
    ...database,
    allow_list: ['203.0.113.0/24'],
  });
  const web = { type: 'g6-standard-1', count: 2, tags: ['k8s-pool:web'] };
  const jobs = {
    type: 'g6-standard-1',
    count: 1,
    autoscaler: { enabled: true, min: 1, max: 3 },
    disks: [{ size: 1024, type: 'ext4' }],
  };
  const cluster = {
    label: 'shop',
    region: REGION,
    k8s_version: '1.25',
    tags: ['shop'],
    control_plane: { high_availability: true },
  };
  const clusterId = await make('/kube/clusters', { ...cluster, node_pools: [web, jobs] });
  await until(`/databases/mysql/instances/${databaseId}`, ({ status }) => status === 'active');
  const updates = {
    frequency: 'monthly',
    week_of_month: 2,
    day_of_week: 7,
    hour_of_day: 3,
    duration: 2,
  };
  await send('PUT', `/databases/mysql/instances/${databaseId}`, { updates });
  await until(`/databases/mysql/instances/${databaseId}`, ({ status }) => status === 'active');
  const hasStarted = (row: Row): boolean => JSON.stringify(row).match(/"ready"/g)?.length === 3;
  await until(`/kube/clusters/${clusterId}/pools`, hasStarted);
  return clusterId;
}
