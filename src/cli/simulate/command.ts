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

  --port PORT           default 9000; 0 selects a free port
  --host HOST           default 127.0.0.1
  --speed FACTOR        time factor for state changes and rate limit windows (default 1); at 60 a window lasts one second,
                        and clients rarely receive a 429
  --dialect DIALECT     recorded (default): answers like the recorded service; documents: answers like its documentation
  --seed NUMBER         the same seed gives the same ids and addresses (default 1)
  --state FILE          file that keeps the account between runs (default: none)
  --clock CLOCK         real (default) or manual: POST /__sim/advance moves the time
  --limits LIMITS       when to answer 429: scaled (default) in windows that --speed shortens, real in windows of real
                        length, off never
  --quiet               do not log requests to standard error

Exit codes: 0 stopped by a signal, 2 invalid setting.
`;

export const simulate: Command = {
  name: 'simulate',
  summary: 'runs a simulator of the service, for trials and tests',
  help: HELP,
  run: async (args, terminal) => {
    const { runSimulator } = await import('../../../simulator/main.ts');
    return runSimulator(args, terminal);
  },
};
