import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { ANNOTATION } from '../../src/model/group.ts';
import { Secret } from '../../src/model/secret.ts';
import { membersOf } from '../../src/model/status-layout.ts';
import { CREDENTIAL } from '../support/memory-secrets.ts';
import { World } from '../support/world.ts';

const NAME = { kind: 'Volume', namespace: 'default', name: 'data' };
const SPEC = { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } };
const HOUR_MS = 3_600_000;

const reasonOf = (world: World): string | undefined => world.condition(NAME, 'Synced')?.reason;
const statusOf = (world: World) => membersOf(world.cluster.get(NAME)?.status);
const isReady = (world: World): boolean => world.condition(NAME, 'Ready')?.status === 'True';
const rows = (world: World): number => world.outsider.rows('/volumes').length;
const events = (world: World): readonly string[] =>
  world.cluster.events.map(({ reason }) => reason);

/** Builds a world with a Secret for each of two accounts. */
function begin(): World {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.cluster.secrets.apply(
    'default',
    'wrong',
    { token: new Secret(world.service.tokens.admin) },
    CREDENTIAL,
  );
  world.cluster.secrets.apply(
    'default',
    'right',
    { token: new Secret(world.service.tokens.other) },
    CREDENTIAL,
  );
  world.start();
  return world;
}

/** Builds an unanswered create in the wrong account, and a user who corrects the credential. */
async function moved(act: (world: World) => void = () => undefined): Promise<World> {
  const world = begin();
  let out = false;
  world.wire.mishap = (words) => {
    if (out || words !== 'POST /volumes') return out ? 'unsent' : 'none';
    out = true;
    return 'unanswered';
  };
  world.cluster.apply(NAME, { ...SPEC, credentialsRef: { name: 'wrong' } });
  await world.until(() => rows(world) === 1);
  world.wire.mishap = () => 'none';
  world.cluster.apply(NAME, { ...SPEC, credentialsRef: { name: 'right' } });
  act(world);
  await world.time.advance(HOUR_MS);
  return world;
}

/** Returns the annotation value in the condition's message. */
const valueThatGivesUp = (world: World): string =>
  /set the annotation \S+ to (\S+) to give up/.exec(
    world.condition(NAME, 'Synced')?.message ?? '',
  )?.[1] ?? '';

const otherRows = (world: World): number => world.neighbour.rows('/volumes').length;

describe('a create without an answer, in an account that the credential no longer opens,', () => {
  test('is not given up: the object is refused, and finds its item once the credential is back', async () => {
    const world = await moved();
    expect([reasonOf(world), rows(world), otherRows(world)]).toEqual(['Refused', 1, 0]);
    expect(world.condition(NAME, 'Synced')?.message).toContain(
      'spec.credentialsRef: a create in account',
    );
    world.cluster.apply(NAME, { ...SPEC, credentialsRef: { name: 'wrong' } });
    await world.until(() => isReady(world));
    expect([rows(world), otherRows(world)]).toEqual([1, 0]);
    await world.stop();
  });

  test('keeps an object that is deleted, which says so', async () => {
    const world = await moved((one) => one.cluster.delete(NAME));
    expect([reasonOf(world), rows(world)]).toEqual(['Refused', 1]);
    world.cluster.apply(NAME, { ...SPEC, credentialsRef: { name: 'wrong' } });
    await world.until(() => world.cluster.get(NAME) === undefined);
    expect(rows(world)).toBe(0);
    await world.stop();
  });

  test.each(['live', 'deleted'])(
    'is given up by a person, for an object that is %s',
    async (how) => {
      const world = await moved((one) =>
        how === 'deleted' ? one.cluster.delete(NAME) : undefined,
      );
      world.cluster.annotate(NAME, { [ANNOTATION.intent]: valueThatGivesUp(world) });
      await world.until(() =>
        how === 'deleted' ? world.cluster.get(NAME) === undefined : isReady(world),
      );
      expect([rows(world), otherRows(world)]).toEqual([1, how === 'deleted' ? 0 : 1]);
      await world.stop();
    },
  );

  test('is not given up by the annotation that gave up an earlier one and stays, as in Git', async () => {
    const world = await moved();
    const value = valueThatGivesUp(world);
    world.wire.mishap = (words) => (words === 'POST /volumes' ? 'unanswered' : 'none');
    world.cluster.annotate(NAME, { [ANNOTATION.intent]: value });
    await world.until(() => otherRows(world) === 1);
    world.wire.mishap = () => 'none';
    world.cluster.annotate(NAME, { [ANNOTATION.intent]: value });
    world.cluster.apply(NAME, { ...SPEC, credentialsRef: { name: 'wrong' } });
    await world.time.advance(HOUR_MS);
    expect([reasonOf(world), rows(world), otherRows(world)]).toEqual(['Refused', 1, 1]);
    await world.stop();
  });

  test('is nothing where the service refused it, for a process after this one too', async () => {
    const world = begin();
    world.service.addFault({
      kind: 'refuse',
      route: '/volumes',
      method: 'POST',
      status: 400,
      reason: 'no',
    });
    world.cluster.apply(NAME, { ...SPEC, credentialsRef: { name: 'wrong' } });
    await world.until(() => world.wire.sent.includes('POST /volumes'));
    expect(statusOf(world)['intent']).toBeUndefined();
    await world.stop();
    world.service.clearFaults();
    world.cluster.apply(NAME, { ...SPEC, credentialsRef: { name: 'right' } });
    world.start();
    await world.until(() => isReady(world));
    expect([rows(world), otherRows(world)]).toEqual([0, 1]);
    await world.stop();
  });
});

describe('an intent that a person wrote', () => {
  test('leads to no item of another, and is reported once', async () => {
    const world = begin();
    world.outsider.call('POST', '/volumes', { label: 'data', region: 'eu-west', size: 20 });
    const uid = world.cluster.apply(NAME, {
      ...SPEC,
      policy: { deletion: 'Delete', mode: 'Paused' },
    }).metadata.uid;
    const forged = {
      uid,
      recordedAt: new Date(world.time.now()).toISOString(),
      account: 'E1AF5EEC-0000-4000-000000000000001',
      path: '/volumes',
      key: 'data',
      marked: false,
    };
    world.cluster.annotate(NAME, { [ANNOTATION.intent]: JSON.stringify(forged) });
    world.cluster.apply(NAME, SPEC);
    await world.time.advance(HOUR_MS);
    expect([statusOf(world)['id'], reasonOf(world), rows(world)]).toEqual([
      undefined,
      'Conflict',
      1,
    ]);
    expect(events(world).filter((reason) => reason === 'IntentIgnored')).toHaveLength(1);
    world.cluster.delete(NAME);
    await world.until(() => world.cluster.get(NAME) === undefined);
    expect(rows(world)).toBe(1);
    await world.stop();
  });

  test('changes nothing about the one that is recorded', async () => {
    const world = begin();
    world.wire.mishap = (words) => (words === 'POST /volumes' ? 'unanswered' : 'none');
    world.cluster.apply(NAME, SPEC);
    await world.until(() => rows(world) === 1);
    world.wire.mishap = () => 'none';
    world.cluster.annotate(NAME, { [ANNOTATION.intent]: '{}' });
    await world.until(() => isReady(world));
    expect(rows(world)).toBe(1);
    await world.stop();
  });
});

test('a create costs three writes to Kubernetes until its item is there, the finalizer among them', async () => {
  const world = begin();
  world.cluster.apply(NAME, SPEC);
  await world.until(() => statusOf(world)['id'] !== undefined);
  expect(world.cluster.writes.filter((write) => write.includes('Volume'))).toEqual([
    'patch Volume/default/data',
    'patchStatus Volume/default/data',
    'patchStatus Volume/default/data',
  ]);
  await world.stop();
});
