import { z } from 'zod';
import { readFlags } from '../../config/flags.ts';
import { VERSION } from '../../operator/version.ts';
import { type Command, EXIT } from '../command.ts';

const HELP = `version: prints the version

  --json    {"version": …, "node": …, "platform": …}, for bug reports

Exit codes: 0 printed, 2 invalid flag.
`;

const Flags = z.object({ json: z.boolean().default(false) });

export const version: Command = {
  name: 'version',
  summary: 'prints the version',
  help: HELP,
  run: async (args, { out, err }) => {
    const flags = readFlags(Flags, { json: { type: 'boolean' } }, args, {});
    if (!flags.ok) {
      err(flags.failure.message);
      return EXIT.wrongUse;
    }
    const { versions, platform, arch } = process;
    out(
      flags.value.json
        ? JSON.stringify({ version: VERSION, node: versions.node, platform: `${platform} ${arch}` })
        : VERSION,
    );
    return EXIT.asAsked;
  },
};
