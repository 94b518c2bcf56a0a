import * as z from 'zod';
import { text } from './bounds.ts';
import { Empty, envelope, Id, Tags, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { PoolCreate } from './pools.ts';
import { word } from './word.ts';

/** A container cluster. Its status is "ready" long before it is usable. Source: clusters#clusters;
 *  clusters#status. */
export const Cluster = z.looseObject({
  id: Id,
  label: z.string(),
  status: word(['ready', 'not_ready']).optional(),
  region: z.string(),
  k8s_version: z.string(),
  control_plane: z.looseObject({ high_availability: z.boolean() }),
  tags: z.array(z.string()),
  created: Timestamp,
  updated: Timestamp,
});
export type Cluster = z.infer<typeof Cluster>;

/** A label, returned with non-ASCII characters as Unicode escapes; four-byte characters are
 *  refused. Source: clusters#clusters. */
export const ClusterLabel = text(1, 32).regex(
  /^[^\uD800-\uDFFF]*$/,
  'Must not use 4-byte UTF-8 characters',
);

/** Major and minor; the service deploys the latest patch. Source: clusters#versions. */
export const K8sVersion = z.string().regex(/^\d+\.\d+$/, 'k8s_version is not valid');

/** Source: clusters#create. */
export const ClusterCreate = z.strictObject({
  label: ClusterLabel,
  k8s_version: K8sVersion,
  region: z.string(),
  tags: Tags.optional(),
  control_plane: z.strictObject({ high_availability: z.boolean().default(false) }).optional(),
  node_pools: z.array(PoolCreate),
});
export type ClusterCreate = z.input<typeof ClusterCreate>;

/** High availability cannot be turned off. Source: clusters#update; clusters#high-availability. */
export const ClusterUpdate = z.strictObject({
  label: ClusterLabel.optional(),
  k8s_version: K8sVersion.optional(),
  control_plane: z.strictObject({ high_availability: z.boolean().optional() }).optional(),
  tags: Tags.optional(),
});
export type ClusterUpdate = z.input<typeof ClusterUpdate>;

/** At least one of the two. Source: clusters#regenerate-access. */
export const ClusterRegenerate = z
  .strictObject({ kubeconfig: z.boolean().optional(), servicetoken: z.boolean().optional() })
  .refine(
    (body) => body.kubeconfig === true || body.servicetoken === true,
    'kubeconfig or servicetoken is required',
  );
export type ClusterRegenerate = z.input<typeof ClusterRegenerate>;

/** Base64 of a YAML document. Source: clusters#access. */
export const Kubeconfig = z.looseObject({ kubeconfig: z.string() });
export type Kubeconfig = z.infer<typeof Kubeconfig>;

/** Source: clusters#versions. */
export const ClusterVersion = z.looseObject({ id: z.string() });
export type ClusterVersion = z.infer<typeof ClusterVersion>;
export const ApiEndpoint = z.looseObject({ endpoint: z.string() });
export type ApiEndpoint = z.infer<typeof ApiEndpoint>;
export const Dashboard = z.looseObject({ url: z.string() });
export type Dashboard = z.infer<typeof Dashboard>;

const source = 'clusters#clusters';
const all = '/kube/clusters';
const one = `${all}/{clusterId}` as const;
const read = { method: 'GET', scopes: ['kube:read_only'], source } as const;
const action = { method: 'POST', scopes: ['kube:read_write'], source } as const;
const remove = { method: 'DELETE', scopes: ['kube:read_write'], response: Empty, source } as const;

export const clusters = {
  list: endpoint({
    ...read,
    path: all,
    response: envelope(Cluster),
    paged: 'unsized',
    filters: ['label', 'region', 'k8s_version', 'tags'],
  }),
  create: endpoint({ ...action, path: all, body: ClusterCreate, response: Cluster }),
  view: endpoint({ ...read, path: one, response: Cluster }),
  update: endpoint({
    method: 'PUT',
    path: one,
    scopes: ['kube:read_write'],
    body: ClusterUpdate,
    response: Cluster,
    source,
  }),
  delete: endpoint({ ...remove, path: one }),
  apiEndpoints: endpoint({
    ...read,
    path: `${one}/api-endpoints`,
    response: envelope(ApiEndpoint),
    paged: 'unsized',
  }),
  dashboard: endpoint({ ...read, path: `${one}/dashboard`, response: Dashboard }),
  kubeconfig: endpoint({
    method: 'GET',
    path: `${one}/kubeconfig`,
    scopes: ['kube:read_write'],
    response: Kubeconfig,
    source,
  }),
  deleteKubeconfig: endpoint({ ...remove, path: `${one}/kubeconfig` }),
  deleteServiceToken: endpoint({ ...remove, path: `${one}/servicetoken` }),
  regenerate: endpoint({
    ...action,
    path: `${one}/regenerate`,
    body: ClusterRegenerate,
    response: Empty,
  }),
  recycle: endpoint({ ...action, path: `${one}/recycle`, response: Empty }),
  versions: endpoint({
    ...read,
    path: '/kube/versions',
    response: envelope(ClusterVersion),
    paged: 'unsized',
  }),
  version: endpoint({ ...read, path: '/kube/versions/{version}', response: ClusterVersion }),
} as const;
