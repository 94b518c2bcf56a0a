import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The dependencies of a lock; tests supply their own. */
export interface LockWorld {
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  readonly nowMs: () => number;
  readonly pauseMs: (ms: number) => Promise<unknown>;
}

const HEARTBEAT_MS = 5_000;
const SILENCE_MS = 60_000;
const LOOK_AGAIN_MS = 500;

/** The real dependencies: this process, this machine's processes, the wall clock. */
export const realLockWorld: LockWorld = {
  pid: process.pid,
  isAlive,
  nowMs: Date.now,
  pauseMs: pause,
};

/** Runs the body while holding a lock file; waits while another live process holds it. Takes over a
 *  lock whose owner is dead or silent for a minute. Two processes may do that at once: the lock
 *  saves work but does not guarantee exclusion, so the body must publish by rename.
 *  @param onWait called once with the owner's process id when the lock is held */
export async function withLock<T>(
  file: string,
  world: LockWorld,
  onWait: (owner: number) => void,
  body: () => Promise<T>,
): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  await acquire(file, world, onWait);
  const heartbeat = setInterval(() => void touch(file, world), HEARTBEAT_MS);
  try {
    return await body();
  } finally {
    clearInterval(heartbeat);
    if ((await readOwner(file)) === world.pid) await rm(file, { force: true });
  }
}

/** Reports whether a process with this id exists, for any owner. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
}

async function acquire(
  file: string,
  world: LockWorld,
  onWait: (owner: number) => void,
): Promise<void> {
  let notified = false;
  while (!(await create(file, world.pid))) {
    const owner = await readOwner(file);
    const silentMs = await silence(file, world);
    if (silentMs > SILENCE_MS || (owner !== null && !world.isAlive(owner))) {
      await rm(file, { force: true });
      continue;
    }
    if (!notified && owner !== null) onWait(owner);
    notified ||= owner !== null;
    await world.pauseMs(LOOK_AGAIN_MS);
  }
}

async function create(file: string, pid: number): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(String(pid));
    await handle.close();
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Reads the owner's process id; null while the file is being written or when it is gone. */
async function readOwner(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(orGone(''));
  return /^\d+$/.test(text) ? Number(text) : null;
}

async function silence(file: string, world: LockWorld): Promise<number> {
  const entry = await stat(file).catch(orGone(null));
  return entry === null ? 0 : world.nowMs() - entry.mtimeMs;
}

async function touch(file: string, world: LockWorld): Promise<void> {
  const now = world.nowMs() / 1_000;
  await utimes(file, now, now).catch(orGone(undefined));
}

const orGone =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (isErrno(error, 'ENOENT')) return instead;
    throw error;
  };

const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
