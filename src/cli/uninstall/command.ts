import { environment } from '../../config/config.ts';
import { visible } from '../../model/visible.ts';
import { type Command, EXIT, type Terminal } from '../command.ts';
import type { UninstallConfig } from './config.ts';
import type { Detached } from './detach.ts';

const HELP = `uninstall: detaches all objects from their items and leaves the items in the accounts

  kubectl --namespace cloudinfra-system scale deployment cloudinfra-operator --replicas 0
  cloudinfra-operator uninstall

You can remove the operator and the definitions afterwards without destroying any item. The command changes nothing while an operator holds its Lease, and names
that operator.
It removes the finalizers of the objects and of the Secrets with their credentials. It keeps the Secrets that the operator created.
It sends no request to an account: the items keep their marks, and import --marked writes manifests that take them over.

{flags}

Exit codes: 0 everything is detached, 1 something is not, or the cluster is unreachable, 2 invalid setting. The command can be repeated.
`;

/** Prepares a cluster for the removal of the operator. */
export const uninstall: Command = {
  name: 'uninstall',
  summary: 'detaches all objects from their items, before the operator is removed',
  help: HELP,
  flags: async () => (await import('./config.ts')).UNINSTALL_FLAGS,
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
    import('../../engine/term/operator-identity.ts'),
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
  out(config.json ? JSON.stringify(rows, null, 2) : detachLines(rows, others).join('\n'));
  return rows.every(({ problem }) => problem === null) ? EXIT.asAsked : EXIT.failed;
}

/** Formats the results, one line each, and the next step. */
function detachLines(rows: readonly Detached[], others: number): readonly string[] {
  const failed = rows.filter(({ problem }) => problem !== null).length;
  const last =
    failed > 0
      ? `${failed} of ${rows.length} could not be detached: fix the problems above and run the command again`
      : `${rows.length} detached; no account was changed. ${others === 0 ? 'You can now remove the operator and the definitions' : `You can now remove the operator; ${others} objects of other classes need the definitions`}`;
  return [...rows.map((row) => visible(lineOf(row))), last];
}

function lineOf({ title, item, deleting, problem }: Detached): string {
  if (problem !== null) return `${title}: not detached: ${problem}`;
  const fate =
    item === null
      ? ''
      : `; item ${item.id} remains in account ${item.account} and continues to be billed`;
  return `${title}: detached${deleting ? ', and deleted, because it was in deletion' : ''}${fate}`;
}
