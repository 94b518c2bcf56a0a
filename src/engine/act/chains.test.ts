import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { after } from '../../model/chain.ts';
import { type Failure, fail, ok } from '../../model/failure.ts';
import { post } from '../../model/request.ts';
import { type Call, call, refuse, type Step, wait } from '../../model/step.ts';
import { newMemory } from '../pass/memory.ts';
import type { Located } from '../pass/pass.ts';
import { DEFAULT_SETTINGS } from '../term/environment.ts';
import { decide } from './decide.ts';
import { execute } from './execute.ts';

const SUBJECT = { uid: 'u', asked: 'spec-1', id: 1, consents: 0 };
const POLICY = {
  mode: 'Manage',
  deletion: 'Delete',
  drift: 'Default',
  loss: 'Hold',
  consent: 'Ask',
} as const;
const REJECTED: Failure = { code: 'Rejected', problems: [{ reason: 'no' }] };

type Way = 'consent' | 'refuse' | 'wait' | 'fail';

/** Calls by number, their dependencies on earlier calls, and one call that is held in some way. */
interface Held {
  readonly edges: readonly (readonly number[])[];
  readonly held: number;
  readonly way: Way;
}

const plans: fc.Arbitrary<Held> = fc.integer({ min: 1, max: 7 }).chain((size) =>
  fc.record({
    edges: fc.tuple(
      ...Array.from({ length: size }, (_, i) =>
        i === 0
          ? fc.constant<number[]>([])
          : fc.subarray(Array.from({ length: i }, (_one, j) => j)),
      ),
    ),
    held: fc.nat({ max: size - 1 }),
    way: fc.constantFrom<Way>('consent', 'refuse', 'wait', 'fail'),
  }),
);

const verb = (i: number): string => `V${i}`;

/** Returns the steps of a plan, the held one with its cause. */
function stepsOf({ edges, held, way }: Held): readonly Step[] {
  const made: Call[] = [];
  return edges.flatMap((before, i) => {
    const extra =
      way === 'consent' && i === held ? { effect: 'destroys' as const, loses: 'all' } : {};
    const one = after(
      call(verb(i), post(`/things/${i}`, {}), [{ field: verb(i), from: null, to: 1 }], extra),
      ...before.map((j) => made[j] as Call),
    );
    const guard =
      i !== held
        ? []
        : way === 'wait'
          ? [wait('a sign')]
          : way === 'refuse'
            ? [refuse('spec.a', 'no')]
            : [];
    made.push(after(one, ...guard));
    return [...guard, ...made.slice(-1)];
  });
}

/** Computes the held call and its transitive dependents from the back, unlike the engine. */
function lost({ edges, held }: Held): ReadonlySet<number> {
  const dependsOn = (i: number): boolean => i === held || (edges[i] ?? []).some(dependsOn);
  return new Set(edges.keys().filter(dependsOn));
}

async function play(plan: Held): Promise<readonly string[]> {
  const done: string[] = [];
  const pass = {
    env: { clock: { now: () => 0 }, settings: DEFAULT_SETTINGS },
    copy: { object: { status: {} } },
    account: {
      write: async ({ path }: Call['write']) => {
        if (plan.way === 'fail' && path === `/things/${plan.held}`) return fail(REJECTED);
        done.push(path);
        return ok({});
      },
    },
    desired: { spec: {} },
    subject: { kind: { refs: [] }, status: {}, object: { metadata: { generation: 1 } } },
    memory: newMemory(0),
  } as unknown as Located;
  const steps = stepsOf(plan);
  const { run } = decide(steps, {
    subject: SUBJECT,
    status: {},
    approved: [],
    now: 0,
    policy: POLICY,
  });
  await execute(pass, run);
  return done;
}

describe('whatever holds a step of a plan up', () => {
  test.prop([plans])(
    'all that does not depend on it is done, and nothing that does',
    async (plan) => {
      const without = lost(plan);
      expect(await play(plan)).toEqual(
        [...plan.edges.keys()].filter((i) => !without.has(i)).map((i) => `/things/${i}`),
      );
    },
  );
});
