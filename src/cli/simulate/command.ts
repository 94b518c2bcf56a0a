import type { Command } from '../command.ts';

const HELP = `simulate: runs a simulator of the service on this machine, for trials and tests

  cloudinfra-operator simulate --speed 60
  cloudinfra-operator simulate --state account.json --quiet

It prints one line of JSON, {"url": …, "tokens": …}, and runs until it receives a signal. Set CLOUD_API_URL to the url and
CLOUD_API_TOKEN to one of the tokens: every other command then works on the simulated account, at no cost.

Tokens of the first account: admin (its owner), readonly (the owner, with read access), restricted (a user with few grants),
operator (another user with full access). The token of the second account: other (its owner). GET /__sim/users lists the
users of both. POST /__sim/users {"username": "operator", "restricted": true, "grants": {…}} changes their rights.
The grants have the form of PUT /account/users/{username}/grants.

{flags}

Exit codes: 0 stopped by a signal, 2 invalid setting.
`;

export const simulate: Command = {
  name: 'simulate',
  summary: 'runs a simulator of the service, for trials and tests',
  help: HELP,
  flags: async () => (await import('../../../simulator/shell/arguments.ts')).FLAGS,
  run: async (args, terminal) => {
    const { runSimulator } = await import('../../../simulator/main.ts');
    return runSimulator(args, terminal);
  },
};
