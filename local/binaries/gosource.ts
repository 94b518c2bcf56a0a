import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type LockWorld, withLock } from '../process/lock.ts';
import type { Progress } from '../process/progress.ts';
import { type Found, missingIn, type Source } from './binaries.ts';
import { type Built, type Toolchain, WORKSPACE_PREFIX } from './toolchain.ts';

export interface GoSourceOptions<Name extends string> {
  /** The build in messages: `the control plane`. */
  readonly what: string;
  /** The cache folder of the binaries. */
  readonly directory: string;
  readonly toolchain: Toolchain<Name>;
  readonly progress: Progress;
  readonly lock: LockWorld;
}

/** Builds a source that compiles the binaries missing in the cache, one process at a time. */
export function goSource<Name extends string>(options: GoSourceOptions<Name>): Source<Name> {
  const { what, directory, toolchain, progress, lock } = options;
  const find = async (wanted: readonly Name[]): Promise<Found> => {
    if (!(await toolchain.isThere())) return { why: 'there is no `go` on the PATH' };
    await mkdir(directory, { recursive: true });
    const onWait = (owner: number): void =>
      progress.say(`process ${owner} is building ${what}; waiting for it`);
    return withLock(join(directory, 'lock'), lock, onWait, async () => {
      await sweep(directory, lock);
      return buildAll(await missingIn(directory, wanted), options);
    });
  };
  return { name: 'Go', find };
}

async function buildAll<Name extends string>(
  missing: readonly Name[],
  options: GoSourceOptions<Name>,
): Promise<Found> {
  const { what, directory, toolchain, progress } = options;
  if (missing.length > 0)
    progress.say(`building ${what} into ${directory}: this takes minutes, once`);
  for (const [index, name] of missing.entries()) {
    const title = `building ${name} (${index + 1} of ${missing.length})`;
    const built = await progress.task(title, async (detail): Promise<Built> => {
      return toolchain.build(name, directory, (count) => detail(`${count} packages`));
    });
    if (!built.ok) return { why: `${name} could not be built: ${built.why}` };
  }
  return { directory };
}

/** Removes the leftovers of a build that a machine failure interrupted. */
async function sweep(directory: string, lock: LockWorld): Promise<void> {
  for (const entry of await readdir(directory)) {
    if (!entry.startsWith(WORKSPACE_PREFIX)) continue;
    const builder = Number.parseInt(entry.slice(WORKSPACE_PREFIX.length), 10);
    if (!lock.isAlive(builder)) await rm(join(directory, entry), { recursive: true, force: true });
  }
}
