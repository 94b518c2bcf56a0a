import { join } from 'node:path';
import type { Reaper } from '../process/reaper.ts';
import { auditFlags } from './audit.ts';
import { type Component, createComponent } from './component.ts';
import { connectKubeApi, type KubeApi } from './kubeapi.ts';
import type { BinaryName } from './module.ts';
import type { Pki } from './pki.ts';

/** The folder, binaries, keys and reaper of a control plane. */
export interface Site {
  readonly directory: string;
  readonly binaries: string;
  readonly pki: Pki;
  readonly reaper: Reaper;
}

/** Builds the component of one etcd member on loopback. Without fsync a killed process loses no
 *  data; only a machine failure would. */
export function etcd(site: Site, port: number): Component {
  const flags = {
    'data-dir': join(site.directory, 'etcd'),
    'listen-client-urls': etcdUrl(port),
    'advertise-client-urls': etcdUrl(port),
    'listen-peer-urls': 'http://127.0.0.1:0',
    'unsafe-no-fsync': 'true',
    'log-level': 'warn',
  };
  return server(site, 'etcd', flags, async () => (await fetch(`${etcdUrl(port)}/health`)).ok);
}

export interface ApiServerOptions {
  readonly port: number;
  readonly etcdPort: number;
  /** The administrator's client, for the readiness check. */
  readonly api: KubeApi;
  /** `enforced` requires a controller manager: the plugin rejects every Pod of a namespace without
   *  the account `default`. */
  readonly serviceAccounts: 'issued' | 'enforced';
}

/** Builds the component of kube-apiserver: certificates for users, signed tokens for service
 *  accounts, RBAC for all. */
export async function apiServer(
  site: Site,
  { port, etcdPort, api, serviceAccounts }: ApiServerOptions,
): Promise<Component> {
  const { files } = site.pki;
  const flags = {
    ...serving(site, port),
    'advertise-address': '127.0.0.1',
    'endpoint-reconciler-type': 'none',
    'etcd-servers': etcdUrl(etcdPort),
    'service-cluster-ip-range': '10.0.0.0/24',
    'authorization-mode': 'RBAC',
    'client-ca-file': files.ca,
    'service-account-issuer': 'https://kubernetes.default.svc.cluster.local',
    'service-account-key-file': files.serviceAccountPublicKey,
    'service-account-signing-key-file': files.serviceAccountPrivateKey,
    ...(await auditFlags(site.directory)),
    ...(serviceAccounts === 'enforced' ? {} : { 'disable-admission-plugins': 'ServiceAccount' }),
  };
  return server(site, 'kube-apiserver', flags, () => answersOk(api, '/readyz'));
}

const CONTROLLERS = [
  'garbage-collector-controller',
  'namespace-controller',
  'serviceaccount-controller',
  'root-ca-certificate-publisher-controller',
  'clusterrole-aggregation-controller',
];

/** Builds the component of kube-controller-manager with the controllers that tests and the demo
 *  need: garbage collection, namespace deletion, default accounts, aggregated roles. */
export function controllerManager(site: Site, port: number, kubeconfigPath: string): Component {
  const { files, caPem } = site.pki;
  const flags = {
    ...serving(site, port),
    kubeconfig: kubeconfigPath,
    'service-account-private-key-file': files.serviceAccountPrivateKey,
    'root-ca-file': files.ca,
    'use-service-account-credentials': 'true',
    'leader-elect': 'false',
    controllers: CONTROLLERS.join(','),
  };
  const api = connectKubeApi({ server: `https://127.0.0.1:${port}`, caPem, identity: null });
  return server(site, 'kube-controller-manager', flags, () => answersOk(api, '/healthz'));
}

type Flags = Readonly<Record<string, string>>;

function server(
  { directory, binaries, reaper }: Site,
  name: BinaryName,
  flags: Flags,
  isReady: () => Promise<boolean>,
): Component {
  const rendered = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`);
  return createComponent(
    {
      name,
      command: join(binaries, name),
      flags: rendered,
      logFile: join(directory, `${name}.log`),
      isReady,
    },
    reaper,
  );
}

const serving = ({ pki, directory }: Site, port: number): Flags => ({
  'bind-address': '127.0.0.1',
  'secure-port': String(port),
  'cert-dir': directory,
  'tls-cert-file': pki.files.servingCert,
  'tls-private-key-file': pki.files.servingKey,
});

const etcdUrl = (port: number): string => `http://127.0.0.1:${port}`;

const answersOk = async (api: KubeApi, path: string): Promise<boolean> =>
  (await api.request('GET', path)).status === 200;
