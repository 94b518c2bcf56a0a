import { KINDS } from '../../../src/kinds/index.ts';
import { MemoryAdmission } from '../../support/memory-admission.ts';
import { newObject } from '../../support/new-object.ts';
import type { Spec } from './character.ts';
import { standIns } from './stand-ins.ts';
import { nameOf } from './surroundings.ts';

const admission = new MemoryAdmission(KINDS);
const METADATA = { uid: 'uid', creationTimestamp: '2026-01-01T00:00:00Z' };

/** Reports whether the API server admits a spec, by the definition of its kind. @param before the
 *  previous spec of an existing item; null: none yet */
export function isAdmitted(who: string, after: Spec, before: Spec | null): boolean {
  const name = nameOf(who);
  const there =
    before === null
      ? undefined
      : { ...newObject(name, standIns(before) as object, METADATA), status: { id: 1 } };
  return admission.objections(name, standIns(after), there).length === 0;
}
