import type { ObjectKey } from '../../model/object-key.ts';
import { isSpoilt } from '../pass/last-written.ts';
import { type Memory, newMemory } from '../pass/memory.ts';
import type { Clock } from '../ports/cloud.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { delayOfAnswer, EDIT_PATIENCE, READ_PATIENCE } from '../term/patience.ts';
import { restoreDelayMs } from './restore.ts';
import { Schedule, type Urgency } from './schedule.ts';

/** The times and the rate of the passes that constant changes request. */
const READS = {
  object: ['editsReadAt', EDIT_PATIENCE],
  Secret: ['secretsReadAt', READ_PATIENCE],
} as const;

/** The passes to come of one kind, and the memory of each object. Other writers may change an
 *  object constantly: its passes are limited in rate, so that it does not use the request budget of
 *  all objects. */
export class PassQueue {
  readonly schedule = new Schedule<ObjectKey>();
  readonly #memories = new Map<ObjectKey, Memory>();
  readonly #clock: Clock;
  readonly #added: () => void;

  /** @param added called after each addition */
  constructor(clock: Clock, added: () => void) {
    this.#clock = clock;
    this.#added = added;
  }

  /** Number of objects. */
  get size(): number {
    return this.#memories.size;
  }

  /** Returns the memory of an object; creates it on first use. */
  memory(key: ObjectKey): Memory {
    const known = this.#memories.get(key) ?? newMemory(this.#clock.now());
    this.#memories.set(key, known);
    return known;
  }

  /** Queues a pass over an object, now or after a delay. None comes before the next one that a
   *  constantly changing object gets, because each would send the newest spec. */
  add(key: ObjectKey, urgency: Urgency, inMs = 0): void {
    const earliest = this.memory(key).editsReadAt.at(-1) ?? 0;
    this.schedule.add(key, Math.max(this.#clock.elapsed() + inMs, earliest), urgency);
    this.#added();
  }

  /** Queues a pass over an object that appeared or is deleted, at once: its earlier changes do not
   *  delay it. */
  addNow(key: ObjectKey): void {
    this.memory(key).editsReadAt = [];
    this.add(key, 'user');
  }

  /** Queues a pass over an object that changed, or one of whose Secrets changed. */
  readAgain(key: ObjectKey, changed: 'object' | 'Secret'): void {
    const memory = this.memory(key);
    const [times, patience] = READS[changed];
    const answer = delayOfAnswer(memory[times], this.#clock.elapsed(), patience);
    memory[times] = answer.asked;
    this.add(key, 'user', answer.inMs);
  }

  /** Queues a pass over an object whose status another writer changed. During a pass its own writes
   *  arrive too: its end checks them. */
  restoreSpoilt(key: ObjectKey, object: KubeObject): void {
    const memory = this.#memories.get(key);
    if (memory === undefined || memory.lastWritten === null || this.schedule.isActive(key)) return;
    if (isSpoilt(object, memory.lastWritten))
      this.add(key, 'user', restoreDelayMs(memory, this.#clock.elapsed()));
  }

  /** Removes a deleted object. */
  forget(key: ObjectKey): void {
    this.schedule.forget(key);
    this.#memories.delete(key);
  }
}
