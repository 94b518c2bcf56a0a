import { describe, expect, test } from 'vitest';
import { MemoryCluster } from '../../../test/support/memory-cluster.ts';
import { operate, operationNamed } from '../../../test/support/operations.ts';
import { Operations } from './operations.ts';

const WEB = { kind: 'Gadget', namespace: 'team', name: 'web' };
const OTHER = { ...WEB, name: 'other' };

function on() {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const cluster = new MemoryCluster(() => (now += 1_000), []);
  const operations = new Operations();
  cluster.listen((before, after) => operations.note(before, after));
  const names = (target = WEB) => operations.on(target).map(({ name }) => name);
  return { cluster, operations, names };
}

describe('the Operations on an object', () => {
  test('are those that name it, the oldest first', () => {
    const { cluster, names } = on();
    for (const name of ['b', 'a', 'c']) operate(cluster, WEB, 'Reboot', name);
    operate(cluster, OTHER, 'Reboot', 'd');
    operate(cluster, { ...WEB, namespace: 'far' }, 'Reboot', 'e');
    expect([names(), names(OTHER), names({ ...WEB, kind: 'Widget' })]).toEqual([
      ['b', 'a', 'c'],
      ['d'],
      [],
    ]);
  });

  test('of one second have the order of their names', () => {
    const { cluster, names } = on();
    const creationTimestamp = '2026-01-01T00:00:00Z';
    for (const name of ['b', 'a'])
      cluster.apply(
        operationNamed(WEB, name),
        { target: { kind: 'Gadget', name: 'web' }, verb: 'Reboot' },
        { creationTimestamp },
      );
    expect(names()).toEqual(['a', 'b']);
  });

  test('are no more when they went, ended, or cannot be read', () => {
    const { cluster, names } = on();
    const [gone, ended, odd] = ['gone', 'ended', 'odd'].map((name) =>
      operate(cluster, WEB, 'Reboot', name),
    );
    if (gone !== undefined) cluster.delete(gone);
    if (ended !== undefined) cluster.spoil(ended, { phase: 'Unknown' });
    if (odd !== undefined) cluster.store(odd, { verb: 'Reboot' });
    expect(names()).toEqual([]);
  });

  test('are those of now where one was replaced by another of its name', () => {
    const { cluster, names } = on();
    cluster.delete(operate(cluster, WEB, 'Reboot', 'same'));
    operate(cluster, OTHER, 'Reboot', 'same');
    expect([names(), names(OTHER)]).toEqual([[], ['same']]);
  });
});
