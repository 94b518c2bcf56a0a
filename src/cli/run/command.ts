import { readRunConfig } from '../../config/config.ts';
import { isProtected } from '../../config/service.ts';
import { VERSION } from '../../operator/version.ts';
import { type Command, EXIT } from '../command.ts';

const HELP = `run: watches a cluster and keeps the account as its objects say

  cloudinfra-operator crds | kubectl apply --server-side -f -
  cloudinfra-operator run --namespace team-a

The definitions of the kinds have to be in the cluster first. It runs until a signal ends it, and then finishes what it is writing.
It needs the address of the service and a token:
  CLOUD_API_URL, --api-url URL        such as https://api.example.com/v4
  --insecure-http                     lets the address begin with http on other machines: the token goes there unencrypted
  CLOUD_API_TOKEN, --token-file FILE  the operator's own token; --secrets-only: none, only Secrets of the namespaces serve
  CLOUD_API_TOKEN_NAMESPACES, --token-namespace NAME
                                      a namespace that this token serves, '*' for every one; may be repeated, in the environment with commas
                                      (default: those of --namespace; it has to be one or the other)
and takes:
  --kubeconfig FILE         default: KUBECONFIG, the pod's service account, ~/.kube/config
  --namespace NAME          watch only this one; may be repeated (default: all)
  --class NAME              serve the objects with the label cloudinfra.dev/class: NAME (default: CLOUDINFRA_CLASS, else those without)
  --allow-host HOST         a Secret's baseUrl may name this host; may be repeated
  --listen HOST:PORT        /metrics, /healthz and /readyz (default 0.0.0.0:8080)
  --poll DURATION           time between two looks at a collection (default 30s)
  --listing-lag DURATION    how old a listing of the service may be; a create whose answer is lost is sent again after this time, or
                            sooner where a listing proves that it is newer (default 15m)
  --leader-elect            work only while holding the lease; for two replicas. Without it a second operator waits for the first to end
  --lease-namespace NAME    where the lease and the count of deletions are (default: POD_NAMESPACE, else default)
  --brake-count N           how many items of a kind that holds data may be deleted or made again in a namespace in the time
                            below; four times as many of other kinds; 0: any number (default 5)
  --brake-window DURATION   (default 10m)
  --log-level LEVEL         debug, info, warn or error (default info)
  --log-format FORMAT       json or pretty (default: pretty on a terminal, else json)

Exit codes: 0 ended as asked by a signal, 1 failed, 2 wrong or missing setting.
`;

export const run: Command = {
  name: 'run',
  summary: 'the operator itself: watches a cluster and keeps the account as it says',
  help: HELP,
  run: async (args, { err, ended }) => {
    const wrong = (line: string): number => {
      err(line);
      return EXIT.wrongUse;
    };
    const config = readRunConfig(args);
    if (!config.ok) return wrong(config.failure.message);
    const [{ startOperator }, { createLog }] = await Promise.all([
      import('../../operator/operator.ts'),
      import('../../telemetry/log.ts'),
    ]);
    const log = createLog({ level: config.value.logLevel, format: config.value.logFormat });
    if (!isProtected(config.value.apiUrl))
      log.warn(
        { url: config.value.apiUrl },
        'requests to the service, tokens included, are not encrypted',
      );
    const operator = await startOperator(config.value, log);
    if (!operator.ok) return wrong(operator.failure.message);
    log.info({ version: VERSION, url: operator.value.url }, 'started');
    await ended();
    log.info({}, 'stopping');
    await operator.value.stop();
    return EXIT.asAsked;
  },
};
