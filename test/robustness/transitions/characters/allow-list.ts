import { asSet, type Spec, type Surroundings } from '../character.ts';
import { selectedBy } from './selected.ts';

export const machines = (...names: readonly string[]) => ({
  instanceRefs: names.map((name) => ({ name })),
});
export const labelled = (labels: object) => ({ instanceSelector: { matchLabels: labels } });

const by = (key: string, value: string) => ({
  instanceSelector: { matchExpressions: [{ key, operator: 'In', values: [value] }] },
});
export const EXPRESSIONS = [
  by('app', 'web'),
  by('role', 'db'),
  { instanceSelector: { matchExpressions: [{ key: 'role', operator: 'Exists' }] } },
  { instanceSelector: { matchExpressions: [{ key: 'role', operator: 'DoesNotExist' }] } },
  {
    instanceSelector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] },
  },
];

interface FromSpec {
  readonly instanceRefs?: readonly { readonly name: string }[];
  readonly instanceSelector?: object;
  readonly kubeClusterRefs?: readonly { readonly name: string }[];
  readonly addresses?: readonly string[];
}

/** Reduces a range to its first address. */
function withMask(address: string): string {
  const [ip = '', bits = '32'] = address.split('/');
  const value = ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const first = value - (value % 2 ** (32 - Number(bits)));
  return `${[24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.')}/${bits}`;
}

/** Returns the addresses of clusters' nodes, which the service names after their cluster. Source:
 *  clusters#nodes; databases#allow-list. */
const nodesOf = (
  { idOf, rowsOf }: Surroundings,
  clusters: FromSpec['kubeClusterRefs'] = [],
): readonly unknown[] =>
  clusters.flatMap(({ name }) =>
    rowsOf('/compute/instances')
      .filter(
        ({ label }) =>
          typeof label === 'string' && label.startsWith(`kube${idOf(`KubeCluster/${name}`)}-`),
      )
      .flatMap(({ ipv4 }) => ipv4 as readonly string[]),
  );

/** Returns the allowed IPv4 addresses and ranges. Source: databases#allow-list. */
function admitted(spec: Spec, at: Surroundings): readonly string[] {
  const from = (spec['allowListFrom'] ?? {}) as FromSpec;
  const names = [
    ...(from.instanceRefs ?? []).map(({ name }) => name),
    ...(from.instanceSelector === undefined
      ? []
      : selectedBy(from.instanceSelector, at.instances())),
  ];
  const addresses = names.flatMap(
    (name) => (at.rowOf(`Instance/${name}`)['ipv4'] ?? []) as readonly string[],
  );
  const plain = [...((spec['allowList'] ?? []) as readonly string[]), ...(from.addresses ?? [])];
  return asSet(
    [...plain, ...addresses, ...(nodesOf(at, from.kubeClusterRefs) as readonly string[])].map(
      withMask,
    ),
  );
}

/** The allowed addresses in the account. Source: databases#allow-list. */
export const ALLOW_LIST = {
  field: 'allow_list',
  as: (_: never, at: Surroundings, spec: Spec) => admitted(spec, at),
  of: (list: readonly string[]) => asSet(list.map(withMask)),
} as const;
