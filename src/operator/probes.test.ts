import { describe, expect, test } from 'vitest';
import { operate } from '../../test/support/operations.ts';
import { World } from '../../test/support/world.ts';
import type { WorldOptions } from '../../test/support/world-options.ts';
import type { Activity } from '../engine/loop/activity.ts';
import { Controller } from '../engine/loop/controller.ts';
import { DEFAULT_SETTINGS, type Environment } from '../engine/term/environment.ts';
import { KINDS } from '../kinds/index.ts';
import { STUCK_MS } from '../kube/reflect/reflector.ts';
import type { WatchHealth } from '../kube/watching.ts';
import { liveness, readiness } from './probes.ts';

const MINUTE_MS = 60_000;
const WATCH: WatchHealth = { synced: true, alive: true, reflectors: [] };
const IDLE: Activity = { due: 0, active: 0, overdueMs: null, longestPassMs: 0 };
const name = (volume: string) => ({ kind: 'Volume', namespace: 'team', name: volume });
const VOLUME = { region: 'eu-west', size: 20 };

const world = (options: Partial<WorldOptions> = {}): World =>
  new World({ kinds: KINDS, limits: 'off', ...options });
const live = (of: World): boolean => liveness(WATCH, of.gauges?.activity ?? null).ok;

/** Returns the liveness at each of this many minutes. */
async function minutes(of: World, count: number): Promise<readonly boolean[]> {
  const seen: boolean[] = [];
  for (let minute = 0; minute < count; minute++) {
    await of.time.advance(MINUTE_MS);
    seen.push(live(of));
  }
  return seen;
}

describe('a replica is ready', () => {
  test.each<readonly [string, WatchHealth, boolean]>([
    ['once the objects were listed, whether it leads or not', WATCH, true],
    ['although the API server went away since', { ...WATCH, reflectors: [] }, true],
    ['and not before they were', { ...WATCH, synced: false }, false],
  ])('%s', (_name, watch, ok) => expect(readiness(watch).ok).toBe(ok));
});

describe('a replica is live', () => {
  test.each<readonly [string, Partial<Activity>, string]>([
    ['with nothing to do', {}, 'live'],
    ['with work that is due and soon taken', { due: 3, overdueMs: 100_000 }, 'live'],
    ['with a long pass', { active: 1, longestPassMs: 29 * MINUTE_MS }, 'live'],
    [
      'not with work that no free worker takes',
      { due: 1, overdueMs: 121_000 },
      'the controller of Volume hangs',
    ],
    [
      'not with a pass that never ends',
      { active: 1, longestPassMs: 31 * MINUTE_MS },
      'the controller of Volume hangs',
    ],
  ])('%s', (_name, activity, detail) => {
    const controllers = new Map([
      ['Instance', IDLE],
      ['Volume', { ...IDLE, ...activity }],
    ]);
    expect(liveness(WATCH, controllers)).toEqual({ ok: detail === 'live', detail });
  });

  test('while it waits for the lease', () => expect(liveness(WATCH, null).ok).toBe(true));

  test('not when a watch tries nothing any more', () => {
    expect(liveness({ ...WATCH, alive: false }, null)).toEqual({
      ok: false,
      detail: 'a watch hangs',
    });
    expect(STUCK_MS).toBe(5 * MINUTE_MS);
  });

  test('while the service is away, and the API server with it', async () => {
    const away = world();
    away.cluster.apply(name('data'), VOLUME);
    away.start();
    await away.until(() => away.condition(name('data'), 'Ready')?.status === 'True');
    away.service.addFault({ kind: 'delay', delayMs: 120_000 });
    away.cluster.interfere = () => ({
      failure: { code: 'Unreachable', detail: 'away' },
      after: false,
    });
    away.cluster.apply(name('data'), { ...VOLUME, size: 30 });
    expect(await minutes(away, 180)).not.toContain(false);
    await away.stop();
  });
});

describe('a loop that hangs is found', () => {
  test('when a pass waits for what never comes; other objects are looked after meanwhile', async () => {
    const hanging = world({
      between: (ports) => ({
        ...ports,
        cluster: {
          ...ports.cluster,
          patch: (object, patch) =>
            object.metadata.name === 'lost'
              ? new Promise(() => undefined)
              : ports.cluster.patch(object, patch),
        },
      }),
    });
    hanging.start();
    hanging.cluster.apply(name('lost'), VOLUME);
    hanging.cluster.apply(name('data'), VOLUME);
    const seen = await minutes(hanging, 35);
    expect(seen.indexOf(false)).toBe(30);
    expect(seen.slice(30)).not.toContain(true);
    expect(hanging.condition(name('data'), 'Ready')?.status).toBe('True');
  });

  test('when the reconciliation of an Operation never ends', async () => {
    const hanging = world({
      between: (ports) => ({
        ...ports,
        cluster: {
          ...ports.cluster,
          patchStatus: (object, status) =>
            object.kind === 'Operation'
              ? new Promise(() => undefined)
              : ports.cluster.patchStatus(object, status),
        },
      }),
    });
    hanging.start();
    operate(hanging.cluster, name('none'), 'Reboot', 'lost');
    const seen = await minutes(hanging, 33);
    expect(seen.indexOf(false)).toBe(30);
    expect(liveness(WATCH, hanging.gauges?.activity ?? null).detail).toBe(
      'the controller of Operation hangs',
    );
  });

  test('when nothing wakes it at the time that it asked for', () => {
    let now = 0;
    const env = {
      clock: { now: () => now, elapsed: () => now },
      settings: DEFAULT_SETTINGS,
    } as unknown as Environment;
    const [kind] = KINDS;
    if (kind === undefined) throw new Error('there is no kind');
    const controller = new Controller(env, kind, () => ({ set: () => undefined }));
    controller.start();
    controller.queue.add('Volume/team/data', 'user', MINUTE_MS);
    const seen = [1, 2, 3, 4].map((minute) => {
      now = minute * MINUTE_MS;
      return liveness(WATCH, new Map([[controller.kind, controller.activity]])).ok;
    });
    expect(seen).toEqual([true, true, true, false]);
  });
});
