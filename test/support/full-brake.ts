import type { Environment } from '../../src/engine/term/environment.ts';
import { NOW } from './stage-service.ts';

/** Uses up the brake of an account with deletions of other objects. @param deletions their
 *  number */
export async function fillBrake(
  { brake }: Pick<Environment, 'brake'>,
  deletions = 20,
): Promise<void> {
  for (let n = 0; n < deletions; n++)
    await brake.ask(
      {
        account: 'A',
        kind: 'Gadget',
        namespace: 'team',
        uid: `x${n}`,
        holdsData: false,
        objects: () => 1,
      },
      NOW,
    );
}
