import { first, make } from './givens.ts';
import type { Play } from './play.ts';
import type { Scene } from './scene.ts';

const ALL = '/kube/clusters';
const POOL = {
  count: 2,
  type: 'g6-standard-2',
  disks: [{ size: 1000, type: 'ext4' }],
  tags: ['testing'],
};
const BODY = {
  label: 'go-kube-test',
  region: 'ap-west',
  k8s_version: '1.23',
  tags: ['testing'],
  node_pools: [{ count: 1, type: 'g6-standard-2', disks: null, tags: ['test'] }, POOL],
};

/** Creates a cluster as most recordings did, seconds before. */
const asked = ({ stage }: Scene): void => {
  make(stage, ALL, BODY);
};

const ready = (scene: Scene): void => {
  asked(scene);
  scene.stage.settle();
};

const one =
  (rest = '') =>
  ({ stage }: Scene): string =>
    `${ALL}/${first(stage, ALL)}${rest}`;

const pool = (scene: Scene): string =>
  `${one('/pools')(scene)}/${first(scene.stage, one('/pools')(scene))}`;

/** Replays of the recorded exchanges on clusters. */
export const CLUSTER_PLAYS: Readonly<Record<string, Play>> = {
  [`GET ${ALL} 200`]: { before: asked },
  [`GET ${ALL}/{clusterId} 404`]: { path: () => `${ALL}/0` },
  [`PUT ${ALL}/{clusterId} 200`]: { before: asked, path: one() },
  [`DELETE ${ALL}/{clusterId} 200`]: { before: asked, path: one() },
  [`GET ${ALL}/{clusterId}/api-endpoints 200`]: { before: ready, path: one('/api-endpoints') },
  [`GET ${ALL}/{clusterId}/api-endpoints 503`]: { before: asked, path: one('/api-endpoints') },
  [`GET ${ALL}/{clusterId}/dashboard 200`]: { before: ready, path: one('/dashboard') },
  [`GET ${ALL}/{clusterId}/kubeconfig 200`]: { before: ready, path: one('/kubeconfig') },
  [`GET ${ALL}/{clusterId}/kubeconfig 503`]: { before: asked, path: one('/kubeconfig') },
  [`GET ${ALL}/{clusterId}/pools 200`]: { before: asked, path: one('/pools') },
  [`POST ${ALL}/{clusterId}/pools 200`]: { before: asked, path: one('/pools') },
  [`GET ${ALL}/{clusterId}/pools/{poolId} 200`]: { before: asked, path: pool },
  [`GET ${ALL}/{clusterId}/pools/{poolId} 404`]: { before: asked, path: one('/pools/0') },
  [`PUT ${ALL}/{clusterId}/pools/{poolId} 200`]: { before: asked, path: pool },
  [`DELETE ${ALL}/{clusterId}/pools/{poolId} 200`]: { before: asked, path: pool },
  'GET /kube/versions/{version} 200': { path: () => '/kube/versions/1.23' },
  'GET /kube/versions/{version} 404': { path: () => '/kube/versions/does-not-exist' },
};
