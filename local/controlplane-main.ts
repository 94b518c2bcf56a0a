import { join } from 'node:path';
import { findOnPath } from './binaries.ts';
import { type ControlPlane, startControlPlane } from './controlplane.ts';
import { readArguments, readEnvironment } from './environment.ts';

const USAGE = 'usage: npm run controlplane [-- --controller-manager]';

/** `npm run controlplane`: a control plane until Ctrl-C. Resolves to the exit code. */
async function main(): Promise<number> {
  const options = readArguments();
  if (options === null) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const controlPlane = await startControlPlane(options);
  process.stdout.write(await welcome(controlPlane));
  await interrupted();
  process.stderr.write('stopping the control plane\n');
  await controlPlane.stop();
  return 0;
}

async function welcome({ kubeconfigPath, credentials, binaries }: ControlPlane): Promise<string> {
  const onPath = (await findOnPath('kubectl', readEnvironment().path)) !== null;
  const kubectl = onPath ? 'kubectl' : join(binaries, 'kubectl');
  return [
    `KUBECONFIG=${kubeconfigPath}`,
    '',
    `A control plane serves at ${credentials.server}, empty, until Ctrl-C. In another terminal:`,
    `  export KUBECONFIG=${kubeconfigPath}`,
    `  ${kubectl} get namespaces`,
    `  ${kubectl} apply --server-side -f crds/`,
    `  ${kubectl} api-resources --api-group=cloudinfra.dev`,
    '',
  ].join('\n');
}

/** Resolves at the first signal to end. A terminal and npm may both pass on the same Ctrl-C: what comes after the first is ignored. */
const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    const keepAlive = setInterval(() => {}, 2 ** 30);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        clearInterval(keepAlive);
        resolve();
      });
    }
  });

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
