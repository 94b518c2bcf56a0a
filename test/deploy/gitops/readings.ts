import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { goTool } from '../../../local/binaries/tools.ts';

const Said = z.object({ status: z.string(), message: z.string() });
const Reading = z.object({ kstatus: Said, argo: Said });

/** What GitOps tools say of an object: Flux by kstatus, Argo CD by the shipped health script; each
 *  a word and a message. */
export type Reading = z.infer<typeof Reading>;

const SCRIPT = fileURLToPath(new URL('../../../deploy/argocd/health.lua', import.meta.url));

/** What the tools say of each object, in their order: kstatus' own code, and the script in the Lua
 *  interpreter of Argo CD. Rejects with what the program says when the script fails on one.
 *  @param script path of the health script */
export async function readings(
  objects: readonly object[],
  script: string = SCRIPT,
): Promise<readonly Reading[]> {
  const lines = await run(
    await goTool('gitops'),
    [script],
    objects.map((object) => `${JSON.stringify(object)}\n`).join(''),
  );
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Reading.parse(JSON.parse(line)));
}

function run(program: string, args: readonly string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let [output, complaint] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (complaint += text));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`${program} ended with ${code}: ${complaint}`)),
    );
    // A program that ended early says why: that is better than that nobody reads.
    child.stdin.on('error', () => undefined).end(input);
  });
}
