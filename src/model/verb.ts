import type { z } from 'zod';
import type { Read } from './request.ts';
import type { Step } from './step.ts';

/** The part of an Operation that the steps of a verb use. */
export interface Ask {
  /** Uid of the Operation, unique among all Operations. */
  readonly token: string;
  /** Parameters, as parsed by the schema of the verb. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A one-shot action on an item. W: the desired state; O: the observed state. */
export interface Verb<W, O> {
  /** Description for the reference, one sentence. */
  readonly does: string;
  /** Schema of its parameters; absent: it has none. */
  readonly parameters?: z.ZodObject;
  /** Returns the steps for one Operation. */
  readonly steps: (desired: W, observed: O, ask: Ask) => readonly Step[];
}

/** A text about an item that is read once for an Operation; null while the service does not provide
 *  it. W: the desired state; I: the item. */
export interface Question<W, I> {
  readonly does: string;
  readonly read: (desired: W, item: I) => Read<string | null>;
}
