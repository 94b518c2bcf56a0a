import { z } from 'zod';
import { readFlags } from '../../config/flags.ts';
import { type Command, EXIT } from '../command.ts';

const HELP = `crds: prints the definitions of every kind (CustomResourceDefinition), as YAML

  cloudinfra-operator crds | kubectl apply --server-side -f -

Apply them before a new version of the operator runs. Applying changes no object; deleting them deletes every object of their kinds.

  --json    a List in JSON instead

Exit codes: 0 printed, 2 wrong flag.
`;

const Flags = z.object({ json: z.boolean().default(false) });

export const crds: Command = {
  name: 'crds',
  summary: 'prints the definitions of every kind, to be piped into kubectl apply',
  help: HELP,
  run: async (args, { out, err }) => {
    const flags = readFlags(Flags, { json: { type: 'boolean' } }, args, {});
    if (!flags.ok) {
      err(flags.failure.message);
      return EXIT.wrongUse;
    }
    const [{ definitions }, { dump }] = await Promise.all([
      import('../../crd/definitions.ts'),
      import('js-yaml'),
    ]);
    const all = definitions();
    if (flags.value.json)
      out(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: all }, null, 2));
    else
      out(
        all.map((one) => dump(one, { lineWidth: -1, noRefs: true, sortKeys: true })).join('---\n'),
      );
    return EXIT.asAsked;
  },
};
