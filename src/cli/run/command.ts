import { readRunConfig } from '../../config/config.ts';
import { isProtected } from '../../config/service.ts';
import { VERSION } from '../../operator/version.ts';
import { type Command, EXIT } from '../command.ts';

const HELP = `run: watches a cluster and keeps the account as its objects describe

  cloudinfra-operator crds | kubectl apply --server-side -f -
  cloudinfra-operator run --namespace team-a

Install the definitions of the kinds first. The command runs until it receives a signal, and then finishes the requests in flight.
Required settings:
  CLOUD_API_URL, --api-url URL        address of the service, such as https://api.example.com/v4
  --insecure-http                     allow an http address on another machine; the token is sent unencrypted
  CLOUD_API_TOKEN, --token-file FILE  the operator's own token; --secrets-only: use only Secrets of the namespaces
  CLOUD_API_TOKEN_NAMESPACES, --token-namespace NAME
                                      a namespace that this token serves, '*' for all; repeatable, in the environment separated by commas
                                      (default: those of --namespace; one of both is required)
Options:
  --kubeconfig FILE         default: KUBECONFIG, the pod's service account, ~/.kube/config
  --namespace NAME          watch only this namespace; repeatable (default: all)
  --class NAME              serve only objects with the label cloudinfra.dev/class: NAME (default: CLOUDINFRA_CLASS, else objects without it)
  --allow-host HOST         a host that the baseUrl of a Secret may name; repeatable
  --listen HOST:PORT        /metrics, /healthz and /readyz (default 0.0.0.0:8080)
  --poll DURATION           time between two listings of a collection (default 30s)
  --listing-lag DURATION    maximum age of a listing that the service may return; a create without an answer is sent again after
                            this time, or earlier if a listing is proven to be newer (default 15m)
  --leader-elect            work only while holding the Lease, for two replicas; without it, a second operator waits for the first to exit
  --lease-namespace NAME    namespace of the Lease and of the deletion count (default: POD_NAMESPACE, else default)
  --brake-count N           maximum deletions and re-creations of items that hold data, for each kind and namespace in the window
                            below; four times as many for other kinds; 0: no limit (default 5)
  --brake-window DURATION   window of the brake (default 10m)
  --log-level LEVEL         debug, info, warn or error (default info)
  --log-format FORMAT       json or pretty (default: pretty on a terminal, else json)

Exit codes: 0 stopped by a signal, 1 failed, 2 invalid or missing setting.
`;

export const run: Command = {
  name: 'run',
  summary: 'runs the operator: watches a cluster and keeps the account as its objects describe',
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
