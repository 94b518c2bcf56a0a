import { once } from 'node:events';
import { readRunConfig } from './config.ts';
import { USAGE } from './usage.ts';
import { VERSION } from './version.ts';

const WRONG_USE = 2;

/** Runs one command to its end. @returns the exit code: 0 ended as asked, 1 failed, 2 wrong or missing setting, told in one line */
export async function runCommand([command = '', ...args]: readonly string[]): Promise<number> {
  switch (command) {
    case 'run':
      return args.includes('--help') ? help() : run(args);
    case 'simulate':
      return simulate(args);
    case 'version':
      out(VERSION);
      return 0;
    case 'help':
    case '--help':
    case '-h':
      return help();
    default:
      err(command === '' ? USAGE : `there is no command ${command}; see --help`);
      return WRONG_USE;
  }
}

/** What a command needs is loaded once it is sure to run: a wrong setting is told at once. */
async function run(args: readonly string[]): Promise<number> {
  const config = readRunConfig(args);
  if (!config.ok) return wrong(config.failure.message);
  const [{ startOperator }, { createLog }] = await Promise.all([import('./operator.ts'), import('./telemetry/log.ts')]);
  const log = createLog({ level: config.value.logLevel, format: config.value.logFormat });
  const operator = await startOperator(config.value, log);
  if (!operator.ok) return wrong(operator.failure.message);
  log.info({ version: VERSION, url: operator.value.url }, 'started');
  await ended();
  log.info({}, 'stopping');
  await operator.value.stop();
  return 0;
}

async function simulate(args: readonly string[]): Promise<number> {
  const { runSimulator } = await import('./sim/main.ts');
  return runSimulator(args, { out, err, ended });
}

function help(): number {
  out(USAGE);
  return 0;
}

function wrong(line: string): number {
  err(line);
  return WRONG_USE;
}

const out = (text: string): void => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
const err = (text: string): void => void process.stderr.write(text.endsWith('\n') ? text : `${text}\n`);

/** Resolves at the first signal to end; keeps the process alive until then. */
async function ended(): Promise<void> {
  const keepAlive = setInterval(() => {}, 2 ** 30);
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  clearInterval(keepAlive);
}
