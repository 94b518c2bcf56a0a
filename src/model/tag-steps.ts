import { put } from './request.ts';
import { type Change, call, refuseChange, type Step } from './step.ts';
import { tagsWithout } from './tags.ts';

/** Returns the step that removes an object's mark from an item that stays in the account.
 *  @param path path of the item's update */
export const unmarkSteps = (
  path: string,
  tags: readonly string[],
  mark: string,
): readonly Step[] =>
  tags.includes(mark)
    ? [
        call(
          'Unmark',
          put(path, { tags: tagsWithout(mark, tags) }),
          [{ field: 'mark', from: mark, to: null }],
          { answers: 'item' },
        ),
      ]
    : [];

const MAY_NOT =
  'the user of this credential cannot write tags: use a credential of an unrestricted user, or remove the tags';

/** Refuses a change of tags by a credential that must not tag (`mark` is null). */
export const refuseTags = (mark: string | null, changed: readonly Change[]): readonly Step[] =>
  mark === null ? refuseChange(changed, 'tags', () => MAY_NOT) : [];
