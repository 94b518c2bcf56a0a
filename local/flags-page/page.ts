import { COMMANDS } from '../../src/cli/index.ts';
import { type Described, fallbackOf, spellingOf } from '../../src/config/help.ts';

const HEADER = `# Flags

\`npm run generate\` writes this page from the declarations in the source. A flag wins over its environment variable, which wins over the default. An empty variable
counts as not set. A command reports every problem of its settings, a line each, before it does anything.
`;

/** Returns the page of all flags of all commands, as Markdown. */
export async function flagsPage(): Promise<string> {
  const sections = await Promise.all(
    COMMANDS.map(async ({ name, flags }) => `## ${name}\n\n${table(await flags())}\n`),
  );
  return [HEADER, ...sections].join('\n');
}

const table = (flags: Readonly<Record<string, Described>>): string =>
  [
    '| Flag | Variable | Default | Meaning |',
    '|---|---|---|---|',
    ...Object.entries(flags).map(([name, flag]) => row(name, flag)),
  ].join('\n');

function row(name: string, flag: Described): string {
  const { variable, repeatable, help, ...described } = flag;
  const cells = [
    `\`${spellingOf(name, flag)}\``,
    variable === undefined ? '' : `\`${variable}\``,
    fallbackOf({ help, ...described }),
    `${help}${repeatable === true ? '; repeatable' : ''}`.replaceAll('*', '\\*'),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
