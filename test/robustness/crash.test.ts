import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { inSoak } from '../support/soak.ts';
import { World } from '../support/world.ts';

const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };
const WALL: ObjectName = { kind: 'Firewall', namespace: 'default', name: 'wall' };
const ZONE: ObjectName = { kind: 'Domain', namespace: 'default', name: 'zone' };
const NAME: ObjectName = { kind: 'DnsRecord', namespace: 'default', name: 'www' };
const CLOSED = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' };
const PING = { action: 'ACCEPT', protocol: 'ICMP', addresses: { ipv4: ['198.51.100.0/24'] } };
const ZONE_SPEC = {
  domain: 'example.org',
  type: 'master',
  soaEmail: 'dns@example.org',
  policy: { deletion: 'Delete' },
};
const NAME_SPEC = { domainRef: { name: 'zone' }, type: 'A', name: 'www', target: '198.51.100.1' };
const WEB_SPEC = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };

interface Row {
  readonly id: number;
  readonly label: string;
}

interface Scenario {
  readonly name: string;
  readonly given: (world: World) => Promise<void>;
  readonly when: (world: World) => void;
  readonly settles: (world: World) => boolean;
  /** Checks the account afterwards. */
  readonly holds: (world: World) => void;
}

const isReady = (world: World, name: ObjectName): boolean => {
  const object = world.cluster.get(name);
  const status = object?.status as { readonly observedGeneration?: number } | undefined;
  return (
    world.condition(name, 'Ready')?.status === 'True' &&
    status?.observedGeneration === object?.metadata.generation
  );
};
const labels = (world: World, path: string): readonly string[] =>
  world.outsider.rows<Row>(path).map((row) => row.label);

const records = (world: World): readonly Row[] => {
  const [zone] = world.outsider.rows<Row>('/domains');
  return world.outsider.rows<Row>(`/domains/${zone?.id}/records`);
};

const scenarios: readonly Scenario[] = [
  {
    name: 'create a volume',
    given: async () => undefined,
    when: (world) => world.cluster.apply(DATA, { region: 'eu-west', size: 20 }),
    settles: (world) => isReady(world, DATA),
    holds: (world) => expect(labels(world, '/volumes')).toEqual(['data']),
  },
  {
    name: 'grow, relabel and tag a volume',
    given: async (world) => {
      world.cluster.apply(DATA, { region: 'eu-west', size: 20 });
      await world.until(() => isReady(world, DATA));
    },
    when: (world) =>
      world.cluster.apply(DATA, { region: 'eu-west', size: 30, label: 'renamed', tags: ['blue'] }),
    settles: (world) => isReady(world, DATA),
    holds: (world) => {
      const [row] = world.outsider.rows<
        Row & { readonly size: number; readonly tags: readonly string[] }
      >('/volumes');
      expect(row).toMatchObject({
        label: 'renamed',
        size: 30,
        tags: ['blue', expect.stringMatching(/^k8s:/)],
      });
    },
  },
  {
    name: 'create an instance with a volume',
    given: async () => undefined,
    when: (world) => {
      world.cluster.apply(WEB, WEB_SPEC);
      world.cluster.apply(DATA, {
        region: 'eu-west',
        size: 20,
        attachment: { mode: 'Attached', instanceRef: { name: 'web' } },
      });
    },
    settles: (world) => isReady(world, WEB) && isReady(world, DATA),
    holds: (world) => {
      expect(labels(world, '/compute/instances')).toEqual(['web']);
      expect(
        world.outsider
          .rows<{ readonly compute_label: string }>('/volumes')
          .map((row) => row.compute_label),
      ).toEqual(['web']);
    },
  },
  {
    name: 'delete an instance with a volume that goes too',
    given: async (world) => {
      world.cluster.apply(WEB, WEB_SPEC);
      world.cluster.apply(DATA, {
        region: 'eu-west',
        size: 20,
        attachment: { mode: 'Attached', instanceRef: { name: 'web' } },
        policy: { deletion: 'Delete' },
      });
      await world.until(() => isReady(world, WEB) && isReady(world, DATA));
    },
    when: (world) => {
      world.cluster.delete(WEB);
      world.cluster.delete(DATA);
    },
    settles: (world) =>
      world.cluster.get(WEB) === undefined && world.cluster.get(DATA) === undefined,
    holds: (world) => {
      expect(labels(world, '/compute/instances')).toEqual([]);
      expect(labels(world, '/volumes')).toEqual([]);
      expect(world.outsider.rows('/tags')).toEqual([]);
    },
  },
  {
    name: 'change the rules of a firewall and put an instance behind it',
    given: async (world) => {
      world.cluster.apply(WEB, WEB_SPEC);
      world.cluster.apply(WALL, { rules: CLOSED });
      await world.until(() => isReady(world, WEB) && isReady(world, WALL));
    },
    when: (world) =>
      world.cluster.apply(WALL, {
        rules: { ...CLOSED, inbound: [PING] },
        instanceRefs: [{ name: 'web' }],
      }),
    settles: (world) => isReady(world, WALL),
    holds: (world) => {
      const walls = world.outsider.rows<Row & { readonly rules: object }>('/networking/firewalls');
      expect(walls).toMatchObject([{ label: 'wall', rules: { inbound: [PING], outbound: [] } }]);
      expect(world.outsider.rows(`/networking/firewalls/${walls[0]?.id}/devices`)).toMatchObject([
        { entity: { label: 'web' } },
      ]);
    },
  },
  {
    name: 'create a record',
    given: async (world) => {
      world.cluster.apply(ZONE, ZONE_SPEC);
      await world.until(() => isReady(world, ZONE));
    },
    when: (world) => world.cluster.apply(NAME, NAME_SPEC),
    settles: (world) => isReady(world, NAME),
    holds: (world) =>
      expect(records(world)).toMatchObject([{ type: 'A', name: 'www', target: '198.51.100.1' }]),
  },
  {
    name: 'delete a record and its zone',
    given: async (world) => {
      world.cluster.apply(ZONE, ZONE_SPEC);
      world.cluster.apply(NAME, NAME_SPEC);
      await world.until(() => isReady(world, NAME));
    },
    when: (world) => {
      world.cluster.delete(ZONE);
      world.cluster.delete(NAME);
    },
    settles: (world) =>
      world.cluster.get(ZONE) === undefined && world.cluster.get(NAME) === undefined,
    holds: (world) =>
      expect([world.outsider.rows('/domains'), world.outsider.rows('/tags')]).toEqual([[], []]),
  },
];

/** Skips reads: a crash after a read equals one before the next operation. */
const isRead = (what: string): boolean =>
  what.startsWith('GET ') || what === 'getSecret' || what === 'refresh';

/** Whether a process also dies at a read that it repeats although nothing was done since: the world
 *  is that of the first time, but for what the service does by itself. */
const EACH_READ = inSoak(false, true);

/** Runs a scenario with a crash at the n-th await; returns that await, or null when there were
 *  fewer. */
async function runWithDeath(
  scenario: Scenario,
  at: number,
  side: 'before' | 'after',
): Promise<string | null> {
  // A poll without news is a crash point too: this reduces their number to one in twenty seconds.
  const world = new World({ kinds: KINDS, pollMs: 120_000 });
  world.start();
  await scenario.given(world);
  let awaits = 0;
  let died: string | null = null;
  const reads = new Set<string>();
  world.fate = (what) => {
    const isRepeated = isRead(what) && reads.has(what);
    if (isRead(what)) reads.add(what);
    else reads.clear();
    if (isRead(what) && (side === 'after' || (isRepeated && !EACH_READ))) return 'live';
    awaits++;
    if (awaits !== at) return 'live';
    died = what;
    return side;
  };
  scenario.when(world);
  for (let s = 0; s < 600 && world.alive && !scenario.settles(world); s++)
    await world.time.advance(1_000);
  world.fate = () => 'live';
  if (died !== null) {
    world.kill();
    world.start();
  }
  await world.until(() => scenario.settles(world), 60 * 60_000);
  await world.time.advance(5 * 60_000);
  scenario.holds(world);
  expect(world.bugs).toEqual([]);
  await world.stop();
  return died;
}

describe('whatever the process dies at, nothing is doubled, leaked or lost', () => {
  for (const scenario of scenarios) {
    for (const side of ['before', 'after'] as const) {
      test(`${scenario.name}, dying ${side} each effect`, { timeout: 120_000 }, async () => {
        const points: string[] = [];
        for (let at = 1; ; at++) {
          const died = await runWithDeath(scenario, at, side);
          if (died === null) break;
          points.push(died);
        }
        expect(points.length).toBeGreaterThan(side === 'before' ? 5 : 2);
      });
    }
  }
});
