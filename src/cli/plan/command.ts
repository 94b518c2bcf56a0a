import { environment } from '../../config/config.ts';
import { titleOf } from '../../model/object-key.ts';
import type { Command, Terminal } from '../command.ts';
import { PLAN_EXIT } from './action.ts';
import type { PlanConfig } from './config.ts';
import type { OperationManifest } from './operations.ts';
import type { Planned } from './plan-all.ts';
import type { Problem } from './problem.ts';

const HELP = `plan: shows what the operator would do for manifests, and changes nothing

  cloudinfra-operator plan -f web.yaml
  cloudinfra-operator plan -f manifests/ -R --json
  kubectl kustomize overlays/live | cloudinfra-operator plan -f - --cluster

It reads the account and makes the decisions that the operator would make. It writes neither to the service nor to Kubernetes.

{flags}

Without --cluster, the plan treats an item as the item of an object if no other item has the same name, and the item carries a mark or its kind carries no
marks. It assumes that every Secret exists that a spec names and that is not among the manifests. Only an API server evaluates the CEL rules of admission: run kubectl apply --dry-run=server to check them. The plan covers the
given manifests only and therefore shows no deletions. It shows the Operations that the operator would perform, without their steps.

Exit codes: 0 nothing to do, 2 changes, 3 changes that destroy data or are irreversible, 1 error: an invalid setting, an unreadable file, an invalid
manifest, a refusal, a credential that is not accepted, an unreachable service or cluster.
`;

export const plan: Command = {
  name: 'plan',
  summary: 'shows what the operator would do for manifests, and changes nothing',
  help: HELP,
  flags: async () => (await import('./config.ts')).PLAN_FLAGS,
  run: async (args, terminal) => {
    const { readPlanConfig } = await import('./config.ts');
    const config = readPlanConfig(args, environment());
    if (!config.ok) {
      terminal.err(config.failure.message);
      return PLAN_EXIT.trouble;
    }
    const { buildPlan } = await import('./build.ts');
    const drawn = await buildPlan(config.value, terminal.input);
    if (!drawn.ok) return show(config.value, NOTHING, drawn.failure, terminal);
    for (const { file, name } of drawn.value.leftOut)
      terminal.err(`${file}: ${titleOf(name)}: omitted: an operator of another class serves it`);
    return show(config.value, drawn.value, [], terminal);
  },
};

const NOTHING = { planned: [], operations: [] };

interface Shown {
  readonly planned: readonly Planned[];
  readonly operations: readonly OperationManifest[];
}

async function show(
  { json }: PlanConfig,
  { planned, operations }: Shown,
  problems: readonly Problem[],
  terminal: Terminal,
): Promise<number> {
  const { exitCodeOf } = await import('./action.ts');
  const exitCode = problems.length > 0 ? PLAN_EXIT.trouble : exitCodeOf(planned, operations);
  if (json) {
    const { planJson } = await import('./json.ts');
    terminal.out(planJson(planned, operations, problems, exitCode));
    return exitCode;
  }
  const [{ planLines }, { COLOURS, NO_COLOURS }, { problemLine }] = await Promise.all([
    import('./lines.ts'),
    import('./paint.ts'),
    import('./problem.ts'),
  ]);
  for (const problem of problems) terminal.err(problemLine(problem));
  if (problems.length === 0)
    terminal.out(
      planLines(planned, terminal.colours ? COLOURS : NO_COLOURS, operations).join('\n'),
    );
  return exitCode;
}
