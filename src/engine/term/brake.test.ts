import { describe, expect, test } from 'vitest';
import { MemoryNotes } from '../../../test/support/memory-notes.ts';
import { fail, ok } from '../../model/failure.ts';
import type { Cluster } from '../ports/cluster.ts';
import { Brake } from './brake.ts';
import type { Asker } from './brake-circles.ts';

const SETTINGS = { count: 2, windowMs: 100 };

const ASKER = { kind: 'Volume', namespace: 'ns', holdsData: true, objects: () => 0 };
const RECORD = { kind: 'DnsRecord', holdsData: false };

type Notes = Pick<Cluster, 'readNote' | 'writeNote'>;
const inMemory = (notes = new MemoryNotes()): Notes => ({
  readNote: (name) => Promise.resolve(ok(notes.read(name))),
  writeNote: (name, text, previous) => Promise.resolve(notes.write(name, text, previous)),
});

/** Asks in turn; returns the wait of each request, or the failure code. */
async function asked(
  brake: Brake,
  ...asks: readonly (readonly [account: string, uid: string, now: number, more?: Partial<Asker>])[]
): Promise<readonly unknown[]> {
  const results = await Promise.all(
    asks.map(([account, uid, now, more]) => brake.ask({ ...ASKER, account, uid, ...more }, now)),
  );
  return results.map((result) => (result.ok ? result.value : result.failure.code));
}

describe('the brake', () => {
  test('lets so many go in its time, then holds the others until the oldest is out of it', async () => {
    const brake = new Brake(inMemory(), SETTINGS);
    expect(
      await asked(brake, ['acc', 'a', 10], ['acc', 'b', 40], ['acc', 'c', 50], ['acc', 'c', 109]),
    ).toEqual([0, 0, 60, 1]);
    expect(await asked(brake, ['acc', 'c', 110], ['acc', 'd', 111])).toEqual([0, 29]);
  });

  test('does not count twice who was counted', async () => {
    const brake = new Brake(inMemory(), SETTINGS);
    expect(
      await asked(brake, ['acc', 'a', 10], ['acc', 'b', 10], ['acc', 'a', 20], ['acc', 'b', 20]),
    ).toEqual([0, 0, 0, 0]);
    expect(await asked(brake, ['acc', 'c', 20])).toEqual([90]);
  });

  test('counts each account by itself, and returns the count', async () => {
    const brake = new Brake(inMemory(), SETTINGS);
    expect(
      await asked(brake, ['one', 'a', 10], ['one', 'b', 20], ['two', 'c', 30], ['one', 'd', 30]),
    ).toEqual([0, 0, 0, 80]);
    const [one, two] = [
      { account: 'one', kind: 'Volume', counted: 2 },
      { account: 'two', kind: 'Volume', counted: 1 },
    ];
    expect(brake.counts(30)).toEqual([one, two]);
    expect(brake.counts(125)).toEqual([two]);
  });

  test('has counted nothing before anybody asked', () => {
    expect(new Brake(inMemory(), SETTINGS).counts(0)).toEqual([]);
  });

  test('counts each kind and each namespace by itself', async () => {
    const brake = new Brake(inMemory(), SETTINGS);
    const full = [['acc', 'a', 10] as const, ['acc', 'b', 20] as const];
    expect(
      await asked(brake, ...full, ['acc', 'c', 30], ['acc', 'd', 30, { kind: 'Instance' }]),
    ).toEqual([0, 0, 80, 0]);
    expect(await asked(brake, ['acc', 'e', 30, { namespace: 'other' }])).toEqual([0]);
  });

  test('lets four times as many go of what holds no data, and a tenth of many objects', async () => {
    const uids = Array.from({ length: 12 }, (_, index) => `${index}`);
    const lets = async (more: Partial<Asker>) => {
      const brake = new Brake(inMemory(), SETTINGS);
      return (await asked(brake, ...uids.map((uid) => ['acc', uid, 10, more] as const))).filter(
        (waits) => waits === 0,
      ).length;
    };
    expect([
      await lets({}),
      await lets(RECORD),
      await lets({ objects: () => 109 }),
      await lets({ objects: () => 19 }),
    ]).toEqual([2, 8, 10, 2]);
  });

  test('lets four times as many go in all namespaces together, in order of arrival', async () => {
    const brake = new Brake(inMemory(), SETTINGS);
    const first = ['a', 'b', 'c', 'd'].flatMap((namespace, index) =>
      [1, 2].map((n) => ['acc', `${namespace}${n}`, 10 + index, { namespace }] as const),
    );
    expect(await asked(brake, ...first)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    const [early, late] = [{ namespace: 'e' }, { namespace: 'f' }];
    expect(
      await asked(
        brake,
        ['acc', 'e1', 20, early],
        ['acc', 'f1', 30, late],
        ['acc', 'f2', 30, late],
      ),
    ).toEqual([90, 80, 81]);
    expect(
      await asked(
        brake,
        ['acc', 'f2', 110, late],
        ['acc', 'f1', 110, late],
        ['acc', 'e1', 110, early],
      ),
    ).toEqual([1, 0, 0]);
  });

  test('is not waited for by those that came later when it does not come back, or was let go', async () => {
    const brake = new Brake(inMemory(), { count: 1, windowMs: 100_000 });
    expect(await asked(brake, ['acc', 'a', 10], ['acc', 'b', 20], ['acc', 'c', 30])).toEqual([
      0, 99_990, 99_980,
    ]);
    expect(await asked(brake, ['acc', 'c', 100_010])).toEqual([100_000]);
    brake.forget('b');
    expect(await asked(brake, ['acc', 'c', 100_020])).toEqual([0]);
    expect(await asked(brake, ['acc', 'd', 100_030], ['acc', 'e', 300_000])).toEqual([99_990, 0]);
  });

  test('goes by a note that counts each account as one, as a version before wrote it', async () => {
    const notes = new MemoryNotes();
    notes.write(
      'brake',
      JSON.stringify({ acc: ['a', 'b'].map((uid) => ({ uid, at: 10 })) }),
      notes.read('brake'),
    );
    const brake = new Brake(inMemory(notes), SETTINGS);
    expect(
      await asked(
        brake,
        ['acc', 'a', 20],
        ['acc', 'c', 20],
        ['acc', 'd', 20, RECORD],
        ['other', 'e', 20],
      ),
    ).toEqual([0, 90, 0, 0]);
  });

  test('does not go by what a clock that was far ahead wrote, nor by a note that a person emptied', async () => {
    const notes = new MemoryNotes();
    notes.write(
      'brake',
      JSON.stringify({ 'acc/Volume/ns': ['a', 'b'].map((uid) => ({ uid, at: 86_400_000 })) }),
      notes.read('brake'),
    );
    const brake = new Brake(inMemory(notes), { count: 1, windowMs: 100_000 });
    expect(await asked(brake, ['acc', 'c', 10], ['acc', 'd', 20])).toEqual([0, 99_990]);
    notes.write('brake', '', notes.read('brake'));
    expect(await asked(brake, ['acc', 'd', 10_000], ['acc', 'd', 40_000])).toEqual([90_010, 0]);
  });

  test('goes by what another process counted', async () => {
    const notes = new MemoryNotes();
    await asked(new Brake(inMemory(notes), SETTINGS), ['acc', 'a', 10], ['acc', 'b', 10]);
    expect(await asked(new Brake(inMemory(notes), SETTINGS), ['acc', 'c', 20])).toEqual([90]);
  });

  test('reads the note again when another process was quicker, and asks three times', async () => {
    const notes = new MemoryNotes();
    const [mine, other] = [
      new Brake(inMemory(notes), SETTINGS),
      new Brake(inMemory(notes), SETTINGS),
    ];
    expect(await asked(mine, ['acc', 'a', 10])).toEqual([0]);
    expect(await asked(other, ['acc', 'b', 20])).toEqual([0]);
    expect(await asked(mine, ['acc', 'c', 30])).toEqual([80]);
    const writes: number[] = [];
    const quicker: Notes = {
      ...inMemory(notes),
      writeNote: () => {
        writes.push(1);
        return Promise.resolve(fail({ code: 'Conflict', detail: 'another writer changed it' }));
      },
    };
    expect(await asked(new Brake(quicker, { ...SETTINGS, count: 9 }), ['acc', 'd', 40])).toEqual([
      'Conflict',
    ]);
    expect(writes).toHaveLength(3);
  });

  test.each(['readNote', 'writeNote'] as const)(
    'lets nothing go where it cannot count (%s)',
    async (method) => {
      const broken = {
        ...inMemory(),
        [method]: () => Promise.resolve(fail({ code: 'Unreachable', detail: 'no answer' })),
      };
      expect(await asked(new Brake(broken, SETTINGS), ['acc', 'a', 10])).toEqual(['Unreachable']);
    },
  );

  test('goes on after a cluster that threw', async () => {
    let broken = true;
    const notes = inMemory();
    const throwing = {
      ...notes,
      readNote: (name: 'brake') =>
        broken ? Promise.reject(new Error('away')) : notes.readNote(name),
    };
    const brake = new Brake(throwing, SETTINGS);
    await expect(asked(brake, ['acc', 'a', 10])).rejects.toThrow('away');
    broken = false;
    expect(await asked(brake, ['acc', 'a', 10])).toEqual([0]);
  });
});
