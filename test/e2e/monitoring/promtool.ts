import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { goTool } from '../../../local/binaries/tools.ts';

/** The result of promtool with its output. */
export interface Verdict {
  readonly code: number | null;
  readonly said: string;
}

/** Runs promtool. @param input its standard input */
export async function promtool(args: readonly string[], input = ''): Promise<Verdict> {
  const child = spawn(await goTool('promtool'), [...args]);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, said: `${out}${err}` };
}
