import type { Clock } from './core/clock.ts';
import { manualClock, realClock } from './core/clock.ts';
import type { World } from './core/world.ts';
import { type Flags, parseFlags } from './shell/arguments.ts';
import { listen } from './shell/listen.ts';
import { keeper, loadWorld } from './shell/state.ts';
import { createSimulator } from './simulator.ts';

/** The process environment of the program. */
export interface Surroundings {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Resolves when the simulator is to end; called once it listens. */
  readonly ended: () => Promise<void>;
}

const WRONG_USE = 2;

const clockFor = (flags: Flags): Clock =>
  flags.clock === 'manual' ? manualClock(realClock.now()) : realClock;

const run = async (
  flags: Flags,
  world: World | undefined,
  { out, err, ended }: Surroundings,
): Promise<number> => {
  const simulator = createSimulator({
    ...flags,
    clock: clockFor(flags),
    ...(world === undefined ? {} : { world }),
  });
  const keep =
    flags.state === undefined
      ? undefined
      : keeper(flags.state, simulator, (error) => err(`cannot save: ${String(error)}`));
  const listening = await listen(simulator, {
    port: flags.port,
    host: flags.host,
    onAnswer: ({ method, url }, { status }) => {
      keep?.noticed();
      if (!flags.quiet) err(`${method} ${url} ${status}`);
    },
    onBug: (error) => err(`bug: ${error instanceof Error ? error.stack : String(error)}`),
  });
  out(JSON.stringify({ url: listening.url, tokens: simulator.tokens }));
  await ended();
  await listening.close();
  await keep?.flush();
  return 0;
};

/** Runs the simulator until it is to end. @returns the exit code: 2 for wrong use, with one line
 *  that explains it */
export const runSimulator = async (
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<number> => {
  const flags = parseFlags(argv);
  const wrong = (line: string): number => {
    surroundings.err(line);
    return WRONG_USE;
  };
  if (typeof flags === 'string') return wrong(flags);
  const world = flags.state === undefined ? undefined : await loadWorld(flags.state);
  if (typeof world === 'string') return wrong(world);
  try {
    return await run(flags, world, surroundings);
  } catch (error) {
    return wrong(
      `cannot listen on ${flags.host}:${flags.port}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
};
