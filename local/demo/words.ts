import type { Example } from './examples.ts';
import type { Row } from './row.ts';

/** `3.4 s` */
export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** What it took, in one line. */
export const summary = (objects: number, tookMs: number, requests: number): string =>
  `${objects} object${objects === 1 ? '' : 's'} Ready in ${Math.ceil(tookMs / 1_000)} s, ${requests} requests to the service`;

/** Which of the rows were not Ready in time. */
export function lateText(rows: readonly Row[], timeoutMs: number): string {
  const late = rows
    .filter(({ mood }) => mood !== 'ready')
    .map(({ kind, name }) => `${kind}/${name}`);
  return `not Ready within ${Math.ceil(timeoutMs / 1_000)} s: ${late.join(', ')}`;
}

/** What a person can try now, in another terminal. @param kubectl how it is called here */
export function invitation(
  kubectl: string,
  kubeconfigPath: string,
  examples: readonly Example[],
): string {
  const described = examples.find(({ spec }) => typeof spec['size'] === 'number') ?? examples[0];
  return [
    'Try, in another terminal:',
    `  export KUBECONFIG=${kubeconfigPath}`,
    `  ${kubectl} get cloud -A`,
    ...(described === undefined
      ? []
      : [`  ${kubectl} describe ${nameOf(described)}`, ...growth(kubectl, described)]),
    'Changes appear below. Ctrl-C ends the demo and removes everything.',
  ].join('\n');
}

/** The command that makes an object larger, where it has a size. */
function growth(kubectl: string, example: Example): readonly string[] {
  const { size } = example.spec;
  if (typeof size !== 'number') return [];
  return [
    `  ${kubectl} patch ${nameOf(example)} --type merge -p '${JSON.stringify({ spec: { size: size * 2 } })}'`,
  ];
}

const nameOf = ({ kind, namespace, name }: Example): string =>
  `${kind.toLowerCase()} ${name}${namespace === 'default' ? '' : ` -n ${namespace}`}`;
