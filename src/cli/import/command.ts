import { environment } from '../../config/config.ts';
import { visible } from '../../model/visible.ts';
import { type Command, EXIT, type Terminal } from '../command.ts';
import type { ImportConfig } from './config.ts';

const HELP = `import: writes manifests for the items of an account to standard output

It only reads.

{flags}

Each object names its item in spec.import, and its spec equals the item. Applying it with --mode Observe changes nothing. Applying it with --mode Manage adds a mark to the
tags of the item. The manifests omit fields that cannot be read back, such as passwords, and default values.
The command reports on standard error what it leaves out: nodes of clusters, items in deletion, items with the mark of another object. DnsRecords,
MySQLDatabases and StackScripts carry no marks: use --cluster if objects may hold them already.

  cloudinfra-operator import --tag shop --namespace shop > shop.yaml
  kubectl apply -f shop.yaml

Exit codes: 0 everything was read, 1 something could not be read, 2 invalid or missing setting.
`;

/** Writes manifests of existing items. */
export const importItems: Command = {
  name: 'import',
  summary: 'writes manifests for the items of an account',
  help: HELP,
  flags: async () => (await import('./config.ts')).IMPORT_FLAGS,
  run: async (args, terminal) => {
    const { readImportConfig } = await import('./config.ts');
    const config = readImportConfig(args, environment());
    if (config.ok) return write(config.value, terminal);
    terminal.err(config.failure.message);
    return EXIT.wrongUse;
  },
};

async function write(config: ImportConfig, { out, err }: Terminal): Promise<number> {
  const [{ exportAccount }, { asJson, asYaml }] = await Promise.all([
    import('./export-account.ts'),
    import('./print.ts'),
  ]);
  const drawn = await exportAccount(config);
  if (!drawn.ok) {
    err(drawn.failure);
    return EXIT.failed;
  }
  const { documents, leftOut, unread } = drawn.value;
  if (config.json) out(asJson(documents));
  else if (documents.length > 0) out(asYaml(documents));
  for (const line of [...unread, ...leftOut]) err(visible(line));
  err(`${documents.length} manifests`);
  return unread.length === 0 ? EXIT.asAsked : EXIT.failed;
}
