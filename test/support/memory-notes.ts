import type { KubeFailure, Note } from '../../src/engine/ports/cluster.ts';
import { fail, ok, type Result } from '../../src/model/failure.ts';

/** The notes of an operator in its own namespace, in memory. */
export class MemoryNotes {
  #notes: Map<string, Note>;

  /** @param like notes to copy */
  constructor(like?: MemoryNotes) {
    this.#notes = new Map(like === undefined ? [] : like.#notes);
  }

  /** Restores a copy. */
  putBack(copy: MemoryNotes): void {
    this.#notes = new Map(copy.#notes);
  }

  read(name: string): Note {
    return this.#notes.get(name) ?? { text: '', version: null };
  }

  write(name: string, text: string, previous: Note): Result<Note, KubeFailure> {
    const { version } = this.read(name);
    if (version !== previous.version)
      return fail({ code: 'Conflict', detail: 'another writer changed it' });
    const note = { text, version: String(Number(version ?? 0) + 1) };
    this.#notes.set(name, note);
    return ok(note);
  }
}
