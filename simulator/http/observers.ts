import * as z from 'zod';
import type { Clock } from '../core/clock.ts';
import { type Done, done, notFound, ok, type Refusal, refuse } from '../core/reply.ts';
import { table } from '../core/table.ts';
import type { Plan } from '../core/turn.ts';
import { accountsOf, type World } from '../core/world.ts';
import type { CallLog } from './calls.ts';
import { FaultSpec, type Faults } from './faults.ts';
import { changeUser, listUsers, UserChange } from './user-observers.ts';
import { parseBody, validate } from './validate.ts';

/** The internals that observers may read and change; none of it is part of the service. */
export interface Observed {
  readonly world: World;
  readonly now: number;
  readonly plan: Plan;
  readonly clock: Clock;
  readonly calls: CallLog;
  readonly faults: Faults;
  /** Fires all due alarms. */
  readonly catchUp: () => void;
}

type Observer = (observed: Observed, body: object) => Done | Refusal;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Advance = z.strictObject({ ms: z.number().min(0) });
const Patch = z.strictObject({
  table: z.string(),
  id: z.int(),
  set: z.record(z.string(), z.unknown()),
});
const Incident = z.strictObject({
  name: z.string(),
  args: z.record(z.string(), scalar).default({}),
});

/** Validates the body; rejects unknown fields, since only tests use this interface. */
const checked =
  <Body>(
    schema: z.ZodType<Body>,
    act: (observed: Observed, body: Body) => Done | Refusal,
  ): Observer =>
  (observed, given) => {
    const valid = validate(schema, given);
    if (valid.kind === 'refused') return valid;
    return valid.unknownFields > 0 ? refuse('unknown field') : act(observed, valid.body as Body);
  };

const showFaults = (faults: Faults): Done =>
  ok({ faults: faults.all().map(({ frozen: _frozen, ...fault }) => fault) });

const observers: Readonly<Record<string, Observer>> = {
  'GET /__sim/calls': ({ calls }) => ok(calls.counts()),
  'POST /__sim/reset-calls': ({ calls }) => {
    calls.reset();
    return done;
  },
  'GET /__sim/world': ({ world }) => ok(world),
  'GET /__sim/faults': ({ faults }) => showFaults(faults),
  'POST /__sim/faults': checked(FaultSpec, ({ faults, world }, spec) => {
    faults.add(spec, world);
    return showFaults(faults);
  }),
  'DELETE /__sim/faults': ({ faults }) => {
    faults.clear();
    return done;
  },
  'POST /__sim/advance': checked(Advance, ({ clock, catchUp }, { ms }) => {
    if (clock.advance === undefined) return refuse('the clock is not a manual one');
    clock.advance(ms);
    catchUp();
    return done;
  }),
  'GET /__sim/users': ({ world, now, plan }) => ok({ users: listUsers(world, now, plan) }),
  'POST /__sim/users': checked(UserChange, ({ world, now, plan }, change) => {
    const refusal = changeUser(world, change);
    return refusal ?? ok({ users: listUsers(world, now, plan) });
  }),
  'POST /__sim/patch': checked(Patch, ({ world }, { table: name, id, set }) => {
    const account = accountsOf(world).find((one) => table(name).find(one, id) !== undefined);
    return account === undefined ? notFound : ok(table(name).update(account, id, set));
  }),
  'POST /__sim/incident': checked(Incident, ({ world, now, plan }, { name, args }) => {
    const alarm = plan.alarms[name];
    if (alarm === undefined)
      return refuse(`known incidents: ${Object.keys(plan.alarms).join(', ')}`, 'name');
    alarm.ring({ world, now, actor: null, plan }, args);
    return done;
  }),
};

/** Answers a request to /__sim; the README lists them. */
export const observe = (
  observed: Observed,
  method: string,
  path: string,
  body: string,
): Done | Refusal => {
  const observer = observers[`${method} ${path}`];
  if (observer === undefined)
    return refuse(`known are: ${Object.keys(observers).join('; ')}`, undefined, 404);
  const parsed = parseBody(body, 'application/json');
  return parsed.kind === 'refused' ? parsed : observer(observed, parsed.body);
};
