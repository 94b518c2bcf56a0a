import type { Flags } from '../../config/flags.ts';
import { VERSION } from '../../operator/version.ts';
import { type Command, EXIT } from '../command.ts';

const HELP = `version: prints the version

{flags}

Exit codes: 0 printed, 2 invalid flag.
`;

const flagsOfIt = async () => {
  const { json } = await import('../../config/service.ts');
  return {
    json: json('print {"version": …, "node": …, "platform": …}, for bug reports'),
  } satisfies Flags;
};

export const version: Command = {
  name: 'version',
  summary: 'prints the version',
  help: HELP,
  flags: flagsOfIt,
  run: async (args, { out, err }) => {
    const { readFlags } = await import('../../config/flags.ts');
    const { all } = readFlags(await flagsOfIt(), args, {});
    if (!all.ok) {
      err(all.failure.message);
      return EXIT.wrongUse;
    }
    const { versions, platform, arch } = process;
    out(
      all.value.json
        ? JSON.stringify({ version: VERSION, node: versions.node, platform: `${platform} ${arch}` })
        : VERSION,
    );
    return EXIT.asAsked;
  },
};
