import { describe, expect, test } from 'vitest';
import { planOf, updates } from '../../test/support/kinds/pairs.ts';
import { stepsOf } from '../../test/support/kinds/played.ts';
import { nameOf } from '../model/chain.ts';
import { REGISTRY } from './rows.ts';

/** Every dependency between steps of an update, in the rows and in all compatible pairs of rows.
 *  All other steps are independent: a held step holds no other. An additional line removes a step
 *  from those that stay independent of held ones. */
const DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  Instance: [
    'Boot <- wait for the resize to end',
    'Resize <- wait for the instance to be running or offline before it is resized',
    'Shutdown <- wait for the resize to end',
    'wait for the resize to end <- Resize',
  ],
  Domain: [],
  DnsRecord: [
    'Update <- wait for the CNAME record N of the same name to be removed: a CNAME must be the only record of its name',
    'Update <- wait for the TXT record N of the same name to be removed: a CNAME must be the only record of its name',
  ],
  Firewall: ['AddDevice <- Disable'],
  Volume: [
    'Attach <- Detach',
    'Attach <- wait for instance N to release the volume',
    'Attach <- wait for instance N to release the volume, which was attached outside the cluster: detach it there, or set spec.attachment.mode to Detached',
    'Attach <- wait for the volume to be created before it is attached',
    'Resize <- wait for the volume to be active before it grows',
    'wait for instance N to release the volume <- Detach',
  ],
  MySQLDatabase: [
    'ShutOut <- wait for the change of the database to end',
    'ShutOut <- wait for the database to be active before it is changed',
    'Update <- wait for the database to be active before it is changed',
    'wait for the change of the database to end <- Update',
  ],
  StackScript: ['Publish <- Update'],
  Image: [],
  KubeCluster: [
    'DeletePool <- wait for a ready node in every other pool before a pool is deleted',
    'Upgrade <- Upgrade',
    'Upgrade <- wait for version N.N before the step to N.N',
    'wait for version N.N before the step to N.N <- Upgrade',
  ],
};

const plain = (name: string): string => name.replaceAll(/ \(.*?\)/g, '').replaceAll(/\d+/g, 'N');

describe.each(REGISTRY.map(({ kind, cases }) => [kind.kind, kind, cases] as const))(
  '%s',
  (name, kind, table) => {
    const plans = updates(table).map((row) => planOf(kind, table, row));

    test('its steps depend on what is listed, and on nothing else', () => {
      const found = plans
        .flat()
        .flatMap((step) =>
          (step.after ?? []).map((before) => `${plain(nameOf(step))} <- ${plain(before)}`),
        );
      expect([...new Set(found)].toSorted()).toEqual(DEPENDENCIES[name]);
    });

    test('a step depends on steps that stand before it in the plan', () => {
      const dangling = plans.flatMap((steps) =>
        steps.filter(
          (step, i) =>
            step.after?.every((before) =>
              steps.slice(0, i).some((one) => nameOf(one) === before),
            ) === false,
        ),
      );
      expect(dangling).toEqual([]);
      expect(plans.length).toBeGreaterThan(1);
    });

    test('a deletion depends on all that comes before it', () => {
      const removals = table.cases
        .filter(({ deleting }) => deleting === true)
        .map((row) => stepsOf(kind, table, row));
      const early = removals.filter(
        (steps) => !steps.slice(0, -1).every((step) => steps.at(-1)?.after?.includes(nameOf(step))),
      );
      expect(early).toEqual([]);
    });
  },
);
