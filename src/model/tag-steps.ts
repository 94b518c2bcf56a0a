import { put } from './request.ts';
import { type Change, call, refuseChange, type Step } from './step.ts';
import { tagsWithout } from './tags.ts';

/** The step that takes an object's mark off an item that stays in the account.
 *  @param path where the item is updated */
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

/** The refusal of a change of tags by a credential that may not tag: `mark` is null. */
export const refuseTags = (mark: string | null, changed: readonly Change[]): readonly Step[] =>
  mark === null ? refuseChange(changed, 'tags', () => MAY_NOT) : [];
