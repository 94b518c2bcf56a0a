import { readArguments } from '../process/environment.ts';
import { interruption, whileOpen } from '../process/interruption.ts';
import { type ControlPlane, startControlPlane } from './controlplane.ts';
import { kubectlCommand } from './kubectl.ts';

const USAGE = 'usage: npm run controlplane [-- --controller-manager]';

/** Implements `npm run controlplane`: runs a control plane until Ctrl-C. Resolves to the exit
 *  code. */
async function main(): Promise<number> {
  const options = readArguments();
  if (options === null) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const controlPlane = await startControlPlane(options);
  process.stdout.write(await welcome(controlPlane));
  await whileOpen(interruption(process.stdout));
  process.stderr.write('stopping the control plane\n');
  await controlPlane.stop();
  return 0;
}

async function welcome({ kubeconfigPath, credentials, binaries }: ControlPlane): Promise<string> {
  const kubectl = await kubectlCommand(binaries);
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

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
