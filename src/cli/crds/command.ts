import { z } from 'zod';
import { readFlags } from '../../config/flags.ts';
import { type Command, EXIT } from '../command.ts';

const HELP = `crds: prints the definitions of every kind (CustomResourceDefinition), as YAML

  cloudinfra-operator crds | kubectl apply --server-side -f -

Apply them before you start a new version of the operator. Applying them changes no object. Deleting them deletes every object of these kinds.

  --json    print a List as JSON

Exit codes: 0 printed, 2 invalid flag.
`;

const Flags = z.object({ json: z.boolean().default(false) });

export const crds: Command = {
  name: 'crds',
  summary: 'prints the CustomResourceDefinitions, for kubectl apply',
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
