import { expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { undeclared } from '../support/declared.ts';
import { matchesAndStays } from '../support/eventually.ts';
import { isReady } from '../support/invariants.ts';
import { ownerCall } from '../support/outsider.ts';
import { World } from '../support/world.ts';

const FREE = { deletion: 'Delete', consent: 'Auto' } as const;

/** A kind, its spec, a change of the item from outside, and the spec member that the account then
 *  does not show. */
const CHANGES = [
  [
    'Volume',
    { region: 'eu-west', size: 20, label: 'ours' },
    '/volumes',
    '',
    { label: 'theirs' },
    'spec.label',
  ],
  [
    'Volume',
    { region: 'eu-west', size: 20, tags: ['blue'] },
    '/volumes',
    '',
    { tags: ['red'] },
    'spec.tags',
  ],
  [
    'Firewall',
    { rules: { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT', inbound: [], outbound: [] } },
    '/networking/firewalls',
    '/rules',
    { inbound_policy: 'ACCEPT', outbound_policy: 'ACCEPT', inbound: [], outbound: [] },
    'spec.rules',
  ],
  [
    'Domain',
    { domain: 'example.org', type: 'master', soaEmail: 'dns@example.org' },
    '/domains',
    '',
    { soa_email: 'theirs@example.org' },
    'spec.soaEmail',
  ],
  [
    'MySQLDatabase',
    {
      engine: 'mysql/8.0.26',
      region: 'eu-west',
      type: 'g6-standard-1',
      clusterSize: 1,
      allowList: ['203.0.113.0/24'],
    },
    '/databases/mysql/instances',
    '',
    { allow_list: [] },
    'spec.allowList',
  ],
] as const;

test.each(CHANGES)(
  'members of the spec of a %s that the account does not show are reported: %j',
  async (kind, spec, path, below, body, member) => {
    const name = { kind, namespace: 'default', name: 'one' };
    const world = new World({ kinds: KINDS });
    world.start();
    world.cluster.apply(name, { ...spec, policy: FREE });
    await world.until(() => {
      const there = world.cluster.get(name);
      return there !== undefined && isReady(there);
    });
    const object = world.cluster.get(name);
    await world.time.advance(5 * 60_000);
    expect(object === undefined ? ['gone'] : undeclared(world, object)).toEqual([]);
    await world.stop();
    const { status } = ownerCall(
      world,
      'PUT',
      `${path}/${String(asRecord(object?.status)['id'])}${below}`,
      body,
    );
    const told = await matchesAndStays(world, KINDS);
    expect([status, told.length, told[0]]).toEqual([
      200,
      1,
      expect.stringContaining(`in the end ${kind}/one: ${member} is`),
    ]);
  },
);

test('a write after the end is reported', async () => {
  const world = new World({ kinds: KINDS });
  world.start();
  world.time.at(world.time.now() + 60_000, () =>
    world.cluster.apply(
      { kind: 'Volume', namespace: 'default', name: 'late' },
      { region: 'eu-west', size: 20, policy: FREE },
    ),
  );
  const told = await matchesAndStays(world, KINDS);
  expect(told).toContain('in the hour after the end there was sent POST /volumes');
  await world.stop();
});
