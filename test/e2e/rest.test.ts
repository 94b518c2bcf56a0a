import { afterAll, expect, test } from 'vitest';
import { markOf } from '../../src/model/tags.ts';
import { type Installation, install } from './installation.ts';
import { soon } from './soon.ts';

const SPEC = { region: 'eu-west', size: 20 };
const SWEEPS = 5;
const PAGE = 500;
/** Number of volumes that need two pages. */
const MANY = PAGE + 1;
const AT_ONCE = 20;
const WRITES = ['POST', 'PUT', 'DELETE'] as const;

/** The actions of an idle operator during several sweeps. */
interface Rest {
  /** Requests to the service by method and path; a listing counts once regardless of its pages. */
  readonly requests: Readonly<Record<string, number>>;
  /** Writes to the Kubernetes API. */
  readonly writes: number;
  readonly pages: number;
}

const installations: Installation[] = [];
afterAll(() => Promise.all(installations.map((one) => one.close())));

async function inTurns(count: number, act: (index: number) => Promise<unknown>): Promise<void> {
  const turns = Array.from({ length: AT_ONCE }, async (_, first) => {
    for (let index = first; index < count; index += AT_ONCE) await act(index);
  });
  await Promise.all(turns);
}

/** Creates volumes and their objects, related only by the mark, as after a restore of the cluster
 *  without status. */
async function populate({ objects, service }: Installation, count: number): Promise<void> {
  await inTurns(count, async (index) => {
    const name = `volume-${index}`;
    const { metadata } = await objects.apply('Volume', name, SPEC);
    const made = await service.call('POST', '/volumes', {
      ...SPEC,
      label: name,
      tags: [markOf(metadata.uid)],
    });
    expect(made.status).toBe(200);
  });
}

const written = async ({ operator }: Installation): Promise<number> => {
  // An idle operator patches its Lease; objects have a counter of their own.
  const objects = operator.metric('cloudinfra_kubernetes_writes_total');
  const others = WRITES.map((method) =>
    operator.metric('rest_client_requests_total', `method="${method}"`),
  );
  const counts = await Promise.all([objects, ...others]);
  return counts.reduce((sum, one) => sum + one, 0);
};

async function rest(count: number): Promise<Rest> {
  const at = await install(`rest-${count}`, { service: ['--limits', 'off', '--quiet'] });
  installations.push(at);
  await populate(at, count);
  await at.operator.component.start();
  const pages = Math.ceil(count / PAGE);
  await soon('all volumes to be ready', async () => {
    const ready = await at.operator.metric('cloudinfra_objects', 'condition="Ready",status="True"');
    return { done: ready === count || null, seen: `${ready} are` };
  });
  const looked = (sweeps: number) =>
    soon('looks at the account', async () => {
      const calls = await at.service.calls();
      const done = calls['GET /volumes'] ?? 0;
      return { done: done >= sweeps * pages ? calls : null, seen: `${done} pages` };
    });
  await soon('the last events to be written', async () => {
    await at.service.resetCalls();
    const before = await written(at);
    await looked(2);
    return { done: (await written(at)) === before || null, seen: 'still writing' };
  });
  const before = await written(at);
  await at.service.resetCalls();
  const { 'GET /volumes': listed = 0, ...requests } = await looked(SWEEPS);
  return {
    requests: { ...requests, 'GET /volumes': Math.floor(listed / pages) },
    writes: (await written(at)) - before,
    pages,
  };
}

test('at rest 501 volumes cost no more requests than 10, but for the pages of their listing, and no write to Kubernetes but of the Lease', async () => {
  const [few, many] = await Promise.all([rest(10), rest(MANY)]);
  expect([few.writes, many.writes]).toEqual([0, 0]);
  expect([few.pages, many.pages]).toEqual([1, 2]);
  for (const { requests } of [few, many]) {
    expect(Object.keys(requests).toSorted()).toEqual(['GET /account/events', 'GET /volumes']);
  }
  // One more of each may be in flight when the counts are read.
  for (const path of ['GET /volumes', 'GET /account/events']) {
    const [fewTimes = 0, manyTimes = 0] = [few, many].map(({ requests }) => requests[path]);
    expect(Math.abs(fewTimes - manyTimes), path).toBeLessThanOrEqual(1);
  }
});
