import { environment } from '../../config/config.ts';
import { visible } from '../../model/visible.ts';
import { type Command, EXIT, type Terminal } from '../command.ts';
import type { ImportConfig } from './config.ts';

const HELP = `import: writes the manifests of what exists in an account, to standard output

It needs the address of the service and a token, and only reads:
  CLOUD_API_URL, --api-url URL        such as https://api.example.com/v4
  --insecure-http                     lets the address begin with http on other machines: the token goes there unencrypted
  CLOUD_API_TOKEN, --token-file FILE  a token that may read what is asked for
and takes:
  --kind KIND        only this kind, as kubectl names it; may be repeated (default: all)
  --label PATTERN    only items whose label matches, * and ? stand for any; DnsRecords go with their Domain
  --tag TAG          only items with this tag
  --id NUMBER        only the item with this id; needs one --kind
  --namespace NAME   written into the manifests (default: none, kubectl chooses)
  --class NAME       the class of operators that the manifests name (default: CLOUDINFRA_CLASS, else none)
  --mode MODE        Observe (default): the objects only show what is there. Manage: they keep it as it is now
  --marked           items that carry the mark of another object (k8s:...) too, to be taken over from it
  --cluster          leave out what objects of the cluster have already, and give no name that one of them has
  --kubeconfig FILE  of that cluster (default: KUBECONFIG, the pod's service account, ~/.kube/config)
  --json             a List in JSON (default: YAML documents)

Each object names its item in spec.import and asks for nothing of it as it is: applied with --mode Observe it changes nothing, with --mode Manage
it writes a mark into the item's tags. Fields that do not read back, such as passwords, are not in it, nor are those that every new item has.
Not in it at all, and told on standard error: nodes of clusters, items that are being deleted, items with the mark of another object. DnsRecords and
MySQLDatabases carry no marks: where objects may have them already, ask with --cluster.

  cloudinfra-operator import --tag shop --namespace shop > shop.yaml
  kubectl apply -f shop.yaml

Exit codes: 0 all that was asked for was read, 1 something could not be read, 2 wrong or missing setting.
`;

/** Writes manifests of what is there. */
export const importItems: Command = {
  name: 'import',
  summary: 'writes the manifests of what exists in an account',
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
