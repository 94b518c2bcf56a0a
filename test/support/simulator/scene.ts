import { openStage, type Stage } from './stage.ts';

/** The items of the account before a replay. Numbers are ids. */
export interface Scene {
  readonly stage: Stage;
  /** Deployed from an image, offline, idle, with backups and a finished snapshot. */
  readonly offline: number;
  readonly running: number;
  readonly bare: number;
  readonly config: number;
  readonly disk: number;
  readonly snapshot: number;
  readonly volume: number;
  readonly attached: number;
  readonly image: string;
  readonly stackscript: number;
  readonly sshKey: number;
  readonly token: number;
}

const PASSWORD = 'correct-Horse-7';
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA someone@example.org';

const idOf = (stage: Stage, method: string, path: string, body?: unknown): number => {
  const response = stage.call(method, path, body);
  if (response.status !== 200)
    throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
  return Number(response.at('id'));
};

const firstOf = (stage: Stage, path: string): number =>
  Number(stage.call('GET', path).at('data', 0, 'id'));

const instances = (stage: Stage): Pick<Scene, 'offline' | 'running' | 'bare'> => {
  const place = { region: 'ap-west', type: 'g6-nanode-1' };
  const deployed = {
    ...place,
    image: 'compute/debian9',
    root_pass: PASSWORD,
    tags: ['go-tag-test', 'computego-test'],
  };
  const offline = idOf(stage, 'POST', '/compute/instances', {
    ...deployed,
    booted: false,
    backups_enabled: true,
  });
  const running = idOf(stage, 'POST', '/compute/instances', { ...deployed, private_ip: true });
  const bare = idOf(stage, 'POST', '/compute/instances', { ...place, booted: false });
  stage.settle();
  return { offline, running, bare };
};

const imageOf = (stage: Stage, disk: number): string => {
  const response = stage.call('POST', '/images', { disk_id: disk, label: 'image' });
  stage.settle();
  return response.at('id') as string;
};

const storage = (stage: Stage, running: number): Pick<Scene, 'volume' | 'attached'> => {
  const volume = idOf(stage, 'POST', '/volumes', { label: 'loose', region: 'ap-west' });
  const attached = idOf(stage, 'POST', '/volumes', { label: 'attached', compute_id: running });
  stage.settle();
  return { volume, attached };
};

const users = (stage: Stage): void => {
  for (const name of ['getuser', 'updateuser', 'updateusergrants', 'updateusergrantsna']) {
    idOf(stage, 'POST', '/account/users', {
      username: `computegotest-${name}`,
      email: `${name}@example.org`,
    });
  }
};

/** Creates a new scene: exchanges do not affect each other. */
export const setScene = (): Scene => {
  const stage = openStage();
  const found = instances(stage);
  const disk = firstOf(stage, `/compute/instances/${found.offline}/disks`);
  const config = firstOf(stage, `/compute/instances/${found.offline}/configs`);
  stage.call('PUT', `/compute/instances/${found.offline}/configs/${config}`, {
    interfaces: [
      { purpose: 'public' },
      { purpose: 'vlan', label: 'go-vlan-test-ipam', ipam_address: '10.0.0.1/24' },
    ],
  });
  const image = imageOf(stage, disk);
  const snapshot = idOf(stage, 'POST', `/compute/instances/${found.offline}/backups`, {
    label: 'snapshot',
  });
  stage.settle();
  users(stage);
  return {
    stage,
    ...found,
    ...storage(stage, found.running),
    config,
    disk,
    snapshot,
    image,
    stackscript: idOf(stage, 'POST', '/compute/stackscripts', {
      label: 'script',
      images: ['any/all'],
      script: '#!/bin/sh\n',
    }),
    sshKey: idOf(stage, 'POST', '/profile/sshkeys', { label: 'key', ssh_key: KEY }),
    token: idOf(stage, 'POST', '/profile/tokens', {
      label: 'token',
      scopes: 'computes:read_only',
      expiry: '2033-01-01T00:00:00',
    }),
  };
};
