import { describe, expect, test } from 'vitest';
import type { KubeFailure, ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };
const DISK = { region: 'eu-west', size: 20 };
const MACHINE = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11', booted: true };
const FORBIDDEN: KubeFailure = { code: 'Denied', detail: 'is forbidden: the role lacks the verb' };

const isReady = (world: World, name: ObjectName) =>
  world.condition(name, 'Ready')?.status === 'True';

/** A verb that the role lacks, the object that needs it, and its spec. */
const VERBS: readonly (readonly [verb: string, name: ObjectName, spec: object])[] = [
  ['patch Volume', DATA, DISK],
  ['patchStatus Volume', DATA, DISK],
  ['getSecret', DATA, DISK],
  ['putSecret', WEB, MACHINE],
];

/** Removes a verb from the role. */
function revoke(world: World, verb: string): void {
  world.cluster.interfere = (write) =>
    write.startsWith(verb) ? { failure: FORBIDDEN, after: false } : null;
  world.cluster.hide = (read) => (read.startsWith(verb) ? FORBIDDEN : null);
}

function grant(world: World): void {
  world.cluster.interfere = () => null;
  world.cluster.hide = () => null;
}

describe('a verb that the role of the operator lacks', () => {
  test.each(VERBS)(
    '%s: is used within about a minute after it is granted, and not tried all the time until then',
    async (verb, name, spec) => {
      const world = new World({ kinds: KINDS });
      revoke(world, verb);
      world.cluster.apply(name, spec);
      world.start();
      await world.time.advance(15 * MINUTE_MS);
      expect(isReady(world, name)).toBe(false);
      expect(world.passes.length).toBeLessThanOrEqual(30);
      grant(world);
      const passes = world.passes.length;
      await world.until(() => world.passes.length > passes, 70_000);
      await world.until(() => isReady(world, name), 5 * MINUTE_MS);
      expect(world.passes.length).toBeGreaterThan(passes);
    },
  );

  test.each(['patch Volume', 'isDefinitionGoing', 'readNote', 'writeNote'])(
    '%s: a deletion goes on within about a minute after it is granted',
    async (verb) => {
      const world = new World({ kinds: KINDS });
      world.cluster.apply(DATA, { ...DISK, policy: { deletion: 'Delete' } });
      world.start();
      await world.until(() => isReady(world, DATA));
      await world.time.advance(5 * MINUTE_MS);
      revoke(world, verb);
      world.cluster.delete(DATA);
      await world.time.advance(15 * MINUTE_MS);
      expect(world.cluster.get(DATA)).toBeDefined();
      grant(world);
      await world.until(() => world.cluster.get(DATA) === undefined, 2 * MINUTE_MS);
      expect(world.cluster.get(DATA)).toBeUndefined();
    },
  );
});
