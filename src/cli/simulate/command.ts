import type { Command } from '../command.ts';

const HELP = `simulate: a simulator of the service on this machine, for trying and testing

  cloudinfra-operator simulate --speed 60
  cloudinfra-operator simulate --state account.json --quiet

It prints one line of JSON, {"url": …, "tokens": …}, and serves until a signal ends it. Take the url for CLOUD_API_URL
and one of the tokens for CLOUD_API_TOKEN, and every other command works with it: nothing costs money.

Tokens of the first account: admin (its owner), readonly (the owner, who only reads), restricted (a user with few grants),
operator (another user with all rights). The token of the second account: other (its owner). GET /__sim/users lists the
users of both; POST /__sim/users {"username": "operator", "restricted": true, "grants": {…}} changes their rights at once.
The grants have the form of PUT /account/users/{username}/grants.

  --port PORT           default 9000; 0: any that is free
  --host HOST           default 127.0.0.1
  --speed FACTOR        how much faster than in life items change and rate limit windows pass (default 1): at 60 a window
                        lasts one second, and hardly any client meets a 429
  --dialect DIALECT     recorded (default): answers as the service was seen to; documents: as its documents say
  --seed NUMBER         the same seed gives the same ids and addresses (default 1)
  --state FILE          where the account is kept from one start to the next (default: nowhere)
  --clock CLOCK         real (default) or manual: time passes when POST /__sim/advance says so
  --limits LIMITS       when to answer 429: scaled (default) in windows that --speed shortens, real in windows as long as
                        in life, off never
  --quiet               no line on standard error for each request

Exit codes: 0 ended as asked by a signal, 2 wrong setting.
`;

export const simulate: Command = {
  name: 'simulate',
  summary: 'a simulator of the service, for trying and testing',
  help: HELP,
  run: async (args, terminal) => {
    const { runSimulator } = await import('../../../simulator/main.ts');
    return runSimulator(args, terminal);
  },
};
