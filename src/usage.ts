/** What `--help` says. */
export const USAGE = `cloudinfra-operator: brings a cloud infrastructure account to the state that your manifests describe

  run        the operator itself: watches a cluster and keeps the account as it says
  simulate   a simulator of the service, for trying and testing; see: simulate --help
  version    prints the version

run needs the address of the service and a token:
  CLOUD_API_URL, --api-url URL        such as https://api.example.com/v4
  CLOUD_API_TOKEN, --token-file FILE  the operator's own token; --secrets-only: none, only Secrets of the namespaces serve
and takes:
  --kubeconfig FILE         default: KUBECONFIG, the pod's service account, ~/.kube/config
  --namespace NAME          watch only this one; may be repeated (default: all)
  --token-namespace NAME    the operator's own token serves only this one; may be repeated (default: all)
  --allow-host HOST         a Secret's baseUrl may name this host; may be repeated
  --listen HOST:PORT        /metrics, /healthz and /readyz (default 0.0.0.0:8080)
  --poll DURATION           time between two looks at a collection (default 30s)
  --leader-elect            work only while holding the lease; for two replicas
  --lease-namespace NAME    where the lease is (default: POD_NAMESPACE, else default)
  --log-level LEVEL         debug, info, warn or error (default info)
  --log-format FORMAT       json or pretty (default json)

Exit codes: 0 ended as asked, 1 failed, 2 wrong or missing setting.
`;
