import { describe, expect, test } from 'vitest';
import { MemoryCluster } from '../../../test/support/memory-cluster.ts';
import { put, type Scene } from '../../../test/support/stage.ts';
import { CLASS_LABEL, custodyMarks, FINALIZER } from '../../model/group.ts';
import type { SecretRecord } from '../ports/cluster.ts';
import { Custody, isHeld, withoutFinalizer } from './custody.ts';

const NAME = 'cloudinfra-credentials';
const USER = { kind: 'Gadget', namespace: 'team', name: 'web' };
const MARKS = custodyMarks(null);
const MARKED = { [MARKS.label]: 'true' };
const USING: Scene = {};
const GOING: Scene = { metadata: { deletionTimestamp: 'now' } };

interface Given {
  readonly name?: string;
  readonly finalizers?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly deleting?: boolean;
}

/** Builds custody over one Secret and, where given, one object; records the times for which its
 *  alarm is set. */
function rig(
  { name = NAME, finalizers = [FINALIZER], labels = MARKED, deleting = false }: Given = {},
  user: Scene | null = USING,
) {
  const cluster = new MemoryCluster(() => 0, []);
  if (user !== null) put(cluster, USER, user);
  const there = cluster.secrets.apply('team', name, {}, labels);
  cluster.secrets.patch(there, { finalizers });
  if (deleting) cluster.secrets.delete('team', name);
  const alarms: (number | undefined)[] = [];
  let ring = (): void => undefined;
  const alarm = (onRing: () => void) => {
    ring = onRing;
    return { set: (at: number | undefined) => void alarms.push(at) };
  };
  const clock = { now: () => 0, elapsed: () => 100 };
  const custody = new Custody(
    { cluster, self: { name: 'ns/op', class: null }, clock },
    ['Gadget'],
    alarm,
  );
  /** Runs one round to its end. */
  const round = async (): Promise<void> => {
    ring();
    await new Promise<void>((resolve) => setImmediate(resolve));
  };
  const secret = (): SecretRecord | undefined => cluster.secrets.get('team', name);
  return { custody, cluster, alarms, round, secret };
}
const writes = ({ cluster }: ReturnType<typeof rig>) =>
  cluster.writes.filter((write) => write.startsWith('patchSecret')).length;

describe('a Secret that is taken', () => {
  test.each<[string, Given, readonly string[], number]>([
    ['gets finalizer and label', { finalizers: ['other'], labels: {} }, ['other', FINALIZER], 1],
    [
      'gets the label alone where it is held',
      { finalizers: [FINALIZER], labels: {} },
      [FINALIZER],
      1,
    ],
    ['stays as it is where it has both', {}, [FINALIZER], 0],
    [
      'is not taken while it is deleted',
      { finalizers: ['other'], labels: {}, deleting: true },
      ['other'],
      0,
    ],
    [
      'is marked again while it is deleted and held',
      { labels: {}, deleting: true },
      [FINALIZER],
      1,
    ],
  ])('%s', async (_, given, finalizers, count) => {
    const world = rig(given);
    const there = world.secret();
    if (there === undefined) throw new Error('no Secret');
    const taken = await Promise.all([world.custody.take(there), world.custody.take(there)]);
    expect(taken.map((one) => one.ok)).toEqual([true, true]);
    expect([world.secret()?.finalizers, writes(world)]).toEqual([finalizers, count]);
    if (count === 1) expect(world.secret()?.labels).toEqual(MARKED);
  });

  test('asks for a round once it is taken, while there are rounds', async () => {
    const world = rig({ labels: {} });
    const there = world.secret();
    if (there === undefined) throw new Error('no Secret');
    await world.custody.take(there);
    expect(world.alarms).toEqual([]);
    world.custody.start();
    expect(world.alarms).toEqual([1_100]);
    await world.custody.take(there);
    expect(world.alarms).toEqual([1_100, 1_100]);
    await world.custody.stop();
    world.custody.lookSoon();
    expect(world.alarms).toEqual([1_100, 1_100, undefined]);
  });
});

describe('a round', () => {
  const gold: Scene = { metadata: { labels: { [CLASS_LABEL]: 'gold' } } };
  test.each<[string, Given, Scene | null, boolean]>([
    ['keeps a Secret that an object uses', {}, USING, true],
    [
      'keeps one that an object names',
      { name: 'mine' },
      { spec: { credentialsRef: { name: 'mine' } } },
      true,
    ],
    ['lets one go that no object uses', {}, null, false],
    [
      'lets one go that no object names any more',
      {},
      { spec: { credentialsRef: { name: 'mine' } } },
      false,
    ],
    ['lets one go that an object of another class uses', {}, gold, false],
    ['keeps one while an object that uses it goes', {}, GOING, true],
    [
      'lets one go behind the last object that we hold',
      {},
      { metadata: { deletionTimestamp: 'now', finalizers: ['other'] } },
      false,
    ],
    ['lets one go that is deleted', { deleting: true }, USING, false],
    [
      'keeps one that is deleted while an object that uses it goes',
      { deleting: true },
      GOING,
      true,
    ],
    ['leaves one that it does not hold', { finalizers: ['other'] }, null, false],
  ])('%s', async (_, given, user, isKept) => {
    const world = rig({ ...given, finalizers: given.finalizers ?? [FINALIZER, 'other'] }, user);
    world.custody.start();
    await world.round();
    const secret = world.secret();
    expect(secret?.finalizers).toEqual(isKept ? [FINALIZER, 'other'] : ['other']);
    expect(secret?.labels).toEqual(isKept || given.finalizers !== undefined ? MARKED : {});
    const told = !isKept && given.deleting === true;
    const message = `Secret team/${NAME}, whose credential this object uses, was deleted`;
    expect(world.cluster.events).toEqual(
      told ? [{ type: 'Warning', reason: 'CredentialDeleted', message, object: 'Gadget/web' }] : [],
    );
  });

  test('keeps one that is deleted with its namespace, and lets it go behind the last object', async () => {
    const world = rig({ deleting: true });
    world.cluster.terminating.add('team');
    world.custody.start();
    await world.round();
    expect(world.secret()).toBeDefined();
    world.cluster.forget(USER);
    await world.round();
    expect(world.secret()).toBeUndefined();
  });

  test('marks again what lost its label', async () => {
    const world = rig({ labels: {} });
    await world.cluster.getSecret('team', NAME, USER);
    world.custody.start();
    await world.round();
    expect([world.secret()?.labels, writes(world)]).toEqual([MARKED, 1]);
    await world.round();
    expect(writes(world)).toBe(1);
  });

  test.each<[string, Given, boolean, readonly (number | undefined)[]]>([
    ['is followed by another one while there is a Secret', {}, true, [1_100, 30_100]],
    ['is the last where there is none', { finalizers: [], labels: {} }, true, [1_100]],
    ['is followed by another one where it could not look', {}, false, [1_100, 30_100]],
  ])('%s', async (_, given, isSeen, alarms) => {
    const world = rig(given);
    if (!isSeen) world.cluster.hide = () => ({ code: 'Unreachable', detail: 'away' });
    world.custody.start();
    await world.round();
    expect(world.alarms).toEqual(alarms);
    await world.custody.stop();
    await world.round();
    expect(world.alarms).toEqual([...alarms, undefined]);
  });

  test('does not announce a Secret that it could not release', async () => {
    const world = rig({ deleting: true });
    world.cluster.interfere = () => ({
      failure: { code: 'Conflict', detail: 'newer' },
      after: false,
    });
    world.custody.start();
    await world.round();
    expect([world.cluster.events, world.secret()?.finalizers]).toEqual([[], [FINALIZER]]);
  });
});

test('what one class marks another leaves', () => {
  const gold = custodyMarks('gold');
  const { secret } = rig({ finalizers: [FINALIZER, gold.finalizer] });
  const there = secret();
  if (there === undefined) throw new Error('no Secret');
  expect([isHeld(there, MARKS), isHeld(there, gold)]).toEqual([true, true]);
  expect(withoutFinalizer(there, gold)).toEqual({
    metadata: { finalizers: [FINALIZER], labels: { [gold.label]: null } },
  });
});
