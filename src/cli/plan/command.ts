import { environment } from '../../config/config.ts';
import type { Command, Terminal } from '../command.ts';
import { PLAN_EXIT } from './action.ts';
import type { PlanConfig } from './config.ts';
import type { Planned } from './plan-all.ts';
import type { Problem } from './problem.ts';

const HELP = `plan: says what the operator would do for manifests, and does nothing

  cloudinfra-operator plan -f web.yaml
  cloudinfra-operator plan -f manifests/ -R --json
  kubectl kustomize overlays/live | cloudinfra-operator plan -f - --cluster

It looks at the account and takes the very decisions that the operator would take, in Preview. It writes nothing, neither to the service nor to Kubernetes.

  -f, --filename FILE                 YAML or JSON, a folder, or - for standard input; may be repeated
  -R, --recursive                     the folders in a folder too
  -n, --namespace NAME                of manifests that name none (default: default)
  --cluster                           take ids, uids and Secrets from the cluster; it is only read
  --class NAME                        plan only the manifests with the label cloudinfra.dev/class: NAME (default: CLOUDINFRA_CLASS, else
                                      all); with an empty NAME those without the label
  --kubeconfig FILE                   default: KUBECONFIG, the pod's service account, ~/.kube/config
  --json                              the plan as JSON
  CLOUD_API_URL, --api-url URL        such as https://api.example.com/v4
  --insecure-http                     lets the address begin with http on other machines: the token goes there unencrypted
  CLOUD_API_TOKEN, --token-file FILE  a token that may read; of clusters it sees more if it may write
  --allow-host HOST                   a Secret's baseUrl may name this host; may be repeated

Without --cluster nobody says which item an object has: the only item with its natural key and the mark of an object is taken for it. Secrets count where
they are among the manifests; others that a spec names are taken to be there. The CEL rules of admission are judged by API servers alone: try those
with kubectl apply --dry-run=server. What is not among the manifests is not looked at, so the plan shows no deletions.

Exit codes: 0 nothing to do, 2 changes, 3 changes that destroy or cannot be undone, 1 trouble: a wrong setting, a file that cannot be read, an invalid
manifest, something refused, a credential that is not accepted, a service or cluster that cannot be reached.
`;

export const plan: Command = {
  name: 'plan',
  summary: 'says what the operator would do for manifests, and does nothing',
  help: HELP,
  run: async (args, terminal) => {
    const { readPlanConfig } = await import('./config.ts');
    const config = readPlanConfig(args, environment());
    if (!config.ok) {
      terminal.err(config.failure.message);
      return PLAN_EXIT.trouble;
    }
    const { buildPlan } = await import('./build.ts');
    const drawn = await buildPlan(config.value, terminal.input);
    if (!drawn.ok) return show(config.value, [], drawn.failure, terminal);
    for (const { file, name } of drawn.value.leftOut)
      terminal.err(
        `${file}: ${name.kind} ${name.namespace}/${name.name}: is left out: an operator of another class serves it`,
      );
    return show(config.value, drawn.value.planned, [], terminal);
  },
};

async function show(
  { json }: PlanConfig,
  planned: readonly Planned[],
  problems: readonly Problem[],
  terminal: Terminal,
): Promise<number> {
  const { exitCodeOf } = await import('./action.ts');
  const exitCode = problems.length > 0 ? PLAN_EXIT.trouble : exitCodeOf(planned);
  if (json) {
    const { planJson } = await import('./json.ts');
    terminal.out(planJson(planned, problems, exitCode));
    return exitCode;
  }
  const [{ planLines }, { COLOURS, NO_COLOURS }, { problemLine }] = await Promise.all([
    import('./lines.ts'),
    import('./paint.ts'),
    import('./problem.ts'),
  ]);
  for (const problem of problems) terminal.err(problemLine(problem));
  if (problems.length === 0)
    terminal.out(planLines(planned, terminal.colours ? COLOURS : NO_COLOURS).join('\n'));
  return exitCode;
}
