import { visible } from '../../model/visible.ts';

/** What is wrong with something that was given to a command: where, and what. */
export interface Problem {
  /** The file, with the object in it where that is known: `web.yaml: Volume default/data-1`. */
  readonly where: string;
  /** Where in the object: `spec.rules[2].ports`; empty for the whole of it. */
  readonly path: string;
  readonly reason: string;
}

/** One line for a person. */
export const problemLine = ({ where, path, reason }: Problem): string =>
  visible([where, path, reason].filter((part) => part !== '').join(': '));
