import { KINDS } from '../../src/kinds/index.ts';
import { World } from '../support/world.ts';

/** The cost of many records in some zones. */
export interface RecordFigures {
  readonly zones: number;
  readonly records: number;
  /** Requests per minute of simulated time while nothing changes. */
  readonly callsPerMinute: number;
  readonly kubeWrites: number;
  /** Requests and writes in the minutes after an outside change of one record, above the idle ones,
   *  and the time until its correction. */
  readonly afterChange: {
    readonly calls: number;
    readonly kubeWrites: number;
    readonly secondsToCorrect: number;
  };
}

const MINUTE_MS = 60_000;
const MINUTES = 10;
const NAMESPACE = 'dns';

const zoneName = (zone: number): string => `zone-${zone}.example`;
const named = (kind: string, name: string) => ({ kind, namespace: NAMESPACE, name });

/** Applies zones and records, and waits until all of them exist. */
async function settled(zones: number, records: number): Promise<World> {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  for (let zone = 0; zone < zones; zone++) {
    world.cluster.apply(named('Domain', `zone-${zone}`), {
      domain: zoneName(zone),
      type: 'master',
      soaEmail: `admin@${zoneName(zone)}`,
    });
  }
  const all = Array.from({ length: records }, (_, record) =>
    named('DnsRecord', `record-${record}`),
  );
  for (const [record, name] of all.entries()) {
    const spec = {
      domainRef: { name: `zone-${record % zones}` },
      type: 'A',
      name: `host-${record}`,
      target: '198.51.100.1',
    };
    world.cluster.apply(name, spec);
  }
  await world.until(
    () => all.every((name) => world.condition(name, 'Ready')?.status === 'True'),
    6 * 60 * MINUTE_MS,
  );
  await world.time.advance(15 * MINUTE_MS);
  return world;
}

async function during(
  world: World,
  minutes: number,
): Promise<{ readonly calls: number; readonly writes: number }> {
  const [sent, written] = [world.wire.sent.length, world.cluster.writes.length];
  for (let minute = 0; minute < minutes; minute++) {
    await world.time.advance(MINUTE_MS);
    world.passes.length = 0;
  }
  return { calls: world.wire.sent.length - sent, writes: world.cluster.writes.length - written };
}

/** Changes the target of a record from outside. @returns the seconds until its correction */
async function meddle(world: World): Promise<number> {
  const [zone] = world.outsider.rows<{ readonly id: number }>('/domains');
  const path = `/domains/${zone?.id}/records`;
  const [record] = world.outsider.rows<{ readonly id: number }>(path);
  const one = `${path}/${record?.id}`;
  if (world.outsider.call('PUT', one, { target: '203.0.113.9' }).status !== 200)
    throw new Error(`${one} cannot be changed`);
  const from = world.time.now();
  const target = (): unknown =>
    (world.outsider.call('GET', one).body as { readonly target: string }).target;
  while (target() !== '198.51.100.1') await world.time.advance(1_000);
  return (world.time.now() - from) / 1_000;
}

/** Measures records in zones, in simulated time. */
export async function measureRecords(zones: number, records: number): Promise<RecordFigures> {
  const world = await settled(zones, records);
  const rest = await during(world, MINUTES);
  const [sent, written] = [world.wire.sent.length, world.cluster.writes.length];
  const secondsToCorrect = await meddle(world);
  await during(world, MINUTES);
  const minutes = MINUTES + secondsToCorrect / 60;
  const calls = world.wire.sent.length - sent - Math.round((rest.calls / MINUTES) * minutes);
  const kubeWrites = world.cluster.writes.length - written;
  await world.stop();
  return {
    zones,
    records,
    callsPerMinute: rest.calls / MINUTES,
    kubeWrites: rest.writes,
    afterChange: { calls, kubeWrites, secondsToCorrect },
  };
}
