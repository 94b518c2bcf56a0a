import type { Example } from './examples.ts';
import type { Row } from './row.ts';

/** Formats seconds: `3.4 s`. */
export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Summarizes duration and requests in one line. */
export const summary = (objects: number, tookMs: number, requests: number): string =>
  `${objects} object${objects === 1 ? '' : 's'} Ready in ${Math.ceil(tookMs / 1_000)} s, ${requests} requests to the service`;

/** Lists the rows that were not Ready in time. */
export function lateText(rows: readonly Row[], timeoutMs: number): string {
  const late = rows
    .filter(({ mood }) => mood !== 'ready')
    .map(({ kind, name }) => `${kind}/${name}`);
  return `not Ready within ${Math.ceil(timeoutMs / 1_000)} s: ${late.join(', ')}`;
}

/** Suggests commands for another terminal. @param kubectl the kubectl command */
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

/** Returns the command that grows an object with a size. */
function growth(kubectl: string, example: Example): readonly string[] {
  const { size } = example.spec;
  if (typeof size !== 'number') return [];
  return [
    `  ${kubectl} patch ${nameOf(example)} --type merge -p '${JSON.stringify({ spec: { size: size * 2 } })}'`,
  ];
}

const nameOf = ({ kind, namespace, name }: Example): string =>
  `${kind.toLowerCase()} ${name}${namespace === 'default' ? '' : ` -n ${namespace}`}`;
