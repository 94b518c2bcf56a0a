import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { goTool } from '../../../local/binaries/tools.ts';

const Said = z.object({ status: z.string(), message: z.string() });
const Reading = z.object({ kstatus: Said, argo: Said });

/** The states of an object in GitOps tools: Flux by kstatus, Argo CD by the shipped health script;
 *  each a word and a message. */
export type Reading = z.infer<typeof Reading>;

const scriptPath = (file: string): string =>
  fileURLToPath(new URL(`../../../deploy/argocd/${file}`, import.meta.url));
const SCRIPT = scriptPath('health.lua');
/** Path of the health script of Operation. */
export const OPERATION_SCRIPT = scriptPath('operation-health.lua');

/** Computes the states of each object, in order: with kstatus' own code, and the script in Argo
 *  CD's Lua interpreter. Rejects with the program's message when the script fails.
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
    // The exit message of the program is clearer than this error.
    child.stdin.on('error', () => undefined).end(input);
  });
}
