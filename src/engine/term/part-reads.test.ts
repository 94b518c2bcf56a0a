import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../ports/cluster.ts';
import { Looks } from './part-reads.ts';

const A = { uid: 'a', namespace: 'one' };
const B = { uid: 'b', namespace: 'two' };
const looksOf = () => new Looks(() => undefined);
const look = (at: number, ...parts: readonly string[]) => ({ at, parts: new Set(parts) });

describe('a close look at the parts of an item', () => {
  test('shows them in the namespace of the object, and no others', () => {
    const looks = looksOf();
    looks.note(A, 'Backup', look(5, 'x', 'y'));
    looks.note(A, 'Node', look(6, 'z'));
    looks.note(B, 'Backup', look(7, 'v'));
    const shown = (namespace: string, as: string) =>
      ['x', 'y', 'z', 'v'].filter((part) => looks.shows(namespace, as, part));
    expect([shown('one', 'Backup'), shown('one', 'Node'), shown('two', 'Backup')]).toEqual([
      ['x', 'y'],
      ['z'],
      ['v'],
    ]);
    expect([shown('two', 'Node'), shown('three', 'Backup')]).toEqual([[], []]);
  });

  test('is as old as the last one at parts of that kind', () => {
    const looks = looksOf();
    looks.note(A, 'Backup', look(5, 'x'));
    looks.note(A, 'Backup', look(8, 'y'));
    looks.note(A, 'Node', look(3));
    const after = (moment: number) =>
      [
        ['a', 'Backup'],
        ['a', 'Node'],
        ['b', 'Backup'],
      ].map(([uid = '', as = '']) => looks.isAfter(moment, uid, as));
    expect([after(0), after(3), after(7), after(8)]).toEqual([
      [true, true, false],
      [true, false, false],
      [true, false, false],
      [false, false, false],
    ]);
    expect(['x', 'y'].map((part) => looks.shows('one', 'Backup', part))).toEqual([false, true]);
  });

  test('of an object that is gone is forgotten', () => {
    const looks = looksOf();
    for (const one of [A, B]) looks.note(one, 'Backup', look(5, 'x'));
    looks.forget('a');
    expect([looks.shows('one', 'Backup', 'x'), looks.isAfter(0, 'a', 'Backup')]).toEqual([
      false,
      false,
    ]);
    expect(looks.shows('two', 'Backup', 'x')).toBe(true);
  });

  test('is asked for by the name of the object', () => {
    const asked: ObjectName[] = [];
    const name = { kind: 'Gadget', namespace: 'one', name: 'a' };
    new Looks((one) => asked.push(one)).ask(name);
    expect(asked).toEqual([name]);
  });
});
