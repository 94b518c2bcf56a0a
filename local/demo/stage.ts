import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GROUP } from '../../src/model/group.ts';
import type { Component } from '../controlplane/component.ts';
import { type ControlPlane, startControlPlane } from '../controlplane/controlplane.ts';
import { applyCrds } from '../controlplane/crds.ts';
import { type Reaper, startReaper } from '../process/reaper.ts';
import { type OperatorProgram, type Service, startOperator, startService } from './programs.ts';
import { seconds } from './words.ts';

/** The processes of the demo: a control plane, the simulated service and the operator. */
export interface Stage {
  readonly controlPlane: ControlPlane;
  readonly service: Service;
  readonly operator: OperatorProgram;
  /** Components that must keep running. */
  readonly components: readonly Component[];
  /** The demo's own folder, with the logs. */
  readonly directory: string;
  /** Ends other processes beside the components. */
  readonly reaper: Reaper;
}

/** Registers a step to undo at the end, last first. */
export type Undo = (step: () => Promise<void>) => void;

/** Column width of the names of the parts. */
export const PART_WIDTH = 15;

/** Returns a function that starts a part, and reports its title and duration. */
const timed =
  (say: (line: string) => void) =>
  async <T>(title: string, starting: Promise<T>, what: (made: T) => string): Promise<T> => {
    const startedMs = Date.now();
    const made = await starting;
    say(`${title.padEnd(PART_WIDTH)}${what(made)} (${seconds(Date.now() - startedMs)})`);
    return made;
  };

/** Starts everything. Rejects with a message when a part does not start.
 *  @param say called for each started part  @param undo receives the removal of each part at
 *  once */
export async function buildStage(
  speed: number,
  say: (line: string) => void,
  undo: Undo,
): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'cloudinfra-demo-'));
  const reaper = startReaper(directory);
  undo(reaper.release);
  const site = { directory, reaper };
  const part = timed(say);
  const controlPlane = await part(
    'control plane',
    startControlPlane(),
    ({ credentials }) => credentials.server,
  );
  undo(controlPlane.stop);
  const service = await part(
    'service',
    startService(site, speed),
    ({ url }) => `${url}, simulated at speed ${speed}`,
  );
  await part(
    'definitions',
    applyCrds(controlPlane.kubeconfigPath),
    ({ names }) => `${names.length} kinds of ${GROUP}`,
  );
  const operator = await part(
    'operator',
    startOperator(site, controlPlane.kubeconfigPath, service),
    ({ url }) => url,
  );
  const components = [
    controlPlane.etcd,
    controlPlane.apiServer,
    service.component,
    operator.component,
  ];
  return { controlPlane, service, operator, directory, reaper, components };
}
