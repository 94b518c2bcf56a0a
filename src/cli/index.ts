import { approve } from './approve/command.ts';
import { type Command, EXIT, type Terminal } from './command.ts';
import { crds } from './crds/command.ts';
import { importItems } from './import/command.ts';
import { plan } from './plan/command.ts';
import { run } from './run/command.ts';
import { simulate } from './simulate/command.ts';
import { status } from './status/command.ts';
import { uninstall } from './uninstall/command.ts';
import { version } from './version/command.ts';

/** All commands, in the order of `--help`. */
export const COMMANDS: readonly Command[] = [
  run,
  simulate,
  plan,
  crds,
  importItems,
  status,
  approve,
  uninstall,
  version,
];

const NAME_WIDTH = 11;
const listed = ({ name, summary }: Command): string => `  ${name.padEnd(NAME_WIDTH)}${summary}`;

const HELP = `cloudinfra-operator: keeps a cloud infrastructure account as your manifests describe

${COMMANDS.map(listed).join('\n')}

COMMAND --help shows the options of a command.

To try it without an account and without a cluster, in two terminals:
  cloudinfra-operator simulate --speed 60
  CLOUD_API_URL=http://127.0.0.1:9000/v4 CLOUD_API_TOKEN=TOKEN cloudinfra-operator plan -f web.yaml
The first command prints the tokens. With a real account, start with import and plan: both only read.

Exit codes: 0 success, 1 failure, 2 invalid or missing setting. The help of a command lists others.
`;

const HELP_FLAGS: readonly string[] = ['--help', '-h'];
const HELP_WORDS: readonly string[] = ['help', ...HELP_FLAGS];
/** Aliases that new users try first. */
const OTHER_NAMES: Readonly<Record<string, string>> = { '--version': 'version' };
const NAMES = COMMANDS.map(({ name }) => name).join(', ');

async function helpOf({ help, flags }: Command): Promise<string> {
  const { flagLines } = await import('../config/help.ts');
  return help.replace('{flags}', flagLines(await flags()));
}

/** Runs one command. @returns the exit code that its help names; 2 for an unknown command */
export async function runCommand(
  [name = '', ...args]: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const asksHelp = HELP_WORDS.includes(name);
  const wanted = asksHelp ? (args[0] ?? '') : (OTHER_NAMES[name] ?? name);
  const command = COMMANDS.find((candidate) => candidate.name === wanted);
  if (command !== undefined && !asksHelp && !args.some((arg) => HELP_FLAGS.includes(arg)))
    return command.run(args, terminal);
  if (command !== undefined || (asksHelp && wanted === '')) {
    terminal.out(command === undefined ? HELP : await helpOf(command));
    return EXIT.asAsked;
  }
  terminal.err(
    wanted === '' ? HELP : `unknown command ${wanted}; the commands are ${NAMES}; see --help`,
  );
  return EXIT.wrongUse;
}
