import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { isNode, member, type Place, placesUnder, wordOf } from '../../architecture/tree.ts';

const ENGINE = new URL('../../../src/engine/', import.meta.url);
const [CLOUD, CLUSTER] = ['ports/cloud.ts', 'ports/cluster.ts'] as const;

/** A place where the engine calls a port: `copy.ts:35 patch`, by the file under src/engine. */
export type CallSite = string;

const placesIn = (file: string): Iterable<Place> => {
  const { program } = parseSync(file, readFileSync(new URL(file, ENGINE), 'utf8'));
  const node: unknown = program;
  return isNode(node) ? placesUnder({ node, parent: null, key: '' }) : [];
};

/** Returns the asynchronous methods of the ports. */
function methodsOf(ports: string): readonly string[] {
  return [...placesIn(ports)].flatMap(({ node }) => {
    const result = member(member(node['returnType'], 'typeAnnotation'), 'typeName');
    return node.type === 'TSMethodSignature' && wordOf(result) === 'Promise'
      ? [wordOf(node['key'])]
      : [];
  });
}

/** Ports by their names in the engine. */
const PORT_OF: Readonly<Record<string, typeof CLOUD | typeof CLUSTER>> = {
  cluster: CLUSTER,
  account: CLOUD,
  cloud: CLOUD,
};

/** Returns every place in the engine that awaits a port, read from the source. */
export function callSites(): readonly CallSite[] {
  const methods = new Map([CLUSTER, CLOUD].map((port) => [port, new Set(methodsOf(port))]));
  const files = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  return files.flatMap((file) => {
    const text = readFileSync(new URL(file, ENGINE), 'utf8');
    return [...placesIn(file)].flatMap(({ node }) => {
      const callee = node.type === 'CallExpression' ? node['callee'] : null;
      const method = wordOf(member(callee, 'property'));
      const port = PORT_OF[wordOf(member(callee, 'object'))];
      if (!isNode(callee) || port === undefined || methods.get(port)?.has(method) !== true)
        return [];
      return [`${file}:${text.slice(0, callee.end).split('\n').length} ${method}`];
    });
  });
}

const FRAME = /src\/engine\/([\w/-]+\.ts):(\d+)/;

/** Returns the place in the engine of the current call of a port. */
export function callSiteNow(method: string): CallSite {
  const frame = FRAME.exec(new Error('where am I').stack ?? '');
  return `${frame?.[1] ?? 'nowhere'}:${frame?.[2] ?? 0} ${method}`;
}
