import { describe, expect, test } from 'vitest';
import { fillBrake } from '../../../test/support/full-brake.ts';
import { put, type Scene, stage } from '../../../test/support/stage.ts';
import { digest } from '../../model/fingerprint.ts';
import { ANNOTATION } from '../../model/group.ts';
import { planOf } from '../../model/plan.ts';
import { post } from '../../model/request.ts';
import { call, type Step, wait } from '../../model/step.ts';
import { heldByBrake } from './braking.ts';

const COSTLY: Step = call(
  'rebuild',
  post('/gadgets/7/rebuild', {}),
  [{ field: 'seed', from: null, to: 'x' }],
  {
    effect: 'destroys',
    loses: 'all',
  },
);
const PLAN = planOf(
  { uid: '00000000-0000-4000-8000-000000000001', asked: digest({}), id: 7, consents: 0 },
  [COSTLY],
);
const on = (scene: Scene = {}) => stage({ ...scene, status: { id: 7, account: 'A' } });

describe('the brake', () => {
  const full = async (world: ReturnType<typeof on>) => {
    await fillBrake(world.env);
  };
  test.each<[string, Scene, readonly Step[], boolean]>([
    ['holds a deletion', {}, [COSTLY], true],
    ['holds no plan that sends nothing', {}, [wait('peace')], false],
    [
      'holds none where it is off',
      { env: { settings: { brake: { count: 0, windowMs: 1 } } as never } },
      [COSTLY],
      false,
    ],
    [
      'holds none with a consent',
      { metadata: { annotations: { [ANNOTATION.consent]: PLAN.hash } } },
      [COSTLY],
      false,
    ],
  ])('%s', async (_, scene, steps, isHeld) => {
    const world = on(scene);
    await full(world);
    const held = await heldByBrake(world.pass, steps, 7);
    expect(held).toEqual(
      isHeld
        ? { outcome: { type: 'held', plan: PLAN, why: 'Brake' }, plan: PLAN, recheckMs: 600_000 }
        : null,
    );
  });

  test('holds what is consented to where that cannot be recorded, and fails where it cannot count', async () => {
    const world = on({ metadata: { annotations: { [ANNOTATION.consent]: PLAN.hash } } });
    world.cluster.interfere = () => ({
      failure: { code: 'Unreachable', detail: 'away' },
      after: false,
    });
    expect((await heldByBrake(world.pass, [COSTLY], 7))?.outcome).toMatchObject({ type: 'failed' });
    const blind = on();
    blind.cluster.hide = () => ({ code: 'Unreachable', detail: 'away' });
    expect((await heldByBrake(blind.pass, [COSTLY], 7))?.outcome).toMatchObject({
      type: 'failed',
      speaker: 'the Kubernetes API',
    });
  });

  test('allows more where there are many objects of the class', async () => {
    const world = on();
    await full(world);
    for (let i = 0; i < 220; i++)
      put(
        world.cluster,
        { kind: 'Gadget', namespace: 'team', name: `g${i}` },
        { metadata: i < 30 ? { labels: { 'cloudinfra.dev/class': 'gold' } } : {} },
      );
    expect((await heldByBrake(world.pass, [COSTLY], 7))?.outcome).toMatchObject({ type: 'held' });
    for (let i = 220; i < 250; i++)
      put(world.cluster, { kind: 'Gadget', namespace: 'team', name: `g${i}` }, {});
    expect(await heldByBrake(world.pass, [COSTLY], 7)).toBeNull();
  });
});
