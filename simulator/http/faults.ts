import * as z from 'zod';
import { step } from '../core/random.ts';
import type { World } from '../core/world.ts';

const FAULT_KINDS = [
  'refuse',
  'throttle',
  'delay',
  'dropBefore',
  'dropAfter',
  'errorAfter',
  'truncate',
  'wrongJson',
  'staleListing',
  'shortListing',
  'filterIgnored',
  'statusWord',
] as const;

/** A requested fault. `route`: a path template, or a prefix of one followed by `*`; without `count`
 *  and `probability` it affects every matching call. The README describes the kinds and their
 *  fields. */
export const FaultSpec = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  route: z.string().default('*'),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
  /** Number of affected calls; unlimited if absent. */
  count: z.int().min(1).optional(),
  probability: z.number().min(0).max(1).optional(),
  /** Number of matching calls that pass first. */
  skip: z.int().min(0).default(0),
  status: z.int().min(400).max(599).optional(),
  reason: z.string().optional(),
  field: z.string().optional(),
  retryAfter: z.int().min(0).optional(),
  html: z.boolean().default(false),
  delayMs: z.int().min(0).default(0),
  rows: z.int().min(1).default(1),
  word: z.string().default('offline'),
  body: z.string().default('{"surprise": true}'),
});
export type FaultSpec = z.input<typeof FaultSpec>;

/** An active fault. `frozen`: the world when it was set, for stale listings. */
export interface Fault extends z.output<typeof FaultSpec> {
  readonly id: number;
  readonly frozen: World | null;
}

export interface Faults {
  add(spec: z.output<typeof FaultSpec>, world: World): Fault;
  clear(): void;
  all(): readonly Fault[];
  /** Returns the first fault that affects this call, and decreases its count; undefined for
   *  none. */
  strike(method: string, template: string): Fault | undefined;
}

/** Faults of reads only. */
const OF_READING: ReadonlySet<string> = new Set([
  'staleListing',
  'shortListing',
  'filterIgnored',
  'statusWord',
]);

const isMeant = (fault: Fault, method: string, template: string): boolean =>
  (method === 'GET' || !OF_READING.has(fault.kind)) &&
  (fault.method === undefined || fault.method === method) &&
  (fault.route.endsWith('*')
    ? template.startsWith(fault.route.slice(0, -1))
    : template === fault.route);

/** Creates the set of active faults. Their randomness comes from the seed, apart from the world's
 *  own, so that a fault does not change the world. */
export const faultsOf = (seed: number): Faults => {
  const active = new Map<number, { readonly fault: Fault; passed: number; struck: number }>();
  let random = seed ^ 0x5f356495;
  let lastId = 0;
  const isLucky = (probability: number): boolean => {
    const drawn = step(random);
    random = drawn.state;
    return drawn.value < probability;
  };
  const strikes = (entry: { readonly fault: Fault; passed: number; struck: number }): boolean => {
    const { count, probability, skip } = entry.fault;
    if (count !== undefined && entry.struck >= count) return false;
    entry.passed += 1;
    if (entry.passed <= skip || (probability !== undefined && !isLucky(probability))) return false;
    entry.struck += 1;
    return true;
  };
  return {
    add: (spec, world) => {
      lastId += 1;
      const fault: Fault = {
        ...spec,
        id: lastId,
        frozen: spec.kind === 'staleListing' ? structuredClone(world) : null,
      };
      active.set(fault.id, { fault, passed: 0, struck: 0 });
      return fault;
    },
    clear: () => active.clear(),
    all: () => [...active.values()].map((entry) => entry.fault),
    strike: (method, template) =>
      [...active.values()].find((entry) => isMeant(entry.fault, method, template) && strikes(entry))
        ?.fault,
  };
};
