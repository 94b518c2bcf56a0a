import { describe, expect, test } from 'vitest';
import { decide } from '../../src/engine/act/decide.ts';
import { execute } from '../../src/engine/act/execute.ts';
import { newMemory } from '../../src/engine/pass/memory.ts';
import type { Located } from '../../src/engine/pass/pass.ts';
import { DEFAULT_SETTINGS } from '../../src/engine/term/environment.ts';
import { REGISTRY } from '../../src/kinds/rows.ts';
import type { Case } from '../../src/model/case.ts';
import { after, nameOf } from '../../src/model/chain.ts';
import { fail, ok } from '../../src/model/failure.ts';
import { digest } from '../../src/model/fingerprint.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { calls } from '../../src/model/plan.ts';
import { type Call, describe as line, refuse, type Step, wait } from '../../src/model/step.ts';
import { everyPlay, titleOf } from '../robustness/matrix/choice.ts';
import { again, change, remains, staged, wait as waitFor } from '../robustness/matrix/play.ts';
import { planOf, updates } from '../support/kinds/pairs.ts';
import type { Stand } from './stand.ts';

const WAYS = ['consent', 'refuse', 'wait', 'fail'] as const;
type Way = (typeof WAYS)[number];

const POLICY = {
  mode: 'Manage',
  deletion: 'Delete',
  drift: 'Default',
  loss: 'Hold',
  consent: 'Ask',
} as const;

/** Returns the steps of a plan with one held in some way, and without other consents. */
function heldIn(steps: readonly Step[], held: Call, way: Way): readonly Step[] {
  return steps.flatMap((step): readonly Step[] => {
    if (step.type !== 'call') return [step];
    const { once: _once, records: _records, ...plain } = step;
    const free: Call = { ...plain, effect: 'none' };
    if (step !== held || way === 'fail') return [free];
    if (way === 'consent') return [{ ...free, effect: 'destroys' }];
    const guard = way === 'wait' ? wait('a sign') : refuse('spec.sign', 'no sign');
    return [guard, after(free, guard)];
  });
}

/** Returns the calls without a transitive dependency on the held one or on a wait of the plan. */
function freeOf(steps: readonly Step[], held: Call): readonly Call[] {
  const earlier = (step: Step): readonly Step[] =>
    steps.slice(0, steps.indexOf(step)).filter((one) => step.after?.includes(nameOf(one)));
  const isDone = (step: Call): boolean => step !== held && !earlier(step).some(blocks);
  const blocks = (step: Step): boolean => {
    if (step.type === 'call') return !isDone(step);
    return (
      step.type === 'refuse' ||
      step.after === undefined ||
      earlier(step).some((one) => one.type === 'call' && isDone(one))
    );
  };
  return calls(steps).filter(isDone);
}

/** Returns the calls that the engine sends. */
async function sentOf(
  steps: readonly Step[],
  held: Call,
  way: Way,
): Promise<readonly Call['write'][]> {
  const sent: Call['write'][] = [];
  const pass = {
    env: { clock: { now: () => 0 }, settings: DEFAULT_SETTINGS },
    account: {
      write: async (write: Call['write']) => {
        if (way === 'fail' && write === held.write)
          return fail({ code: 'Rejected', problems: [{ reason: 'no' }] });
        sent.push(write);
        return ok({});
      },
    },
    copy: { object: { metadata: { generation: 1 } } },
    desired: { spec: {} },
    subject: {
      kind: { refs: [], key: () => '' },
      status: {},
      object: { metadata: { generation: 1 } },
    },
    memory: newMemory(0),
  } as unknown as Located;
  const subject = { uid: 'u', asked: 'spec-1', id: 1, consents: 0 };
  const { run } = decide(heldIn(steps, held, way), {
    subject,
    status: {},
    approved: [],
    now: 0,
    policy: POLICY,
  });
  await execute(pass, run);
  return sent;
}

/** Returns the plans of all rows, and of some pairs of rows. */
function plansOf({
  kind,
  cases,
}: (typeof REGISTRY)[number]): readonly (readonly [Case, readonly Step[]])[] {
  const all = updates(cases);
  const thin = Math.ceil(all.length / MOST_PLANS);
  return all.flatMap((row, i) =>
    i % thin === 0 || cases.cases.includes(row) ? [[row, planOf(kind, cases, row)] as const] : [],
  );
}

const MOST_PLANS = 1_000;

describe('whatever single step of a plan is held, refused or fails, all that does not depend on it is done', () => {
  test.each(REGISTRY.map((tried) => [tried.kind.kind, tried] as const))(
    '%s',
    async (_name, tried) => {
      const wrong: string[] = [];
      let held = 0;
      for (const [row, steps] of plansOf(tried)) {
        for (const one of calls(steps)) {
          const expected = freeOf(steps, one).map(({ write }) => write);
          for (const way of WAYS) {
            held += 1;
            const sent = await sentOf(steps, one, way);
            if (sent.length !== expected.length || !expected.every((write) => sent.includes(write)))
              wrong.push(`${row.name}: ${way} ${line(one)}`);
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(held).toBeGreaterThan(WAYS.length);
    },
  );
});

/** Reorders the steps within their dependencies; deterministic for equal steps. */
function reordered(steps: readonly Step[], seed: number): readonly Step[] {
  const left = steps.toSorted((a, b) =>
    digest([seed, line(a)]).localeCompare(digest([seed, line(b)])),
  );
  const order: Step[] = [];
  while (left.length > 0) {
    const next = left.findIndex(
      (step) =>
        !left.some(
          (one) =>
            one !== step &&
            steps.indexOf(one) < steps.indexOf(step) &&
            step.after?.includes(nameOf(one)),
        ),
    );
    order.push(...left.splice(next, 1));
  }
  return order;
}

/** Builds the kind with reordered plans. @param change of the steps before the reordering */
function inOrderOf(kind: AnyKind, seed: number, edges = (step: Step): Step => step): AnyKind {
  const mixed = (steps: readonly Step[]): readonly Step[] => reordered(steps.map(edges), seed);
  return {
    ...kind,
    update: (...given: Parameters<AnyKind['update']>) => mixed(kind.update(...given)),
    remove: (...given: Parameters<AnyKind['remove']>) => mixed(kind.remove(...given)),
  };
}

const SEEDS = [1, 2, 3];

/** Returns the final state of a row in the account, and the refusals of the service. */
async function ended(
  stand: Stand,
): Promise<{ readonly remains: string; readonly refused: readonly string[] }> {
  const refused = new Set<string>();
  stand.world.wire.garble = (answer, { method, url }) => {
    if (method !== 'GET' && answer.status >= 400) refused.add(`${method} ${url.pathname}`);
    return answer;
  };
  stand.world.start();
  change(stand);
  await waitFor(stand, 40 * 60_000);
  await stand.world.time.advance(60_000);
  await stand.world.stop();
  return { remains: remains(stand), refused: [...refused].toSorted() };
}

const isLong = ({ plan = [], item, request }: Case): boolean =>
  item !== null && request === undefined && plan.filter((step) => step.includes(' (')).length > 1;

const plays = everyPlay().filter(({ dialect, row }) => dialect === 'recorded' && isLong(row));

describe('in every order that the dependencies allow, a row ends in the same way, and the service refuses nothing more', {
  timeout: 120_000,
}, () => {
  test.each(plays.map((play) => [titleOf(play), play] as const))(
    '%s',
    async (_title, { tried, row, dialect }) => {
      const stand = await staged(tried, row, dialect);
      const listed = await ended(again(stand, {}));
      const others = [];
      for (const seed of SEEDS)
        others.push(await ended(again(stand, { kinds: [inOrderOf(tried.kind, seed)] })));
      expect(others).toEqual(SEEDS.map(() => listed));
    },
  );

  test('an order that leaves a dependency out is noticed', async () => {
    const moved = plays.find(
      ({ row }) =>
        row.plan?.some((step) => step.startsWith('Detach')) === true &&
        row.plan.some((step) => step.startsWith('Attach')),
    );
    if (moved === undefined) throw new Error('no row moves a volume');
    const stand = await staged(moved.tried, moved.row, moved.dialect);
    const listed = await ended(again(stand, {}));
    const apart = ({ after: _after, ...step }: Step): Step => step;
    const orders = [];
    for (const seed of [1, 2, 3, 4])
      orders.push(await ended(again(stand, { kinds: [inOrderOf(moved.tried.kind, seed, apart)] })));
    expect(orders.some(({ refused }) => refused.length > listed.refused.length)).toBe(true);
  });
});
