import { visible } from '../../model/visible.ts';

/** A problem in the input of a command. */
export interface Problem {
  /** The file, with the object where that is known: `web.yaml: Volume default/data-1`. */
  readonly where: string;
  /** The path in the object: `spec.rules[2].ports`; empty for the whole object. */
  readonly path: string;
  readonly reason: string;
}

/** Formats a problem as one line. */
export const problemLine = ({ where, path, reason }: Problem): string =>
  visible([where, path, reason].filter((part) => part !== '').join(': '));
