import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeKubeconfig } from '../../local/controlplane/kubeconfig.ts';
import { ADMIN, createPki } from '../../local/controlplane/pki.ts';

/** A server that answers as an empty Kubernetes API: every listing is empty, and watches send
 *  nothing. */
export interface EmptyCluster {
  readonly kubeconfig: string;
  readonly close: () => void;
}

const NOTHING = JSON.stringify({
  kind: 'List',
  apiVersion: 'v1',
  metadata: { resourceVersion: '1' },
  items: [],
});

/** @param directory an empty folder for its keys and the kubeconfig */
export async function startEmptyCluster(directory: string): Promise<EmptyCluster> {
  const { caPem, admin, files } = await createPki(join(directory, 'pki'));
  const server = createServer(
    { cert: await readFile(files.servingCert), key: await readFile(files.servingKey) },
    (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      if (new URL(request.url ?? '', 'https://localhost').searchParams.has('watch'))
        response.flushHeaders();
      else response.end(NOTHING);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const kubeconfig = join(directory, 'kubeconfig');
  await writeKubeconfig(kubeconfig, ADMIN, {
    server: `https://127.0.0.1:${port}`,
    caPem,
    identity: admin,
  });
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { kubeconfig, close };
}
