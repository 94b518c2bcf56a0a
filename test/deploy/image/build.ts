import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Instruction, Stage } from './dockerfile.ts';

/** A local folder with the root of a stage. */
type Root = string;

interface Site {
  /** The root of the repository. */
  readonly root: string;
  /** Files of the build context. */
  readonly sent: readonly string[];
  /** The folder with a root per stage. */
  readonly folder: string;
}

/** Executes a Dockerfile in local folders: the installed system is the base, and no container is
 *  created. Throws when a step fails.
 *  @returns the working folder of the last stage */
export async function buildInFolders(stages: readonly Stage[], site: Site): Promise<string> {
  const roots = new Map<string, Root>();
  let last = '';
  for (const [index, stage] of stages.entries()) {
    const root = join(site.folder, String(index));
    if (stage.name !== null) roots.set(stage.name, root);
    last = root;
    for (const instruction of stage.instructions)
      last = await step(instruction, { root, work: last, roots, site });
  }
  return last;
}

interface Place {
  readonly root: Root;
  /** The current working folder of the stage. */
  readonly work: string;
  readonly roots: ReadonlyMap<string, Root>;
  readonly site: Site;
}

/** @returns the working folder afterwards */
async function step({ name, text }: Instruction, place: Place): Promise<string> {
  if (name === 'WORKDIR') {
    const work = join(place.root, text);
    await mkdir(work, { recursive: true });
    return work;
  }
  if (name === 'COPY') await copy(text, place);
  if (name === 'RUN')
    await promisify(execFile)('sh', ['-c', text], { cwd: place.work, maxBuffer: 2 ** 26 });
  return place.work;
}

async function copy(text: string, { work, roots, site }: Place): Promise<void> {
  const words = text.split(' ');
  const from = /^--from=(\S+)$/.exec(words[0] ?? '')?.[1];
  const names = words.slice(from === undefined ? 0 : 1, -1);
  const target = join(work, words.at(-1) ?? '');
  if (from !== undefined) {
    for (const name of names)
      await cp(join(roots.get(from) ?? '', name), target, { recursive: true });
    return;
  }
  for (const file of site.sent.filter((path) =>
    names.some((name) => path === name || path.startsWith(`${name}/`)),
  )) {
    const copied = join(work, file);
    await mkdir(dirname(copied), { recursive: true });
    await cp(join(site.root, file), copied);
  }
}
