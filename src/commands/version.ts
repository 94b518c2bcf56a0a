import { VERSION } from '../version.ts';
import { type Command, EXIT } from './command.ts';

export const version: Command = {
  name: 'version',
  summary: 'prints the version',
  help: 'version: prints the version\n\nExit codes: 0 always.\n',
  run: async (_args, { out }) => {
    out(VERSION);
    return EXIT.asAsked;
  },
};
