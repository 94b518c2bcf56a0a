import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { table } from './table.ts';
import { emptyWorld, type Row } from './world.ts';

interface Note extends Row {
  readonly text: string;
}

const notes = table<Note>('notes');
const world = () =>
  emptyWorld({ seed: 1, dialect: 'recorded', speed: 1, limits: 'off', origin: '' });

const command = fc.record({
  what: fc.constantFrom('insert', 'update', 'remove'),
  id: fc.integer({ min: 1, max: 12 }),
  text: fc.string(),
});

test.prop([fc.array(command, { maxLength: 60 })])(
  'a table is a map by id that is read in ascending order',
  (commands) => {
    const here = world();
    const model = new Map<number, Note>();
    for (const { what, id, text } of commands) {
      const isThere = model.has(id);
      if (what === 'insert' && !isThere) model.set(id, notes.insert(here, { id, text }));
      if (what === 'update' && isThere) model.set(id, notes.update(here, id, { text }));
      if (what === 'remove') {
        notes.remove(here, id);
        model.delete(id);
      }
    }
    expect(notes.all(here)).toEqual([...model.values()].toSorted((a, b) => a.id - b.id));
    for (let id = 1; id <= 12; id += 1) expect(notes.find(here, id)).toEqual(model.get(id));
  },
);

test('a change puts a new row where the old one was', () => {
  const here = world();
  const before = notes.insert(here, { id: 1, text: 'a' });
  notes.update(here, 1, { text: 'b' });
  expect([before.text, notes.find(here, 1)?.text]).toEqual(['a', 'b']);
});

test('changing what is not there is a bug', () => {
  expect(() => notes.update(world(), 1, { text: 'a' })).toThrow('no row 1 in notes');
});
