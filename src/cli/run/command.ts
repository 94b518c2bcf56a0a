import { readRunConfig } from '../../config/config.ts';
import { isProtected } from '../../config/service.ts';
import { VERSION } from '../../operator/version.ts';
import { type Command, EXIT } from '../command.ts';

const HELP = `run: watches a cluster and keeps the account as its objects describe

  cloudinfra-operator crds | kubectl apply --server-side -f -
  cloudinfra-operator run --namespace team-a

Install the definitions of the kinds first. The command runs until it receives a signal, and then finishes the requests in flight.

{flags}

Exit codes: 0 stopped by a signal, 1 failed, 2 invalid or missing setting.
`;

export const run: Command = {
  name: 'run',
  summary: 'runs the operator: watches a cluster and keeps the account as its objects describe',
  help: HELP,
  flags: async () => (await import('../../config/run-flags.ts')).RUN_FLAGS,
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
