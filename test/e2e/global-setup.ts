import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { goTool, TOOL_NAMES } from '../../local/binaries/tools.ts';
import { auditLog } from '../../local/controlplane/audit.ts';
import { type ControlPlane, startControlPlane } from '../../local/controlplane/controlplane.ts';
import type { Plane } from './plane.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that returns control planes by worker number: see test/e2e/plane.ts. */
    readonly planes: string;
  }
}

/** Provides a control plane, with garbage collection, for each worker of end-to-end files:
 *  concurrent files share none. A file that kills servers starts its own. Tools and the first
 *  control plane are built before any test, which takes minutes once; a test that needs an
 *  unavailable tool explains the reason. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const name of TOOL_NAMES) await Promise.allSettled([goTool(name)]);
  const planes = new Map<string, Promise<ControlPlane>>();
  const planeOf = (worker: string): Promise<ControlPlane> => {
    const plane = planes.get(worker) ?? startControlPlane({ controllerManager: true });
    planes.set(worker, plane);
    return plane;
  };
  const compiled = join((await planeOf('1')).directory, 'compiled');
  const server = await handOut(async (worker) => shown(await planeOf(worker), compiled));
  project.provide('planes', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await Promise.allSettled([...planes.values()].map(async (plane) => (await plane).stop()));
  };
}

const shown = ({ kubeconfigPath, binaries, directory }: ControlPlane, compiled: string): Plane => ({
  kubeconfig: kubeconfigPath,
  binaries,
  auditLog: auditLog(directory),
  compiled,
});

/** Serves the plane of a worker at `/<worker>`, and the reason with 500 on a failure. */
async function handOut(planeOf: (worker: string) => Promise<Plane>): Promise<Server> {
  const server = createServer((request, response) => {
    planeOf((request.url ?? '').slice(1)).then(
      (plane) => response.end(JSON.stringify(plane)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
