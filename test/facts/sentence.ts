import type { DocumentNumber } from './rows.ts';

/** A sentence of a document that lists fields outside a table. It is looked up word for word, then read by the grammar. */
export interface Sentence {
  readonly document: DocumentNumber;
  readonly resource: string;
  /** The fields lie under this field. */
  readonly under?: string;
  /** The sentence is about this field alone. */
  readonly field?: string;
  readonly quote: string;
  /** Attributes of the fields that carry none of their own. */
  readonly each?: string;
}
