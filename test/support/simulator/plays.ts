import type { Play } from './play.ts';
import { CLUSTER_PLAYS } from './plays-clusters.ts';
import { DATABASE_PLAYS } from './plays-databases.ts';
import { NETWORKING_PLAYS } from './plays-networking.ts';
import type { Scene } from './scene.ts';

const wait = ({ stage }: Scene): void => stage.settle();
const client = ({ stage }: Scene): string =>
  String(
    stage
      .call('POST', '/account/oauth-clients', {
        label: 'client',
        redirect_uri: 'https://a.example',
      })
      .at('id'),
  );
const payment = ({ stage }: Scene): string =>
  String(stage.call('POST', '/account/payments', { usd: '25.00', cvv: '123' }).at('id'));
const clientPath = (scene: Scene): string => `/account/oauth-clients/${client(scene)}`;
const boot = ({ stage, offline }: Scene): void => {
  stage.call('POST', `/compute/instances/${offline}/boot`);
};

/** Replays by method and path of the recordings, with the status where it matters. */
export const PLAYS: Readonly<Record<string, Play>> = {
  ...DATABASE_PLAYS,
  ...CLUSTER_PLAYS,
  ...NETWORKING_PLAYS,
  'GET /account/logins 200': {
    before: ({ stage }) => {
      const args = { username: 'admin', ip: '198.18.151.52', successful: true };
      stage.call('POST', '/__sim/incident', { name: 'login.attempted', args });
    },
  },
  'GET /account/payments 200': {
    before: (scene) => {
      payment(scene);
    },
  },
  'GET /account/payments/{paymentId} 200': {
    path: (scene) => `/account/payments/${payment(scene)}`,
  },
  'GET /account/oauth-clients 200': {
    before: (scene) => {
      client(scene);
    },
  },
  'GET /account/oauth-clients/{clientId} 200': { path: clientPath },
  'DELETE /account/oauth-clients/{clientId} 200': { path: clientPath },
  'PUT /account/users/computegotest-updateuser 200': {
    body: () => ({ username: 'user14', restricted: true }),
  },
  'POST /account/users 200': {
    body: () => ({
      username: 'user13',
      email: 'computegotest-getuser@example.com',
      restricted: true,
    }),
  },
  'PUT /account/users/computegotest-updateusergrantsna/grants 200': {
    body: () => ({
      global: {
        account_access: null,
        add_domains: false,
        add_databases: false,
        cancel_account: false,
      },
    }),
  },
  'POST /compute/instances/{computeId}/disks 400': {
    path: (scene) => `/compute/instances/${scene.offline}/disks`,
    before: boot,
  },
  'POST /compute/instances/{computeId}/disks 200': {
    path: ({ bare }) => `/compute/instances/${bare}/disks`,
  },
  'DELETE /compute/instances/{computeId}/disks/{diskId} 400': { before: boot },
  'GET /compute/instances/{computeId} 404': { path: () => '/compute/instances/1231' },
  'GET /images/{imageId} 404': { path: () => '/images/not-found' },
  'GET /compute/types/{typeId} 404': { path: () => '/compute/types/missing-type' },
  'GET /profile/sshkeys/{id} 404': { path: () => '/profile/sshkeys/123' },
  'GET /profile/tokens/{id} 404': { path: () => '/profile/tokens/123' },
  'GET /tags/{label} 404': { path: () => '/tags/does-not-exist' },
  'GET /account/events 429': {
    before: ({ stage }) =>
      stage.sim.addFault({ kind: 'throttle', route: '/account/events', html: true }),
  },
  'GET /account/events 200': {
    before: (scene) => {
      boot(scene);
      wait(scene);
      const { stage, offline, config } = scene;
      stage.call('POST', `/compute/instances/${offline}/configs`, {
        label: 'test-config',
        devices: {},
      });
      stage.call('POST', `/compute/instances/${offline}/clone`, {
        region: 'ap-west',
        type: 'g6-nanode-1',
        configs: [config],
      });
      stage.call('POST', `/compute/instances/${offline}/shutdown`);
      stage.pass(15_000);
    },
  },
  'GET /account/events/{eventId} 200': { before: boot },
  'PUT /profile 200': {
    body: () => ({
      email: 'new@example.org',
      timezone: 'GMT',
      authorized_keys: [],
      restricted: false,
    }),
  },
  'POST /profile/sshkeys 200': {
    body: () => ({ label: 'go-test-def', ssh_key: 'ssh-rsa AAAASCRUBBED someone@example.org' }),
  },
  'PUT /profile/sshkeys/{id} 200': {
    path: ({ sshKey }) => `/profile/sshkeys/${sshKey}`,
    body: () => ({ label: 'go-test-def_r' }),
  },
  'GET /profile/sshkeys/{id} 200': { path: ({ sshKey }) => `/profile/sshkeys/${sshKey}` },
  'DELETE /profile/sshkeys/{id} 200': { path: ({ sshKey }) => `/profile/sshkeys/${sshKey}` },
  'GET /profile/tokens/{id} 200': { path: ({ token }) => `/profile/tokens/${token}` },
  'PUT /profile/tokens/{id} 200': {
    path: ({ token }) => `/profile/tokens/${token}`,
    body: () => ({ label: 'renamed' }),
  },
  'POST /profile/tokens 200': {
    body: () => ({
      label: 'computego-token-test',
      scopes: 'computes:read_only',
      expiry: '2023-10-10T19:47:28',
    }),
  },
  'POST /compute/instances/{computeId}/shutdown 200': {
    path: ({ running }) => `/compute/instances/${running}/shutdown`,
  },
  'GET /compute/instances/{computeId}/volumes 200': {
    path: ({ running }) => `/compute/instances/${running}/volumes`,
  },
  'GET /compute/instances/{computeId}/stats 200': { before: wait },
  'POST /volumes/{volumeId}/attach 200': {
    body: ({ offline, config }) => ({ compute_id: offline, config_id: config }),
  },
};
