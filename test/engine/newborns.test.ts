import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { keepFence } from '../support/tenants.ts';
import { World } from '../support/world.ts';

const DISK = { region: 'eu-west', size: 20 };
const CLOSED = { inboundPolicy: 'DROP', outboundPolicy: 'DROP', inbound: [], outbound: [] };
const MINE = { namespace: 'team-a', name: 'new' };
const THEIRS = { namespace: 'team-b', name: 'guess' };

/** An item that one team creates, and a request of another team with its id. */
const ROWS: readonly (readonly [
  what: string,
  kind: string,
  spec: object,
  by: string,
  asks: (id: number) => object,
])[] = [
  ['a copy of a volume', 'Volume', DISK, 'Volume', (id) => ({ cloneFrom: { volumeRef: { id } } })],
  [
    'a firewall in front of a machine',
    'Instance',
    { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11', booted: true },
    'Firewall',
    (id) => ({ rules: CLOSED, instanceRefs: [{ id }] }),
  ],
  [
    'a record in a zone',
    'Domain',
    { domain: 'theirs.example', type: 'master', soaEmail: 'dns@theirs.example' },
    'DnsRecord',
    (id) => ({
      domainRef: { id, domain: 'theirs.example' },
      type: 'MX',
      name: '',
      target: 'mail.evil.example',
      priority: 1,
    }),
  ],
];

/** The time of the other team's request: before the item exists, with a guessed id, once it exists,
 *  and when its id is recorded. */
const MOMENTS = ['before', 'made', 'answered', 'recorded'] as const;

function play(
  [, kind, spec, by, asks]: (typeof ROWS)[number],
  moment: (typeof MOMENTS)[number] | null,
  id = 0,
) {
  const fence = keepFence(KINDS, () => world.cluster);
  const world: World = new World({ kinds: KINDS, limits: 'off', between: fence.between });
  const collection = KINDS.find((one) => one.kind === kind)?.collection({
    spec: {},
    name: '',
    mark: null,
    secrets: {},
  });
  const ask = (): void =>
    void (
      world.cluster.get({ kind: by, ...THEIRS }) ??
      world.cluster.apply({ kind: by, ...THEIRS }, asks(id))
    );
  world.wire.witnesses.push(({ method, path }) => {
    const isIt = method === 'POST' && path === collection;
    return () => {
      if (isIt && moment === 'made') ask();
      if (isIt && moment === 'answered') queueMicrotask(ask);
    };
  });
  world.cluster.listen((_, after) => {
    if (moment === 'recorded' && after?.kind === kind && asRecord(after.status)['id'] !== undefined)
      ask();
  });
  world.start();
  if (moment === 'before') ask();
  world.cluster.apply({ kind, ...MINE }, spec);
  return { world, fence };
}

describe.each(ROWS)('%s', (...row) => {
  test.each(MOMENTS)('is not for another team that asks for the new item %s', async (moment) => {
    const [, kind, , by] = row;
    const first = play(row, null);
    const idIn = (world: World): number =>
      Number(asRecord(world.cluster.get({ kind, ...MINE })?.status)['id']);
    await first.world.until(() => idIn(first.world) > 0);
    const id = idIn(first.world);
    await first.world.stop();
    const { world, fence } = play(row, moment, id);
    await world.until(() => idIn(world) > 0);
    expect(idIn(world)).toBe(id);
    await world.time.advance(20 * 60_000);
    expect(fence.breaches).toEqual([]);
    expect(world.condition({ kind: by, ...THEIRS }, 'Synced')).toMatchObject({ status: 'False' });
    await world.stop();
  });
});
