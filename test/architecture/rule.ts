import type { SourceFile } from './source.ts';

/** One architecture rule. `broken` lists each breach as `path:line: why`; empty when there are
 *  none. */
export interface ArchitectureRule {
  readonly name: string;
  readonly broken: (files: readonly SourceFile[]) => readonly string[];
}
