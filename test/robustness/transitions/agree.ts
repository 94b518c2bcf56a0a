import { asRecord } from '../../../src/model/parse.ts';
import { membersOf } from '../../../src/model/status-layout.ts';
import { approvalsOn, approve } from '../../support/approving.ts';
import type { Surround } from './surroundings.ts';

/** Approves every plan that waits for it, including one whose wait is hidden behind a refusal. */
export function agree({ world }: Surround): void {
  world.cluster.listen((_, after) => {
    const { plan, consent, conditions } = membersOf(after?.status);
    const { hash } = asRecord(plan);
    const asks = consent === undefined || JSON.stringify(conditions).includes('ConsentRequired');
    if (
      after === undefined ||
      !asks ||
      typeof hash !== 'string' ||
      approvalsOn(after, []).includes(hash)
    )
      return;
    const { namespace, name } = after.metadata;
    world.time.at(world.time.now(), () =>
      approve(world.cluster, { kind: after.kind, namespace, name }, hash, 'annotation'),
    );
  });
}
