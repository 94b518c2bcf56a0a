import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../local/controlplane/controlplane.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { markOf } from '../../src/model/tags.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { inSoak } from '../support/soak.ts';
import { consent, hasBackups, keepAsking } from './chaos/backups.ts';
import {
  type Bystanders,
  keepLooking,
  look,
  OTHER_TEAM,
  placeBystanders,
} from './chaos/bystanders.ts';
import { applyFirst, applyLast, keepApplying } from './chaos/people.ts';
import { revive, type Scene } from './chaos/scene.ts';
import {
  killOperators,
  killServers,
  longestWithoutLeader,
  spoilService,
} from './chaos/troubles.ts';
import { isReady, reasonOf, shown } from './cloud-object.ts';
import { type Installation, install } from './installation.ts';

/** Duration and seed of the chaos. */
const CHAOS_MS = 1_000 * Number(process.env['CHAOS_SECONDS'] ?? inSoak(20, 600));
const SEED = Number(process.env['CHAOS_SEED'] ?? 20_261_121);
/** Much longer than the end takes on an idle machine: the grace periods of lost requests, and slow
 *  operations of the service. */
const END = { timeout: 15 * 60_000, interval: 1_000 };

const ELECT = ['--leader-elect', '--lease-namespace', 'chaos', '--namespace', OTHER_TEAM];
/** Collections of the kinds' items; records are inside their zones. */
const COLLECTIONS = [
  '/volumes',
  '/compute/instances',
  '/networking/firewalls',
  '/domains',
  '/databases/mysql/instances',
  '/kube/clusters',
];

interface Item {
  readonly id: number;
  readonly label?: string;
  readonly tags?: readonly string[];
}

let controlPlane: ControlPlane;
let at: Installation;

beforeAll(async () => {
  controlPlane = await startControlPlane();
  at = await install('chaos', {
    kubeconfig: controlPlane.kubeconfigPath,
    service: ['--seed', String(SEED)],
    operator: { flags: ELECT },
  });
});
afterAll(async () => {
  await at?.close();
  await controlPlane?.stop();
});

const objects = async () =>
  (await Promise.all(KINDS.map(({ kind }) => at.objects.list(kind)))).flat();

/** Returns the rows of a collection inside each item of another. */
const inside = async <T>(outer: string, inner: string): Promise<readonly T[]> =>
  (
    await Promise.all(
      (
        await at.service.rows<Item>(outer)
      ).map(({ id }) => at.service.rows<T>(`${outer}/${id}/${inner}`)),
    )
  ).flat();

/** Returns every item in the account except the instances of clusters. */
async function items(): Promise<readonly Item[]> {
  const pools = await inside<{ readonly nodes: readonly { readonly instance_id: number }[] }>(
    '/kube/clusters',
    'pools',
  );
  const nodes = new Set(pools.flatMap((pool) => pool.nodes.map(({ instance_id }) => instance_id)));
  const rows = await Promise.all(COLLECTIONS.map((path) => at.service.rows<Item>(path)));
  const scripts = await at.service.rows<Item & { readonly mine: boolean }>('/compute/stackscripts');
  return [
    ...scripts.filter(({ mine }) => mine),
    ...rows.flat().filter(({ id }) => !nodes.has(id)),
    ...(await inside<Item>('/domains', 'records')),
  ];
}

/** Returns the operators' log lines about items. */
async function told({ operators }: Scene, strays: readonly Item[]): Promise<readonly string[]> {
  const logs = await Promise.all(operators.map((operator) => operator.log()));
  const words = strays.flatMap(({ id, label = String(id) }) => [String(id), label]);
  return logs.flatMap((log) =>
    log.split('\n').filter((line) => words.some((word) => line.includes(word))),
  );
}

const sorted = (ids: readonly number[]): readonly number[] => ids.toSorted((a, b) => a - b);

/** Rejects with the objects that have not converged. */
async function converged(): Promise<void> {
  const there = await objects();
  const others = there.filter(
    (object) =>
      !isReady(object) ||
      reasonOf(object, 'Synced') !== 'InSync' ||
      object.metadata.name.startsWith('doomed'),
  );
  expect(
    others.map((object) => `${object.kind}/${object.metadata.name}: ${shown(object)}`),
  ).toEqual([]);
}

/** Ends the change of the instance's backups. Rejects while they are on. */
async function answered(scene: Scene, bystanders: Bystanders): Promise<void> {
  if (!(await hasBackups(scene, bystanders))) return;
  await consent(scene, bystanders);
  throw new Error('the backups of the machine are still on');
}

test('after kills and faults, the account matches the specs, with each item once', {
  timeout: 3 * END.timeout + 4 * CHAOS_MS,
}, async () => {
  const overAt = { ms: Number.POSITIVE_INFINITY };
  const scene: Scene = {
    controlPlane,
    at,
    operators: [at.operator, await at.another('second', { flags: ELECT })],
    random: seededRandom(SEED),
    isOver: () => performance.now() > overAt.ms,
    toll: new Map(),
  };
  await Promise.all(scene.operators.map(({ component }) => component.start()));
  await applyFirst(scene);
  const bystanders = await placeBystanders(scene);
  overAt.ms = performance.now() + CHAOS_MS;
  const [longest] = await Promise.all([
    longestWithoutLeader(scene),
    killOperators(scene),
    killServers(scene),
    spoilService(scene),
    keepApplying(scene),
    keepLooking(scene, bystanders, objects),
    keepAsking(scene, bystanders),
  ]);
  await at.service.clearFaults();
  for (const { component } of scene.operators) {
    await component.kill('SIGKILL');
    await revive(component);
  }
  await vi.waitFor(() => applyLast(scene), END);
  await vi.waitFor(() => answered(scene, bystanders), END);
  await vi.waitFor(converged, END);
  await look(scene, bystanders, await objects());
  await bystanders.team.close();
  const toll = [...scene.toll].map(([what, count]) => `${count} ${what}`).join(', ');
  const { breaches, looks, turnedOn, consents, tale } = bystanders;
  process.stdout.write(
    `chaos of ${CHAOS_MS / 1_000} s: ${toll}; at most ${(longest / 1_000).toFixed(1)} s without a leader; ${looks.count} looks from outside\n`,
  );
  expect([...breaches]).toEqual([]);
  expect(looks.count).toBeGreaterThan(CHAOS_MS / 10_000);
  // Each cancellation of the backups required a consent of its own.
  expect(turnedOn.count, tale.join('\n')).toBeLessThanOrEqual(consents.size);
  const [owners, found] = [await objects(), await items()];
  const owned = owners.flatMap(({ status }) => status.id ?? []);
  const strays = found.filter(({ id }) => !owned.includes(id));
  expect([strays, await told(scene, strays)]).toEqual([[], []]);
  expect(sorted(found.map(({ id }) => id))).toEqual(sorted(owned));
  const marks = found.flatMap(({ tags = [] }) => tags.filter((tag) => tag.startsWith('k8s:')));
  expect(
    marks.filter((mark) => !owners.some(({ metadata }) => markOf(metadata.uid) === mark)),
  ).toEqual([]);
  expect(new Set(marks).size).toBe(marks.length);
});
