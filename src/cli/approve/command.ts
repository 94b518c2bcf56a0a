import { environment } from '../../config/config.ts';
import { ANNOTATION } from '../../model/group.ts';
import { visible } from '../../model/visible.ts';
import { type Command, EXIT, type Terminal } from '../command.ts';
import type { ApproveConfig } from './config.ts';

const HELP = `approve: shows a plan that waits for consent, asks for confirmation, and gives consent

  cloudinfra-operator approve volume/data -n shop
  cloudinfra-operator approve volume/data -n shop --hash 3f2a9c41d07be85566a0c2b1e4f7d893
  cloudinfra-operator approve volume/data -n shop --yes

It sets the annotation ${ANNOTATION.consent} to the hash of the plan, unless the object has changed since the plan was shown. A consent is used once.

{flags}

Exit codes: 0 approved, 1 not approved, 2 invalid setting.
`;

/** Gives consent to the plan of an object. */
export const approve: Command = {
  name: 'approve',
  summary: 'gives consent to a plan',
  help: HELP,
  flags: async () => (await import('./config.ts')).APPROVE_FLAGS,
  run: async (args, terminal) => {
    const { readApproveConfig } = await import('./config.ts');
    const config = readApproveConfig(args, environment());
    if (config.ok) return carryOut(config.value, terminal);
    terminal.err(config.failure.message);
    return EXIT.wrongUse;
  },
};

async function carryOut(config: ApproveConfig, terminal: Terminal): Promise<number> {
  const { openAnnotator } = await import('../../kube/annotator.ts');
  const opened = await openAnnotator(config.kubeconfig);
  if (!opened.ok) return failed(terminal, opened.failure.detail);
  try {
    return await approveOn(opened.value, config, terminal);
  } finally {
    await opened.value.close();
  }
}

type Annotator = import('../../kube/annotator.ts').Annotator;

async function approveOn(
  cluster: Annotator,
  { kind, namespace, name, hash, yes }: ApproveConfig,
  terminal: Terminal,
): Promise<number> {
  const [{ approvalOf }, { resourceOf }] = await Promise.all([
    import('./approval.ts'),
    import('../../kube/resources.ts'),
  ]);
  const resource = resourceOf(kind);
  const there = await cluster.get(resource, namespace, name);
  if (!there.ok) return failed(terminal, there.failure.detail);
  if (there.value === null)
    return failed(terminal, `there is no ${kind.kind} ${name} in namespace ${namespace}`);
  const approval = approvalOf(there.value, hash);
  if ('problem' in approval) return failed(terminal, approval.problem);
  terminal.out(approval.lines.map(visible).join('\n'));
  if (hash === null && !yes) {
    const answer = await terminal.ask('Approve it? [y/N] ');
    if (answer === null)
      return failed(
        terminal,
        'standard input is not a terminal: use --hash with the hash of the plan that you have reviewed, or --yes',
      );
    if (!/^y(es)?$/i.test(answer.trim())) return failed(terminal, 'not approved');
  }
  const written = await cluster.annotate(resource, there.value, {
    [ANNOTATION.consent]: approval.hash,
  });
  if (written.ok) terminal.out(`approved: ${approval.hash}`);
  if (written.ok) return EXIT.asAsked;
  const changed = written.failure.code === 'Conflict';
  return failed(
    terminal,
    changed
      ? 'the object changed meanwhile: review the plan again before you approve it'
      : written.failure.detail,
  );
}

function failed({ err }: Terminal, why: string): number {
  err(visible(why));
  return EXIT.failed;
}
