import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { NOW } from '../../../test/support/stage-service.ts';
import { SECRET_LABEL } from '../../model/group.ts';
import { post } from '../../model/request.ts';
import { Secret } from '../../model/secret.ts';
import { call } from '../../model/step.ts';
import { converge } from './converge.ts';

const AT = new Date(NOW).toISOString();
const MIN = 60_000;
const OBSERVED = { item: { id: 7 }, details: {} };
const RENEW = call('renew', post('/gadgets/7/renew', {}));
const on = (scene: Scene = {}) =>
  stage({ ...scene, status: { id: 7, account: 'A', ...scene.status } });

describe('the Secret of an item', () => {
  const OWN = '00000000-0000-4000-8000-000000000001';
  const labels = {
    [SECRET_LABEL.kind]: 'Gadget',
    [SECRET_LABEL.account]: 'A',
    [SECRET_LABEL.id]: '7',
    [SECRET_LABEL.owner]: OWN,
  };
  const KIND: Scene['kind'] = {
    secretSuffix: 'conn',
    secret: () => ({ host: new Secret('h'), port: new Secret('1') }),
  };
  const CONTENTS = { host: 'h', port: '1' };
  const conflict = {
    type: 'conflict',
    detail: 'Secret team/web-conn exists and does not belong to item 7; delete or rename it',
  };
  test.each<
    [
      string,
      Readonly<Record<string, string>> | null,
      Readonly<Record<string, string>>,
      object,
      number,
    ]
  >([
    ['is written where there is none', null, {}, { type: 'settled' }, 1],
    ['stays where it is current', labels, CONTENTS, { type: 'settled' }, 0],
    [
      'is written again with another value',
      labels,
      { host: 'h', port: '2' },
      { type: 'settled' },
      1,
    ],
    [
      'is written again with a value too many',
      labels,
      { ...CONTENTS, more: 'x' },
      { type: 'settled' },
      1,
    ],
    ['is written again with a value less', labels, { host: 'h' }, { type: 'settled' }, 1],
    [
      'is written again under the label of an item before',
      { ...labels, [SECRET_LABEL.id]: '6' },
      CONTENTS,
      { type: 'settled' },
      1,
    ],
    [
      'is taken over with its item',
      { ...labels, [SECRET_LABEL.owner]: 'before' },
      CONTENTS,
      { type: 'settled' },
      1,
    ],
    [
      'of another item is not',
      { ...labels, [SECRET_LABEL.owner]: 'before', [SECRET_LABEL.id]: '6' },
      CONTENTS,
      conflict,
      0,
    ],
    [
      'of another account is not',
      { ...labels, [SECRET_LABEL.owner]: 'before', [SECRET_LABEL.account]: 'B' },
      CONTENTS,
      conflict,
      0,
    ],
    [
      'of another kind is not',
      { ...labels, [SECRET_LABEL.owner]: 'before', [SECRET_LABEL.kind]: 'B' },
      CONTENTS,
      conflict,
      0,
    ],
    ['of another owner is not', {}, CONTENTS, conflict, 0],
  ])('%s', async (_, there, contents, outcome, writes) => {
    const world = on({ kind: KIND });
    if (there !== null) {
      const secrets = Object.fromEntries(
        Object.entries(contents).map(([key, value]) => [key, new Secret(value)]),
      );
      world.cluster.secrets.put(
        { name: 'web-conn', namespace: 'team', labels: there, contents: secrets, owner: null },
        null,
      );
    }
    expect((await converge(world.pass, OBSERVED, {})).outcome).toEqual(outcome);
    expect(
      world.cluster.writes.filter((write) => write === 'putSecret team/web-conn'),
    ).toHaveLength(writes);
    const stored = world.cluster.secrets.get('team', 'web-conn');
    if (outcome !== conflict) {
      expect(stored?.labels).toEqual(labels);
      expect(
        Object.entries(stored?.contents ?? {}).map(([key, value]) => [key, value.reveal()]),
      ).toEqual(Object.entries(CONTENTS));
      expect(world.memory.keptSecret.version).toBe(stored?.resourceVersion);
    }
    if (writes === 1) expect(stored?.owners.map(({ uid }) => uid)).toEqual([OWN]);
  });

  test('is left where it cannot be read or written, where there is none yet, and where nothing is managed', async () => {
    const unread = on({ kind: KIND });
    unread.cluster.hide = () => ({ code: 'Unreachable', detail: 'away' });
    expect((await converge(unread.pass, OBSERVED, {})).outcome).toMatchObject({
      type: 'failed',
      speaker: 'the Kubernetes API',
    });
    const unwritten = on({ kind: KIND });
    unwritten.cluster.interfere = () => ({
      failure: { code: 'Denied', detail: 'no' },
      after: false,
    });
    expect((await converge(unwritten.pass, OBSERVED, {})).outcome).toMatchObject({
      type: 'failed',
      speaker: 'the Kubernetes API',
    });
    for (const scene of [
      { kind: { ...KIND, secret: () => null } },
      { kind: KIND, spec: { policy: { mode: 'Preview' } } },
    ]) {
      const world = on(scene);
      expect((await converge(world.pass, OBSERVED, {})).outcome).toEqual({ type: 'settled' });
      expect(world.cluster.secrets.get('team', 'web-conn')).toBeUndefined();
    }
  });

  const RENEWED: Scene['kind'] = {
    ...KIND,
    secretRenewedBy: 'Renew',
    requests: { Renew: { does: '', steps: () => [RENEW] } },
  };
  const renewing = {
    type: 'waiting',
    for: 'the service to renew the content of Secret web-conn',
    recheckMs: 30_000,
    reason: 'Waiting',
  };
  const asked = (state: string, ms: number) => ({
    operations: {
      u: { name: 'n', verb: 'Renew', changedAt: new Date(NOW - ms).toISOString(), state },
    },
  });
  test.each<[string, Scene, object]>([
    ['is asked for', { operations: { now: { verb: 'Renew' } } }, renewing],
    ['was asked for', { status: asked('Done', MIN) }, renewing],
    ['may have been asked for', { status: asked('OutcomeUnknown', MIN) }, renewing],
    ['was refused', { status: asked('Refused', MIN) }, { type: 'settled' }],
    ['was asked for long ago', { status: asked('Done', 15 * MIN) }, { type: 'settled' }],
    ['was asked for by a clock that is ahead', { status: asked('Done', -1) }, { type: 'settled' }],
    [
      'came',
      {
        status: asked('Done', MIN),
        memory: {
          keptSecret: {
            version: null,
            touchedAt: [],
            putOffMs: 0,
            renewedFor: new Date(NOW - MIN).toISOString(),
          },
        },
      },
      { type: 'settled' },
    ],
    [
      'was in sync since',
      {
        status: {
          ...asked('Done', MIN),
          conditions: [
            { type: 'Synced', status: 'True', reason: '', message: '', lastTransitionTime: AT },
          ],
        },
      },
      { type: 'settled' },
    ],
    [
      'was not in sync since',
      {
        status: {
          ...asked('Done', MIN),
          conditions: [
            { type: 'Synced', status: 'False', reason: '', message: '', lastTransitionTime: AT },
          ],
        },
      },
      renewing,
    ],
  ])('whose renewal %s', async (_, scene, outcome) => {
    const findings = await converge(on({ kind: RENEWED, ...scene }).pass, OBSERVED, {});
    expect([findings.outcome, ...(findings.besides ?? [])]).toContainEqual(outcome);
  });

  test('that holds other contents by now was renewed', async () => {
    const world = on({ kind: RENEWED, status: asked('Done', MIN) });
    world.cluster.secrets.put(
      {
        name: 'web-conn',
        namespace: 'team',
        labels,
        contents: { host: new Secret('old') },
        owner: null,
      },
      null,
    );
    expect((await converge(world.pass, OBSERVED, {})).outcome).toEqual({ type: 'settled' });
    expect(world.memory.keptSecret.renewedFor).toBe(new Date(NOW - MIN).toISOString());
  });
});
