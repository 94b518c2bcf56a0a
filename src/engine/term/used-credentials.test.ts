import { describe, expect, test } from 'vitest';
import { MemoryCluster } from '../../../test/support/memory-cluster.ts';
import { put } from '../../../test/support/stage.ts';
import { UsedCredentials } from './used-credentials.ts';

const SECRET = 'cloudinfra-credentials';
type Recorded = { readonly secret: string; readonly account?: string } | null;

/** Records objects in turn, each by its name in the namespace `team`; returns the state after
 *  that. */
function noted(...objects: readonly (readonly [name: string, credential: Recorded])[]) {
  const used = new UsedCredentials();
  for (const [name, credential] of objects)
    used.note(
      put(
        new MemoryCluster(() => 0, []),
        { kind: 'Gadget', namespace: 'team', name },
        { status: credential === null ? {} : { credential }, metadata: { uid: name } },
      ),
    );
  return used;
}

describe('a credential of a namespace', () => {
  const own = (account?: string): Recorded => ({
    secret: SECRET,
    ...(account === undefined ? {} : { account }),
  });
  test.each<[string, readonly (readonly [string, Recorded])[], Recorded]>([
    ['is not known without a record', [['a', null]], null],
    ['is the one that opened another account', [['a', own('B')]], own('B')],
    ['is none where it opened this account', [['a', own('A')]], null],
    [
      'is the one of another account beside one of this account',
      [
        ['a', own('A')],
        ['b', own('B')],
      ],
      own('B'),
    ],
    ['is known without its account', [['a', own()]], own()],
    ['is none where the object named its Secret', [['a', { secret: 'mine', account: 'B' }]], null],
    [
      'is what the object records last',
      [
        ['a', own('B')],
        ['a', own('A')],
      ],
      null,
    ],
    [
      'is forgotten with the record',
      [
        ['a', own('B')],
        ['a', null],
      ],
      null,
    ],
    [
      'is kept by another object that records it',
      [
        ['a', own('B')],
        ['b', own('B')],
        ['a', own('A')],
      ],
      own('B'),
    ],
  ])('%s', (_, objects, other) => {
    const used = noted(...objects);
    expect(used.otherThan('A', 'team')).toEqual(other);
    expect(used.otherThan('A', 'elsewhere')).toBeNull();
  });

  test('is forgotten with the last object that records it, and known again with the next', () => {
    const used = noted(['a', own('B')], ['b', own('B')]);
    used.forget('a');
    used.forget('a');
    expect(used.otherThan('A', 'team')).toEqual(own('B'));
    used.forget('b');
    expect(used.otherThan('A', 'team')).toBeNull();
    used.note(
      put(
        new MemoryCluster(() => 0, []),
        { kind: 'Gadget', namespace: 'team', name: 'c' },
        { status: { credential: own('C') } },
      ),
    );
    expect(used.otherThan('A', 'team')).toEqual(own('C'));
  });
});
