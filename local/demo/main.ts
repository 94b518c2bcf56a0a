import { type DemoArguments, readDemoArguments } from '../process/environment.ts';
import { type EndSignal, interruption } from '../process/interruption.ts';
import { playDemo } from './demo.ts';
import { createScreen } from './screen.ts';

const USAGE = 'usage: npm run demo [-- --once | --stay] [--timeout 5m] [--speed 60]';
const EXIT_CODES: Readonly<Record<EndSignal, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGPIPE: 141,
  SIGTERM: 143,
};

/** Implements `npm run demo`: from manifests to running items, with its own control plane and
 *  service. Resolves to the exit code. */
async function main(): Promise<number> {
  const options = readDemoArguments(process.stdout.isTTY);
  if (typeof options === 'string') {
    process.stderr.write(`${options}; ${USAGE}\n`);
    return 2;
  }
  const undoing: (() => Promise<void>)[] = [];
  try {
    return await play(options, (undo) => void undoing.unshift(undo));
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    for (const undo of undoing) await undo();
  }
}

/** Runs the demo. An interruption before all objects are shown is a failure; afterwards it is the
 *  regular end. */
async function play(
  options: DemoArguments,
  undo: (step: () => Promise<void>) => void,
): Promise<number> {
  const interrupted = interruption(process.stdout);
  const ending = await Promise.race([
    playDemo(options, createScreen(process.stdout, options.colours), undo),
    interrupted,
  ]);
  if (typeof ending === 'string') return EXIT_CODES[ending];
  if (ending.type === 'failed') return failed(ending.why);
  if (options.afterwards === 'leave') return 0;
  const last = await Promise.race([ending.stay(), interrupted]);
  return typeof last === 'string' ? 0 : failed(last.why);
}

function failed(why: string): number {
  process.stderr.write(`\n${why}\n`);
  return 1;
}

// Work that was interrupted during its start ends here; the reapers clean up.
process.exit(await main());
