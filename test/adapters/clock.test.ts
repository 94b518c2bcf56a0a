import { expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { volume } from '../../src/kinds/volume/index.ts';
import { World } from '../support/world.ts';

const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const HOUR_MS = 3_600_000;

/** Returns the time until an object that waits for its retry is ready, after an outage of the
 *  service during which the operator's clock was set. */
async function readyAfter(aheadMs: number): Promise<number> {
  const world = new World({ kinds: [volume] });
  world.service.addFault({ kind: 'refuse' });
  world.start();
  world.cluster.apply(DATA, { region: 'eu-west', size: 20 });
  const begun = world.time.now();
  await world.until(() => world.condition(DATA, 'Synced')?.reason === 'Unreachable');
  world.clock.aheadMs = aheadMs;
  world.service.clearFaults();
  await world.until(() => world.condition(DATA, 'Ready')?.status === 'True', 2 * HOUR_MS);
  await world.stop();
  return world.time.now() - begun;
}

test.each([
  ['back', -HOUR_MS],
  ['forward', HOUR_MS],
])('a clock that is set %s by an hour delays nothing', async (_way, aheadMs) => {
  expect(await readyAfter(aheadMs)).toBeLessThanOrEqual((await readyAfter(0)) + 5_000);
});

const SHOP = { engine: 'mysql/8.0.26', region: 'eu-west', type: 'g6-standard-1', clusterSize: 1 };
const ZONE = { domain: 'example.org', type: 'master', soaEmail: 'dns@example.org' };
const WWW = { domainRef: { name: 'zone' }, type: 'A', name: 'www', target: '198.51.100.1' };
const UNTAGGED = [
  { kind: 'MySQLDatabase', spec: SHOP, create: /^POST \/databases\/mysql\/instances$/ },
  { kind: 'DnsRecord', spec: WWW, create: /^POST \/domains\/\d+\/records$/ },
];
const ROWS = UNTAGGED.flatMap((row) =>
  [-24 * HOUR_MS, 24 * HOUR_MS].map((aheadMs) => ({ ...row, aheadMs })),
);

test.each(ROWS)(
  'a $kind whose create was not answered is found by a clock that is $aheadMs ms ahead',
  async ({ kind, spec, create, aheadMs }) => {
    const world = new World({ kinds: KINDS });
    world.clock.aheadMs = aheadMs;
    const name: ObjectName = { kind, namespace: 'default', name: 'lost' };
    let lost = 0;
    world.wire.mishap = (words) => (create.test(words) && lost++ === 0 ? 'unanswered' : 'none');
    world.cluster.apply({ ...name, kind: 'Domain', name: 'zone' }, ZONE);
    world.start();
    world.cluster.apply(name, spec);
    await world.until(() => world.condition(name, 'Ready')?.status === 'True', 2 * HOUR_MS);
    expect(lost).toBe(1);
    await world.stop();
  },
);
