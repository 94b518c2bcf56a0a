import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { FINALIZER } from '../../model/group.ts';
import type { KubeFailure } from '../ports/cluster.ts';
import { Copy } from './copy.ts';
import { isSpoilt, trusted, unansweredWrite, writtenIn } from './last-written.ts';

const ME = { name: 'system/cloudinfra-operator' };
const SIGNED = { operator: ME };
const NAME = { kind: 'Gadget', namespace: 'team', name: 'web' };
const on = (scene: Scene = {}) => {
  const world = stage(scene);
  return { ...world, copy: world.pass.copy, there: () => world.cluster.get(NAME) };
};
const failing = (failure: KubeFailure, times = Number.POSITIVE_INFINITY) => {
  let left = times;
  return () => (left-- > 0 ? { failure, after: false } : null);
};
const CONFLICT: KubeFailure = { code: 'Conflict', detail: 'newer' };

describe('a copy of an object', () => {
  test('holds it once, with annotations, and lets it go beside the finalizers of others', async () => {
    const { copy, there } = on({ metadata: { finalizers: ['other'] } });
    expect(copy.hasFinalizer).toBe(false);
    await copy.hold({ a: 'b' });
    expect([copy.hasFinalizer, copy.writes, there()?.metadata.annotations]).toEqual([
      true,
      1,
      { a: 'b' },
    ]);
    await copy.hold();
    expect([copy.writes, there()?.metadata.finalizers]).toEqual([1, ['other', FINALIZER]]);
    await copy.release();
    await copy.release();
    expect([copy.writes, there()?.metadata.finalizers]).toEqual([2, ['other']]);
    const bare = on({ metadata: { finalizers: undefined as never } });
    await bare.copy.hold();
    expect(bare.there()?.metadata.finalizers).toEqual([FINALIZER]);
  });

  test.each<[string, object, Scene, number, object]>([
    ['its operator where it names none', {}, {}, 1, SIGNED],
    ['nothing where it names it', SIGNED, {}, 0, SIGNED],
    [
      'its operator in place of one of another cluster',
      { operator: { name: 'x', class: 'gold', cluster: 'there' } },
      {},
      1,
      { operator: { ...ME, cluster: 'there' } },
    ],
  ])('signs %s', async (_, status, scene, writes, after) => {
    const { copy, there } = on({ ...scene, status });
    expect((await copy.sign()).ok).toBe(true);
    expect([copy.writes, there()?.status]).toEqual([writes, after]);
  });

  test('writes what must not be lost where the rest is refused, and fails all the same', async () => {
    const { copy, cluster, there } = on({ status: { ...SIGNED, drift: [] } });
    const TOO_LARGE: KubeFailure = { code: 'Unwritable', detail: 'too large' };
    const whole = cluster.patchStatus.bind(cluster);
    Object.assign(cluster, {
      patchStatus: async (...write: Parameters<typeof whole>) =>
        JSON.stringify(write[1]).length > 1_000
          ? { ok: false, failure: TOO_LARGE }
          : whole(...write),
    });
    const status = { id: 7, account: 'A', tags: 'x'.repeat(2_000), ids: {} };
    expect(await copy.report(status)).toEqual({ ok: false, failure: TOO_LARGE });
    expect(there()?.status).toEqual({ ...SIGNED, id: 7, account: 'A' });
    expect(await copy.report({ id: 7, intent: 'x'.repeat(2_000) })).toMatchObject({ ok: false });
    expect(copy.writes).toBe(1);
  });

  test('takes its name off the status', async () => {
    const { copy, there } = on({
      status: { operator: { ...ME, class: 'gold', cluster: 'c' }, id: 7 },
    });
    await copy.letGo({ id: null });
    expect(there()?.status).toEqual({ operator: { cluster: 'c' } });
    await copy.letGo();
    expect(copy.writes).toBe(1);
  });

  test('records under lock, and fails where a member is not kept', async () => {
    const { copy, cluster, there } = on({ status: SIGNED });
    expect((await copy.record({ once: { a: 'b' } })).ok).toBe(true);
    expect([there()?.status, writtenIn(copy.object).status]).toEqual([
      { ...SIGNED, internal: { once: { a: 'b' } } },
      { ...SIGNED, internal: { once: { a: 'b' } } },
    ]);
    Object.assign(cluster, {
      patchStatus: async (object: object) => ({ ok: true, value: object }),
    });
    const detail =
      'the definition of Gadget does not keep status.internal.intent and status.more; apply the definitions of this version of the operator';
    expect(await copy.record({ intent: {}, more: 1 })).toEqual({
      ok: false,
      failure: { code: 'Unwritable', detail },
    });
  });

  test('does not sign what another operator has', async () => {
    const { copy, there } = on({ status: { operator: { name: 'x' } } });
    await copy.report({ id: 7 });
    expect(there()?.status).toEqual({ operator: { name: 'x' }, id: 7 });
  });
});

describe('a report', () => {
  test.each([
    [4, true],
    [5, false],
  ])('that meets %d newer copies is written: %s', async (times, isWritten) => {
    const { copy, cluster, there } = on({ status: SIGNED });
    cluster.interfere = failing(CONFLICT, times);
    expect((await copy.report({ id: 7 })).ok).toBe(isWritten);
    expect(there()?.status).toEqual(isWritten ? { ...SIGNED, id: 7 } : SIGNED);
  });

  test('is written onto the newer copy', async () => {
    const { copy, cluster, there } = on({ status: SIGNED });
    cluster.annotate(NAME, { a: 'b' });
    expect((await copy.report({ id: 7 })).ok).toBe(true);
    expect([there()?.status, there()?.metadata.annotations]).toEqual([
      { ...SIGNED, id: 7 },
      { a: 'b' },
    ]);
  });

  test('ends where there is another object of the name, none, or one of another operator', async () => {
    const gone = {
      ok: false,
      failure: { code: 'Gone', detail: 'the object was deleted while its status was written' },
    };
    const vanished = on({ status: SIGNED });
    vanished.cluster.interfere = () => {
      vanished.cluster.forget(NAME);
      return { failure: CONFLICT, after: false };
    };
    expect(await vanished.copy.report({ id: 7 })).toEqual(gone);
    const replaced = on({ status: SIGNED });
    replaced.cluster.interfere = () => {
      replaced.cluster.forget(NAME);
      replaced.cluster.apply(NAME, {}, { uid: 'other' });
      return { failure: CONFLICT, after: false };
    };
    expect(await replaced.copy.report({ id: 7 })).toEqual(gone);
    const taken = on({ status: SIGNED });
    taken.cluster.spoil(NAME, { operator: { name: 'x' } });
    expect(await taken.copy.report({ id: 7 })).toMatchObject({
      ok: false,
      failure: { code: 'Conflict' },
    });
    const hidden = on({ status: SIGNED });
    hidden.cluster.interfere = failing(CONFLICT);
    hidden.cluster.hide = () => ({ code: 'Unreachable', detail: 'away' });
    expect(await hidden.copy.report({ id: 7 })).toEqual({
      ok: false,
      failure: { code: 'Unreachable', detail: 'away' },
    });
  });

  test('puts back first what another writer made of the status', async () => {
    const { copy, cluster, there } = on({ status: { ...SIGNED, id: 7 } });
    await copy.report({ state: 'a' });
    cluster.spoil(NAME, { operator: ME, id: 9, odd: 1 });
    expect((await copy.report({ state: 'b' })).ok).toBe(true);
    expect(there()?.status).toEqual({ ...SIGNED, id: 7, state: 'b' });
  });

  test('without an answer is remembered as one that may be there', async () => {
    const { copy, cluster, memory } = on({ status: SIGNED });
    cluster.interfere = () => ({ failure: { code: 'Unreachable', detail: 'away' }, after: true });
    await copy.report({ id: 7 });
    expect(memory.lastWritten).toMatchObject({ status: { ...SIGNED, id: 7 }, before: SIGNED });
    const refused = on({ status: SIGNED });
    refused.cluster.interfere = failing({ code: 'Denied', detail: 'no' });
    await refused.copy.report({ id: 7 });
    expect(refused.memory.lastWritten).toBeNull();
  });

  test('is not restored where nothing was written', async () => {
    const { cluster, pass } = on({ status: SIGNED });
    const copy = new Copy(cluster, pass.copy.object, pass.env.self);
    cluster.spoil(NAME, { id: 9 });
    expect([await copy.restore(), copy.writes]).toEqual([{ ok: true, value: copy.object }, 0]);
  });
});

describe('a status that was written', () => {
  const object = (status: unknown, over: object = {}, annotations = {}) => {
    const { object: made } = on({ metadata: { annotations } }).copy;
    return { ...made, status, metadata: { ...made.metadata, resourceVersion: '2', ...over } };
  };
  const lastWritten = (status: unknown, over: object = {}) => ({
    ...writtenIn(object(status, { resourceVersion: '1' })),
    ...over,
  });
  test.each<[string, ReturnType<typeof object>, ReturnType<typeof lastWritten>, boolean]>([
    ['and stands is not spoilt', object({ id: 7 }), lastWritten({ id: 7 }), false],
    ['and changed is', object({ id: 9 }), lastWritten({ id: 7 }), true],
    ['and was emptied is', object(undefined), lastWritten({ id: 7 }), true],
    ['and is empty still is not', object(undefined), lastWritten(undefined), false],
    [
      'in the same version is not',
      object({ id: 9 }, { resourceVersion: '1' }),
      lastWritten({ id: 7 }),
      false,
    ],
    [
      'on another object is not',
      object({ id: 9 }, { uid: 'other' }),
      lastWritten({ id: 7 }),
      false,
    ],
    [
      'without an answer may not be there',
      object({ id: 5 }),
      lastWritten({ id: 7 }, { before: { id: 5 } }),
      false,
    ],
    [
      'without an answer may be there',
      object({ id: 7 }),
      lastWritten({ id: 7 }, { before: { id: 5 } }),
      false,
    ],
    [
      'without an answer and changed is',
      object({ id: 9 }),
      lastWritten({ id: 7 }, { before: { id: 5 } }),
      true,
    ],
    [
      'without an answer onto nothing may not be there',
      object(undefined),
      lastWritten({ id: 7 }, { before: undefined }),
      false,
    ],
    [
      'and that another leader added to is not',
      object({ id: 7, internal: { once: { a: 'at' } } }),
      lastWritten({ id: 7 }),
      false,
    ],
  ])('%s', (_, there, kept, isSo) => {
    expect(isSpoilt(there, kept)).toBe(isSo);
  });

  const record = (state: string) => ({ name: 'n', verb: 'Reboot', changedAt: 'at', state });
  test.each<[string, object, object, object]>([
    ['is believed', { id: 9 }, { id: 7 }, { id: 7 }],
    [
      'takes what must not be repeated',
      { internal: { once: { a: 'x', b: 'y', c: 3 } } },
      { internal: { once: { a: 'z' }, consents: 1 } },
      { internal: { once: { a: 'z', b: 'y' }, consents: 1 } },
    ],
    [
      'takes the record of an Operation',
      { internal: { operations: { u: record('Sent') } } },
      {},
      { internal: { operations: { u: record('Sent') } } },
    ],
    [
      'takes no record that cannot be read',
      { internal: { operations: { u: { changedAt: 'at' } } } },
      {},
      {},
    ],
    [
      'keeps its own record, and the others',
      { internal: { operations: { u: record('Sent'), v: record('Sent') } } },
      { internal: { operations: { u: record('Done'), w: record('Done') } } },
      { internal: { operations: { u: record('Done'), v: record('Sent'), w: record('Done') } } },
    ],
  ])('%s', (_, there, kept, result) => {
    expect(trusted(object(there), lastWritten(kept))).toEqual(result);
  });

  test('in vain is what the patch makes of it', () => {
    expect(unansweredWrite(object({ id: 7, a: 1 }), { id: null, b: 2 })).toMatchObject({
      version: '2',
      status: { a: 1, b: 2 },
      before: { id: 7, a: 1 },
    });
    expect(unansweredWrite(object(undefined), { b: 2 })).toMatchObject({
      status: { b: 2 },
      before: undefined,
    });
  });
});
