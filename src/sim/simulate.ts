import process from 'node:process';
import { runSimulator } from './main.ts';
import { commandLine } from './shell/arguments.ts';

/** The simulator as a program of its own: `node src/sim/simulate.ts --port 9000`. */
const ended = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});

process.exitCode = await runSimulator(commandLine(), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  ended,
});
