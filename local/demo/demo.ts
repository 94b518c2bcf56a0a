import { join } from 'node:path';
import { KINDS } from '../../src/kinds/index.ts';
import { type KubectlSite, kubectlCommand, runKubectl } from '../controlplane/kubectl.ts';
import type { DemoArguments } from '../process/environment.ts';
import { type Example, readExamples } from './examples.ts';
import { requestsTo } from './programs.ts';
import type { Screen } from './screen.ts';
import { buildStage, PART_WIDTH, type Stage, type Undo } from './stage.ts';
import { keepWatching, type Readiness, untilReady, type Watched } from './watch.ts';
import { invitation, lateText, summary } from './words.ts';

/** A failure with its message, and the ends of relevant logs. */
export interface Failed {
  readonly type: 'failed';
  readonly why: string;
}

/** All objects are Ready. */
export interface Shown {
  readonly type: 'shown';
  /** Prints suggestions and shows changes; resolves only on a failure. */
  readonly stay: () => Promise<Failed>;
}

/** Runs the demo until all objects are Ready or something fails.
 *  @param undo receives the removal of each part, to be run at the end in every case */
export async function playDemo(
  options: DemoArguments,
  screen: Screen,
  undo: Undo,
): Promise<Shown | Failed> {
  const stage = await buildStage(options.speed, screen.say, undo);
  const crash = Promise.race(stage.components.map((component) => component.ended())).then(
    (why): Failed => ({ type: 'failed', why }),
  );
  const shown = await Promise.race([show(stage, options.timeoutMs, screen), crash]);
  return shown.type === 'failed'
    ? shown
    : { type: 'shown', stay: () => Promise.race([shown.stay(), crash]) };
}

async function show(stage: Stage, timeoutMs: number, screen: Screen): Promise<Shown | Failed> {
  const { objects, files } = await readExamples();
  const appliedMs = Date.now();
  await runKubectl(kubectlSite(stage), ['apply', ...files.flatMap((file) => ['-f', file])]);
  screen.say(`${'examples'.padEnd(PART_WIDTH)}${objects.length} objects applied\n`);

  const watched: Watched = {
    api: stage.controlPlane.api,
    kinds: KINDS,
    sinceMs: appliedMs,
    onRows: screen.show,
  };
  const readiness = await untilReady(watched, objects, timeoutMs);
  screen.settle(readiness.rows);
  if (readiness.type === 'late')
    return { type: 'failed', why: await lateness(stage, readiness, timeoutMs) };
  screen.say(
    `\n${summary(readiness.rows.length, readiness.tookMs, await requestsTo(stage.service))}`,
  );
  return { type: 'shown', stay: () => stay(stage, watched, objects, screen) };
}

async function stay(
  { controlPlane }: Stage,
  watched: Watched,
  objects: readonly Example[],
  screen: Screen,
): Promise<never> {
  const kubectl = await kubectlCommand(controlPlane.binaries);
  screen.say(`\n${invitation(kubectl, controlPlane.kubeconfigPath, objects)}\n`);
  return keepWatching(watched);
}

const kubectlSite = ({ controlPlane, directory, reaper }: Stage): KubectlSite => ({
  binaries: controlPlane.binaries,
  kubeconfigPath: controlPlane.kubeconfigPath,
  cache: join(directory, 'kubectl'),
  reaper,
});

async function lateness(
  { operator, service }: Stage,
  { rows }: Readiness,
  timeoutMs: number,
): Promise<string> {
  const logs = [operator, service].map(
    async ({ component }) =>
      `The end of the log of ${component.name}:\n${await component.logEnd()}`,
  );
  return [lateText(rows, timeoutMs), ...(await Promise.all(logs))].join('\n\n');
}
