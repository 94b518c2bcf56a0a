import { environment } from '../../config/config.ts';
import { visible } from '../../model/visible.ts';
import { type Command, EXIT, type Terminal } from '../command.ts';
import type { ImportConfig } from './config.ts';

const HELP = `import: writes manifests for the items of an account to standard output

It only reads. Required settings:
  CLOUD_API_URL, --api-url URL        address of the service, such as https://api.example.com/v4
  --insecure-http                     allow an http address on another machine; the token is sent unencrypted
  CLOUD_API_TOKEN, --token-file FILE  a token with read access
Options:
  --kind KIND        only this kind, as kubectl names it; repeatable (default: all)
  --label PATTERN    only items whose label matches; * and ? are wildcards; DnsRecords follow their Domain
  --tag TAG          only items with this tag
  --id NUMBER        only the item with this id; requires one --kind
  --namespace NAME   namespace of the manifests (default: none)
  --class NAME       class label of the manifests (default: CLOUDINFRA_CLASS, else none)
  --mode MODE        Observe (default): objects only report their item. Manage: objects keep their item as it is now
  --marked           include items with the mark (k8s:...) of another object, to take them over
  --cluster          exclude items that objects of the cluster hold, and avoid the names of these objects
  --kubeconfig FILE  kubeconfig of that cluster (default: KUBECONFIG, the pod's service account, ~/.kube/config)
  --json             print a List as JSON (default: YAML documents)

Each object names its item in spec.import and matches it. Applying it with --mode Observe changes nothing. Applying it with --mode Manage adds a mark to the
tags of the item. The manifests omit fields that cannot be read back, such as passwords, and default values.
The command reports on standard error what it leaves out: nodes of clusters, items in deletion, items with the mark of another object. DnsRecords and
MySQLDatabases carry no marks: use --cluster if objects may hold them already.

  cloudinfra-operator import --tag shop --namespace shop > shop.yaml
  kubectl apply -f shop.yaml

Exit codes: 0 everything was read, 1 something could not be read, 2 invalid or missing setting.
`;

/** Writes manifests of existing items. */
export const importItems: Command = {
  name: 'import',
  summary: 'writes manifests for the items of an account',
  help: HELP,
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
