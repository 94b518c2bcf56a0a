import type { Flags } from '../../config/flags.ts';
import { type Command, EXIT } from '../command.ts';

const HELP = `crds: prints the definitions of every kind (CustomResourceDefinition), as YAML

  cloudinfra-operator crds | kubectl apply --server-side -f -

Apply them before you start a new version of the operator. Applying them changes no object. Deleting them deletes every object of these kinds.

{flags}

Exit codes: 0 printed, 2 invalid flag.
`;

const flagsOfIt = async () => {
  const { json } = await import('../../config/service.ts');
  return { json: json('print a List as JSON') } satisfies Flags;
};

export const crds: Command = {
  name: 'crds',
  summary: 'prints the CustomResourceDefinitions, for kubectl apply',
  help: HELP,
  flags: flagsOfIt,
  run: async (args, { out, err }) => {
    const { readFlags } = await import('../../config/flags.ts');
    const { all } = readFlags(await flagsOfIt(), args, {});
    if (!all.ok) {
      err(all.failure.message);
      return EXIT.wrongUse;
    }
    const [{ definitions }, { dump }] = await Promise.all([
      import('../../crd/definitions.ts'),
      import('js-yaml'),
    ]);
    const items = definitions();
    if (all.value.json) out(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2));
    else
      out(
        items
          .map((one) => dump(one, { lineWidth: -1, noRefs: true, sortKeys: true }))
          .join('---\n'),
      );
    return EXIT.asAsked;
  },
};
