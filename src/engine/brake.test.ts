import { describe, expect, test } from 'vitest';
import { MemoryNotes } from '../../test/harness/memory-notes.ts';
import { fail, ok } from '../model/failure.ts';
import { Brake } from './brake.ts';
import type { Cluster } from './ports/cluster.ts';

const SETTINGS = { count: 2, windowMs: 100 };

type Notes = Pick<Cluster, 'readNote' | 'writeNote'>;
const inMemory = (notes = new MemoryNotes()): Notes => ({
  readNote: (name) => Promise.resolve(ok(notes.read(name))),
  writeNote: (name, text, previous) => Promise.resolve(notes.write(name, text, previous)),
});

/** Asks in turn; what comes back of each: how long to wait, or why nobody can say. */
async function asked(
  brake: Brake,
  ...asks: readonly (readonly [account: string, uid: string, now: number])[]
): Promise<readonly unknown[]> {
  const results = await Promise.all(asks.map((ask) => brake.ask(...ask)));
  return results.map((result) => (result.ok ? result.value : result.failure.code));
}

describe('the brake', () => {
  test('lets so many go in its time, then holds the others until the oldest is out of it', async () => {
    const brake = new Brake(inMemory(), SETTINGS);
    expect(await asked(brake, ['acc', 'a', 10], ['acc', 'b', 40], ['acc', 'c', 50], ['acc', 'c', 109])).toEqual([0, 0, 60, 1]);
    expect(await asked(brake, ['acc', 'c', 110], ['acc', 'd', 111])).toEqual([0, 29]);
  });

  test('does not count twice who was counted', async () => {
    const brake = new Brake(inMemory(), SETTINGS);
    expect(await asked(brake, ['acc', 'a', 10], ['acc', 'b', 10], ['acc', 'a', 20], ['acc', 'b', 20])).toEqual([0, 0, 0, 0]);
    expect(await asked(brake, ['acc', 'c', 20])).toEqual([90]);
  });

  test('counts each account by itself, and tells how many', async () => {
    const brake = new Brake(inMemory(), SETTINGS);
    expect(await asked(brake, ['one', 'a', 10], ['one', 'b', 20], ['two', 'c', 30], ['one', 'd', 30])).toEqual([0, 0, 0, 80]);
    expect([...brake.counts(30)]).toEqual([
      ['one', 2],
      ['two', 1],
    ]);
    expect([...brake.counts(125)]).toEqual([['two', 1]]);
  });

  test('has counted nothing before anybody asked', () => {
    expect([...new Brake(inMemory(), SETTINGS).counts(0)]).toEqual([]);
  });

  test('goes by what another process counted', async () => {
    const notes = new MemoryNotes();
    await asked(new Brake(inMemory(notes), SETTINGS), ['acc', 'a', 10], ['acc', 'b', 10]);
    expect(await asked(new Brake(inMemory(notes), SETTINGS), ['acc', 'c', 20])).toEqual([90]);
  });

  test('reads the note again when another process was quicker, and asks three times', async () => {
    const notes = new MemoryNotes();
    const [mine, other] = [new Brake(inMemory(notes), SETTINGS), new Brake(inMemory(notes), SETTINGS)];
    expect(await asked(mine, ['acc', 'a', 10])).toEqual([0]);
    expect(await asked(other, ['acc', 'b', 20])).toEqual([0]);
    expect(await asked(mine, ['acc', 'c', 30])).toEqual([80]);
    const writes: number[] = [];
    const quicker: Notes = {
      ...inMemory(notes),
      writeNote: () => {
        writes.push(1);
        return Promise.resolve(fail({ code: 'Conflict', detail: 'somebody wrote it' }));
      },
    };
    expect(await asked(new Brake(quicker, { ...SETTINGS, count: 9 }), ['acc', 'd', 40])).toEqual(['Conflict']);
    expect(writes).toHaveLength(3);
  });

  test.each(['readNote', 'writeNote'] as const)('lets nothing go where it cannot count (%s)', async (method) => {
    const broken = { ...inMemory(), [method]: () => Promise.resolve(fail({ code: 'Unreachable', detail: 'no answer' })) };
    expect(await asked(new Brake(broken, SETTINGS), ['acc', 'a', 10])).toEqual(['Unreachable']);
  });
});
