import type { SourceFile } from './source.ts';

/** One sentence of the law. `broken` names each place that breaks it, as `path:line: why`; empty
 *  when all is well. */
export interface ArchitectureRule {
  readonly name: string;
  readonly broken: (files: readonly SourceFile[]) => readonly string[];
}
