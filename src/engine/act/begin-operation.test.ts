import { describe, expect, test } from 'vitest';
import { operationStatusOf } from '../../../test/support/operations.ts';
import { OPERATION_UID, type Scene, stage } from '../../../test/support/stage.ts';
import { readStatus } from '../../model/status-layout.ts';
import { beginOperation } from './begin-operation.ts';

const NOW_NAME = { kind: 'Operation', namespace: 'team', name: 'now' };
const REQUEST = { verb: 'Reboot', name: 'now', uid: OPERATION_UID };
const on = (scene: Scene = {}) => stage({ operations: { now: { verb: 'Reboot' } }, ...scene });
const recorded = ({ pass }: ReturnType<typeof stage>) =>
  readStatus(pass.copy.object.status).operations?.[OPERATION_UID]?.state;
const OVERTAKEN = { type: 'failed', failure: { code: 'Overtaken' } };

describe('an Operation that begins', () => {
  test('says so in its own status, then in that of its target', async () => {
    const world = on();
    expect(await beginOperation(world.pass, REQUEST)).toBeNull();
    expect(world.cluster.writes).toEqual([
      'patchStatus Operation/team/now',
      'patchStatus Gadget/team/web',
    ]);
    expect(operationStatusOf(world.cluster, NOW_NAME)).toMatchObject({
      phase: 'Running',
      targetUid: world.pass.subject.object.metadata.uid,
    });
    expect([recorded(world), readStatus(world.pass.copy.object.status).consents]).toEqual([
      'Sent',
      undefined,
    ]);
  });

  test('counts the consent that it gives, so that it is given once', async () => {
    const world = on({ status: { consents: 3 } });
    await beginOperation(world.pass, { ...REQUEST, approvedPlan: 'abc' });
    expect(readStatus(world.pass.copy.object.status).consents).toBe(4);
  });

  test.each<[string, (world: ReturnType<typeof on>) => unknown]>([
    ['is deleted', ({ cluster }) => cluster.delete(NOW_NAME)],
    [
      'is another one of the same name',
      ({ cluster }) => {
        cluster.delete(NOW_NAME);
        cluster.apply(NOW_NAME, { target: { kind: 'Gadget', name: 'web' }, verb: 'Reboot' });
      },
    ],
    [
      'was written meanwhile',
      ({ cluster }) => {
        cluster.interfere = (write) =>
          write.includes('Operation')
            ? { failure: { code: 'Conflict', detail: 'written since' }, after: false }
            : null;
      },
    ],
    [
      'is gone by now',
      ({ cluster }) => {
        cluster.interfere = (write) =>
          write.includes('Operation')
            ? { failure: { code: 'Gone', detail: 'it is not there' }, after: false }
            : null;
      },
    ],
    [
      'has a target that was written meanwhile',
      ({ cluster }) =>
        cluster.annotate({ kind: 'Gadget', namespace: 'team', name: 'web' }, { a: 'b' }),
    ],
  ])('is not sent where it %s', async (_, happens) => {
    const world = on();
    happens(world);
    expect(await beginOperation(world.pass, REQUEST)).toMatchObject(OVERTAKEN);
    expect(recorded(world)).toBeUndefined();
  });

  test('again is reported once', async () => {
    const world = on();
    await beginOperation(world.pass, REQUEST);
    await beginOperation(world.pass, REQUEST);
    expect(world.cluster.writes).toHaveLength(2);
  });
});
