import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder that is removed at the end of the running test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cloudinfra-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes executable shell scripts into a folder, by name. */
export async function writePrograms(
  folder: string,
  scripts: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  }
}

/** Creates a progress that records its messages. */
export function recordedProgress() {
  const said: string[] = [];
  return {
    said,
    say: (line: string) => void said.push(line),
    task: async <T>(
      title: string,
      body: (detail: (text: string) => void) => Promise<T>,
    ): Promise<T> => {
      said.push(title);
      return body((text) => void said.push(text));
    },
  };
}
