import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { isAlive, type LockWorld, withLock } from './lock.ts';

const OTHER = 4_000_001;

/** Builds a process 7 in a world with these live processes and a given pause. */
function world(
  alive: readonly number[],
  onPause: () => Promise<void> = () => Promise.reject(new Error('must not wait')),
): LockWorld {
  return { pid: 7, isAlive: (pid) => alive.includes(pid), nowMs: Date.now, pauseMs: onPause };
}

const never = (owner: number): void => expect.fail(`waited for ${owner}`);

describe('withLock', () => {
  test('holds the lock while the body runs and leaves no file', async () => {
    const file = join(await temporaryFolder(), 'cache', 'lock');
    const seen = await withLock(file, world([]), never, () => readFile(file, 'utf8'));
    expect(seen).toBe('7');
    expect(await readdir(join(file, '..'))).toEqual([]);
  });

  test('lets go when the body fails', async () => {
    const folder = await temporaryFolder();
    const failing = withLock(join(folder, 'lock'), world([]), never, () =>
      Promise.reject(new Error('no disk')),
    );
    await expect(failing).rejects.toThrow('no disk');
    expect(await readdir(folder)).toEqual([]);
  });

  test('waits for a living owner, says so once, and goes on when it is done', async () => {
    const file = join(await temporaryFolder(), 'lock');
    const order: string[] = [];
    let first = Promise.resolve();
    const finish = await new Promise<() => void>((started) => {
      first = withLock(file, { ...world([]), pid: OTHER }, never, async () => {
        await new Promise<void>((end) => started(end));
        order.push('first');
      });
    });
    let pauses = 0;
    const waiting = world([OTHER], async () => {
      pauses += 1;
      if (pauses < 3) return;
      finish();
      await first;
    });
    await withLock(
      file,
      waiting,
      (owner) => void order.push(`waits for ${owner}`),
      async () => void order.push('second'),
    );
    expect(order).toEqual([`waits for ${OTHER}`, 'first', 'second']);
  });

  test('takes over the lock of a dead process', async () => {
    const file = join(await temporaryFolder(), 'lock');
    await writeFile(file, String(OTHER));
    expect(await withLock(file, world([]), never, () => readFile(file, 'utf8'))).toBe('7');
  });

  test.each([
    ['its owner seems alive', String(OTHER)],
    ['it was never written', ''],
  ])('takes over a lock that was silent for more than a minute: %s', async (_, content) => {
    const file = join(await temporaryFolder(), 'lock');
    await writeFile(file, content);
    const silentSince = new Date(Date.now() - 61_000);
    await utimes(file, silentSince, silentSince);
    expect(await withLock(file, world([OTHER]), never, () => readFile(file, 'utf8'))).toBe('7');
  });

  test('does not remove a lock that was taken over from it', async () => {
    const file = join(await temporaryFolder(), 'lock');
    await withLock(file, world([]), never, () => writeFile(file, String(OTHER)));
    expect(await readFile(file, 'utf8')).toBe(String(OTHER));
  });
});

test('isAlive recognizes this process, a process of another user, and no process', () => {
  expect([process.pid, 1, OTHER].map(isAlive)).toEqual([true, true, false]);
});
