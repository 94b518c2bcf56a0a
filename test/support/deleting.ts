import { del } from '../../src/model/request.ts';
import { call, type Step } from '../../src/model/step.ts';
import { markOf } from '../../src/model/tags.ts';
import { type Scene, stage } from './stage.ts';

/** Tests that delete an object of the kind Gadget. */

export const UID = '00000000-0000-4000-8000-000000000077';
export const MARK = markOf(UID);
export const DELETE = call('Delete', del('/gadgets/7'), [], { effect: 'destroys', loses: 'it' });
export const UNMARK = call('Unmark', del('/gadgets/7/mark'));
export const TAG = `DELETE /tags/${encodeURIComponent(MARK)}`;
export const ITEM = { id: 7, tags: [MARK] };

export const kind = (...steps: readonly Step[]): NonNullable<Scene['kind']> => ({
  remove: () => steps,
  unmark: () => [UNMARK],
  wants: () => ({ mark: MARK }),
  generates: { field: 'seed', suffix: 'seed', key: 'seed', length: 4, when: () => false },
});

/** Builds a deleted object with an item. */
export const on = (scene: Scene = {}) =>
  stage({
    kind: kind(DELETE),
    status: { id: 7, account: 'A', conditions: [] },
    ...scene,
    metadata: { uid: UID, deletionTimestamp: 'now', ...scene.metadata },
  });

/** Builds an event of the object. */
export const event = (type: string, reason: string, message: string) => ({
  type,
  reason,
  message,
  object: 'Gadget/web',
});
