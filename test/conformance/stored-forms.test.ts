import { describe, expect, test } from 'vitest';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { asRecord } from '../../src/model/parse.ts';
import { everyPlay, type Play, someOf, titleOf } from '../robustness/matrix/choice.ts';
import { inSoak } from '../support/soak.ts';
import { World } from '../support/world.ts';
import { endOf, hasEnded } from './endings.ts';
import { begin, furnish, specOf } from './row.ts';
import { apply, newStand, POLICY, reach, type Stand } from './stand.ts';

const HOUR_MS = 3_600_000;

/** Members with words of the service, ids, or identifying names: another form of these is another
 *  value. */
const WORDS =
  /^(label|name|domain|region|type|image|engine|kernel|action|protocol|.*_policy|status|purpose|virt_mode|run_level|replication_type|k8s_version|frequency|root_pass|root_device|day|window|tag|service|target|remote_nameserver|ipam_address)$/;

/** Returns another legal form of a text or of a list of texts. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.toReversed();
  const text = String(value);
  if (text.includes(',')) return text.split(',').toReversed().join(',');
  return text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase();
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'));

/** Replaces values of a JSON document. */
function replaced(
  value: unknown,
  change: (member: string, value: unknown) => unknown,
  member = '',
): unknown {
  if (isText(value)) return change(member, value);
  if (Array.isArray(value)) return value.map((one) => replaced(one, change, member));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, replaced(one, change, name)]),
  );
}

/** Simulates a service that stores every text and every list of texts in another form, and shows
 *  only that form.
 *  @returns the writes, one line each; and the number of values shown in another form */
function storesOtherwise({ wire }: World) {
  const sent = new Set<string>();
  const writes: string[] = [];
  const told = { changed: 0 };
  wire.garble = (answer, { method, url, body }) => {
    if (method !== 'GET' && answer.status === 200)
      writes.push(`${method} ${url.pathname} ${JSON.stringify(body ?? null)}`);
    replaced(body ?? null, (member, value) => {
      if (!WORDS.test(member)) sent.add(JSON.stringify([member, value]));
      return value;
    });
    const text =
      answer.status === 200 && answer.text.startsWith('{')
        ? JSON.stringify(replaced(JSON.parse(answer.text), shown))
        : answer.text;
    return { ...answer, text };
  };
  const shown = (member: string, value: unknown): unknown => {
    if (!sent.has(JSON.stringify([member, value]))) return value;
    told.changed += 1;
    return formOf(value);
  };
  return { writes, told };
}

const repeated = (writes: readonly string[]): readonly string[] =>
  writes.filter((write, i) => writes.indexOf(write) !== i);

const isWanted = ({ row }: Play): boolean =>
  (row.plan ?? []).length > 0 &&
  row.request === undefined &&
  row.deleting !== true &&
  row.retaining !== true &&
  endOf(row) === 'ready';

const plays = someOf(
  everyPlay().filter((play) => play.dialect === 'recorded' && isWanted(play)),
  inSoak(0, 1),
);

async function live(stand: Stand): Promise<readonly string[]> {
  await furnish(stand);
  const { writes } = storesOtherwise(stand.world);
  if (!(await begin(stand))) return stand.breaches;
  writes.splice(0);
  apply(stand, specOf(stand), POLICY);
  await reach(stand, 'ready', () => hasEnded.ready(stand));
  await stand.world.time.advance(2 * HOUR_MS);
  await stand.world.stop();
  return [...stand.breaches, ...repeated(writes)];
}

describe('a service that stores texts and lists in another form is sent nothing twice', {
  timeout: 120_000,
}, () => {
  test.each(plays.map((play) => [titleOf(play), play] as const))(
    '%s',
    async (_title, { tried, row, dialect }) => {
      expect(await live(newStand(tried, row, dialect))).toEqual([]);
    },
  );

  test.each([undefined, 'Correct'])(
    'rules of a firewall, with policy.drift %s, in a day',
    async (drift) => {
      const world = new World({ kinds: REGISTRY.map(({ kind }) => kind), limits: 'off' });
      const guard = { kind: 'Firewall', namespace: 'default', name: 'guard' };
      const { writes, told } = storesOtherwise(world);
      const rule = (ports: string) => ({
        action: 'ACCEPT',
        protocol: 'TCP',
        ports,
        addresses: { ipv4: ['0.0.0.0/0'] },
      });
      const rules = (...ports: readonly string[]) => ({
        inboundPolicy: 'DROP',
        outboundPolicy: 'ACCEPT',
        inbound: ports.map(rule),
      });
      world.start();
      world.cluster.apply(guard, {
        rules: rules('443,80'),
        ...(drift === undefined ? {} : { policy: { drift } }),
      });
      await world.time.advance(HOUR_MS);
      world.cluster.apply(guard, {
        rules: rules('443,80', '25,22'),
        ...(drift === undefined ? {} : { policy: { drift } }),
      });
      await world.time.advance(24 * HOUR_MS);
      expect(writes.map((write) => write.split(' ')[0])).toEqual(['POST', 'PUT']);
      expect([
        world.condition(guard, 'Ready')?.status,
        asRecord(world.cluster.get(guard)?.status)['plan'],
      ]).toEqual(['True', undefined]);
      expect(told.changed).toBeGreaterThan(0);
      await world.stop();
    },
  );
});
