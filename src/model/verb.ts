import type { z } from 'zod';
import type { Read } from './request.ts';
import type { Step } from './step.ts';

/** An Operation, as the steps of a verb see it. */
export interface Ask {
  /** The uid of the Operation: it names this one and no other. */
  readonly token: string;
  /** The parameters, as the schema of the verb reads them. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A one-shot action on an item. W: what is wanted; O: what is observed. */
export interface Verb<W, O> {
  /** One sentence for the reference: what it does. */
  readonly does: string;
  /** The parameters that it takes; absent: none. */
  readonly parameters?: z.ZodObject;
  /** The steps for one Operation. */
  readonly steps: (desired: W, observed: O, ask: Ask) => readonly Step[];
}

/** A text about an item that is read once for an Operation; null while the service has none yet.
 *  W: what is wanted; I: the item. */
export interface Question<W, I> {
  readonly does: string;
  readonly read: (desired: W, item: I) => Read<string | null>;
}
