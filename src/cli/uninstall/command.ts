import { environment } from '../../config/config.ts';
import { visible } from '../../model/visible.ts';
import { type Command, EXIT, type Terminal } from '../command.ts';
import type { UninstallConfig } from './config.ts';
import type { Detached } from './detach.ts';

const HELP = `uninstall: lets every object go and leaves what is in the accounts as it is

  kubectl --namespace cloudinfra-system scale deployment cloudinfra-operator --replicas 0
  cloudinfra-operator uninstall

Afterwards the operator and the definitions can be removed, and nothing in any account is destroyed with them. It ends without a change while an operator
leads, or runs without --leader-elect: such a one renews a Lease too, and is named.
It takes the finalizers off the objects, off the Secrets with credentials that they use, and leaves the Secrets that were made for them.
No request is sent to an account: the items keep the tags by which an operator knows them again; import --marked writes manifests that take them over.
  --kubeconfig FILE       default: KUBECONFIG, the pod's service account, ~/.kube/config
  -n, --namespace NAME    only this one; may be repeated (default: all)
  --class NAME            the class of the objects and of their operator (default: CLOUDINFRA_CLASS, else those that name no class)
  --lease-namespace NAME  where the operator's Lease is, which this command holds meanwhile (default: cloudinfra-system)
  --json                  what was done as JSON

Exit codes: 0 all is detached, 1 something could not be, or the cluster cannot be reached, 2 wrong setting. It can be run again.
`;

/** Prepares a cluster for life without the operator. */
export const uninstall: Command = {
  name: 'uninstall',
  summary: 'detaches all objects from their items, before the operator is removed',
  help: HELP,
  run: async (args, terminal) => {
    const { readUninstallConfig } = await import('./config.ts');
    const config = readUninstallConfig(args, environment());
    if (config.ok) return carryOut(config.value, terminal);
    terminal.err(config.failure.message);
    return EXIT.wrongUse;
  },
};

async function carryOut(config: UninstallConfig, { out, err }: Terminal): Promise<number> {
  const [{ takeOver }, { detachAll }, { serves }] = await Promise.all([
    import('./take-over.ts'),
    import('./detach.ts'),
    import('../../engine/term/self.ts'),
  ]);
  const { KINDS } = await import('../../kinds/index.ts');
  const taken = await takeOver(config);
  if (!taken.ok) {
    err(taken.failure);
    return EXIT.failed;
  }
  const { cluster } = taken.value;
  const self = { name: '', class: config.class };
  const rows = await detachAll(cluster, KINDS, self);
  const others = KINDS.flatMap(({ kind }) => cluster.all(kind)).filter(
    (object) => !serves(self, object),
  ).length;
  await taken.value.close();
  out(config.json ? JSON.stringify(rows, null, 2) : told(rows, others).join('\n'));
  return rows.every(({ problem }) => problem === null) ? EXIT.asAsked : EXIT.failed;
}

/** What was done, a line each, and what to do next. */
function told(rows: readonly Detached[], others: number): readonly string[] {
  const failed = rows.filter(({ problem }) => problem !== null).length;
  const last =
    failed > 0
      ? `${failed} of ${rows.length} could not be detached: mend what is said above and run this again`
      : `${rows.length} detached; nothing in any account was changed. ${others === 0 ? 'The operator and the definitions can be removed now' : `The operator can be removed now; ${others} objects of other classes need the definitions`}`;
  return [...rows.map((row) => visible(lineOf(row))), last];
}

function lineOf({ title, item, deleting, problem }: Detached): string {
  if (problem !== null) return `${title}: not detached: ${problem}`;
  const fate =
    item === null ? '' : `; item ${item.id} stays in account ${item.account} and still costs`;
  return `${title}: detached${deleting ? ', and gone, since it was being deleted' : ''}${fate}`;
}
