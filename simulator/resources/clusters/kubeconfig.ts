import type { ClusterRow } from './table.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const hostOf = (cluster: ClusterRow): string => `${cluster.uuid}.${cluster.region}-2.kube.example`;

/** Source: clusters#access. */
export const dashboardOf = (cluster: ClusterRow): string =>
  `https://${cluster.uuid}.dashboard.${cluster.region}-2.kube.example`;

/** Returns the endpoints by name and by address, on both ports. Source: clusters#access. */
export const endpointsOf = (cluster: ClusterRow): readonly string[] =>
  [hostOf(cluster), cluster.address].flatMap((host) => [
    `https://${host}:443`,
    `https://${host}:6443`,
  ]);

const yamlOf = (cluster: ClusterRow): string => {
  const name = `kube${cluster.id}`;
  return `
apiVersion: v1
kind: Config
preferences: {}

clusters:
- cluster:
    certificate-authority-data: ${base64(`-----BEGIN CERTIFICATE-----\n${base64(cluster.authority)}\n-----END CERTIFICATE-----\n`)}
    server: https://${hostOf(cluster)}:443
  name: ${name}

users:
- name: ${name}-admin
  user:
    as-user-extra: {}
    token: ${cluster.token}

contexts:
- context:
    cluster: ${name}
    namespace: default
    user: ${name}-admin
  name: ${name}-ctx

current-context: ${name}-ctx
`;
};

/** Builds a kubeconfig in the recorded form, in base64. Source: clusters#access. */
export const kubeconfigOf = (cluster: ClusterRow): string => base64(yamlOf(cluster));
