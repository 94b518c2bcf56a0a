import { environment } from '../../config/config.ts';
import { visible } from '../../model/visible.ts';
import type { Command, Terminal } from '../command.ts';
import type { StatusConfig } from './config.ts';

const HELP = `status: lists objects that are not Ready, with the first obstacle of each

  cloudinfra-operator status
  cloudinfra-operator status -n team-a --json

It only reads objects from the cluster, and optionally the metrics of a running operator.

{flags}

For a plan that waits for consent, the report shows its cost and the command that gives consent.

Exit codes: 0 all objects are Ready, 1 unreadable objects or an invalid setting, 2 an object is not Ready or is in deletion.
`;

const STATUS_EXIT = { allReady: 0, trouble: 1, notReady: 2 } as const;

/** Reports the state of a cluster's objects. */
export const status: Command = {
  name: 'status',
  summary: 'lists objects that are not Ready, and why',
  help: HELP,
  flags: async () => (await import('./config.ts')).STATUS_FLAGS,
  run: async (args, terminal) => {
    const { readStatusConfig } = await import('./config.ts');
    const config = readStatusConfig(args, environment());
    if (config.ok) return tell(config.value, terminal);
    terminal.err(config.failure.message);
    return STATUS_EXIT.trouble;
  },
};

async function tell(config: StatusConfig, { out, err }: Terminal): Promise<number> {
  const [{ look }, { reportLines }, { reportJson }] = await Promise.all([
    import('./look.ts'),
    import('./lines.ts'),
    import('./json.ts'),
  ]);
  const seen = await look(config);
  if (!seen.ok) {
    err(seen.failure);
    return STATUS_EXIT.trouble;
  }
  const { report, unread } = seen.value;
  out(config.json ? reportJson(report) : reportLines(report).join('\n'));
  for (const line of unread) err(visible(line));
  if (unread.length > 0) return STATUS_EXIT.trouble;
  return report.summaries.every(({ state }) => state === 'ready')
    ? STATUS_EXIT.allReady
    : STATUS_EXIT.notReady;
}
