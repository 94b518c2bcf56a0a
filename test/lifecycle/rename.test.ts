import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { CASE_NAME } from '../../src/model/case.ts';
import { Secret } from '../../src/model/secret.ts';
import { markOf } from '../../src/model/tags.ts';
import { itemsOf, made, stood } from '../conformance/scene.ts';
import {
  POLICY,
  real,
  type Stand,
  statusOf,
  type Tried,
  writesToService,
} from '../conformance/stand.ts';
import { CREDENTIAL } from '../support/memory-secrets.ts';
import { World } from '../support/world.ts';

/** The import of the previous object's item by a renamed object. */
type Way = 'Id' | 'Name' | 'Label';
const WAYS = ({ cases }: Tried): readonly Way[] => [
  'Id',
  'Name',
  ...('label' in cases.item ? (['Label'] as const) : []),
];
const specFor = (way: Way, id: unknown): object =>
  ({
    Id: { by: 'Id', id },
    Name: { by: 'Name' },
    Label: { by: 'Label', label: CASE_NAME },
  })[way];

/** The new object is created before the old one is deleted, or shortly after. */
const ORDERS = ['new first', 'old first'] as const;

interface Renamed {
  readonly way: Way;
  readonly order: (typeof ORDERS)[number];
  readonly orCreate: boolean;
  /** True to restart the process before every write to the cluster. */
  readonly restarts: boolean;
}

/** Renames an object as a commit in Git does: adds the new name, and removes the old. @returns the
 *  new name */
async function rename(stand: Stand, { way, order, orCreate, restarts }: Renamed) {
  const { world, table, kind, name: old } = stand;
  const id = statusOf(stand)['id'];
  const renamed = { ...old, name: 'renamed' };
  const kept = Object.entries(table.spec).filter(
    ([field]) => orCreate || !kind.createOnly.includes(field),
  );
  const spec = {
    ...('label' in kind.spec.shape ? { label: CASE_NAME } : {}),
    ...Object.fromEntries(kept),
    policy: POLICY,
  };
  const make = (): unknown =>
    world.cluster.apply(renamed, {
      ...(real(stand, spec) as object),
      import: { ...specFor(way, id), ...(orCreate ? { orCreate } : {}) },
    });
  if (restarts) endInFrontOfWrites(stand);
  if (order === 'old first') {
    world.cluster.delete(old);
    await world.time.advance(500);
    make();
  } else {
    make();
    await world.time.advance(3_000);
    world.cluster.delete(old);
  }
  await world.time.advance(1_000);
  for (
    let i = 0;
    i < 400 &&
    (!world.alive ||
      world.cluster.get(old) !== undefined ||
      world.condition(renamed, 'Ready')?.status !== 'True');
    i++
  ) {
    if (!world.alive) revive(stand);
    await world.time.advance(5_000);
  }
  world.fate = () => 'live';
  if (!world.alive) revive(stand);
  await world.time.advance(20 * 60_000);
  return renamed;
}

const revive = ({ world }: Stand): void => {
  world.kill();
  world.start();
};

/** Ends the process at every second write of the cluster and the account. */
function endInFrontOfWrites({ world }: Stand): void {
  let writes = 0;
  world.fate = (what) =>
    /^(patch|PUT|POST|DELETE)/.test(what) && writes++ % 2 === 0
      ? writes % 4 === 1
        ? 'before'
        : 'after'
      : 'live';
}

const ROWS = REGISTRY.flatMap((tried) =>
  WAYS(tried).flatMap((way) =>
    ORDERS.flatMap((order) =>
      [false, true].flatMap((orCreate) =>
        (way === 'Id' ? [false, true] : [false]).map(
          (restarts) => [tried.kind.kind, { way, order, orCreate, restarts }, tried] as const,
        ),
      ),
    ),
  ),
);

describe('an object that is renamed keeps its item', () => {
  test.each(ROWS)('%s %j', async (_, how, tried) => {
    const stand = await stood(tried);
    await made(stand);
    const [id, ids] = [statusOf(stand)['id'], itemsOf(stand).map((item) => item.id)];
    const sent = writesToService(stand).length;
    const renamed = await rename(stand, how);
    const { world } = stand;
    expect(itemsOf(stand).map((item) => item.id)).toEqual(ids);
    expect(world.cluster.get(stand.name)).toBeUndefined();
    expect(world.cluster.get(renamed)?.status).toMatchObject({ id });
    expect(['Ready', 'Synced'].map((type) => world.condition(renamed, type)?.status)).toEqual([
      'True',
      'True',
    ]);
    expect(
      writesToService(stand)
        .slice(sent)
        .filter((line) => !/^PUT |^DELETE \/tags\//.test(line)),
    ).toEqual([]);
    const marks = world.outsider
      .rows<{ readonly label: string }>('/tags')
      .map(({ label }) => label)
      .filter((label) => label.startsWith('k8s:'));
    const mark = markOf(world.cluster.get(renamed)?.metadata.uid ?? '');
    expect(marks).toEqual(
      tried.cases.stages?.some(({ field }) => field === 'tags') === true ? [mark] : [],
    );
    const handed = world.cluster.events
      .filter(({ reason }) => reason === 'HandedOver')
      .map(({ object }) => object);
    if (!how.restarts)
      expect(handed).toEqual([stand.name, renamed].map(({ kind, name }) => `${kind}/${name}`));
    await world.stop();
  });
});

describe('a volume that is deleted', () => {
  const named = (name: string): ObjectName => ({ kind: 'Volume', namespace: 'default', name });
  const [old, other] = [named('old'), named('other')];
  const DATA = { region: 'eu-west', size: 20, label: 'data', policy: { deletion: 'Delete' } };

  async function worldWithOld() {
    const world = new World({ kinds: KINDS });
    world.cluster.apply(old, DATA);
    world.start();
    await world.until(() => world.condition(old, 'Ready')?.status === 'True');
    const ids = (): readonly number[] =>
      world.outsider.rows<{ readonly id: number }>('/volumes').map(({ id }) => id);
    return { world, ids, id: ids()[0] };
  }

  test.each([
    ['only observes it', { policy: { mode: 'Observe' } }, {}],
    ['imports another one', { label: 'others' }, { label: 'others' }],
    ['does not import it', {}, undefined],
  ])('goes with its item where the other object %s', async (_, spec, importSpec) => {
    const { world, ids, id } = await worldWithOld();
    world.cluster.apply(other, {
      region: 'eu-west',
      size: 20,
      label: 'other',
      ...spec,
      ...(importSpec === undefined
        ? {}
        : {
            import:
              'label' in importSpec
                ? { by: 'Label', ...importSpec }
                : { by: 'Id', id, ...importSpec },
          }),
    });
    await world.time.advance(60_000);
    world.cluster.delete(old);
    await world.until(() => world.cluster.get(old) === undefined);
    expect(ids()).not.toContain(id);
    await world.stop();
  });

  test.each([['Id'], ['Label'], ['Name']])(
    'keeps an import by its %s that may create from making another one, until it is gone',
    async (way) => {
      const { world, ids, id } = await worldWithOld();
      world.cluster.interfere = (write) =>
        write === 'patch Volume/default/old'
          ? { failure: { code: 'Unreachable', detail: 'cut off' }, after: false }
          : null;
      world.cluster.delete(old);
      await world.until(() => ids().length === 0);
      const importSpec = { by: way, ...{ Id: { id }, Label: { label: 'data' } }[way] };
      world.cluster.apply(other, { ...DATA, import: { ...importSpec, orCreate: true } });
      await world.time.advance(30 * 60_000);
      expect([ids(), world.condition(other, 'Synced')?.message]).toEqual([
        [],
        `waiting for Volume default/old, which is being deleted and has item ${String(id)}, to be gone`,
      ]);
      world.cluster.interfere = () => null;
      await world.until(() => world.condition(other, 'Ready')?.status === 'True');
      expect([world.cluster.get(old), ids().length]).toEqual([undefined, 1]);
      await world.stop();
    },
  );

  test('keeps no import of the same id in another account from making an item', async () => {
    const { world, ids, id } = await worldWithOld();
    world.cluster.secrets.apply(
      'default',
      'other',
      { token: new Secret(world.service.tokens.other) },
      CREDENTIAL,
    );
    world.cluster.apply(old, { ...DATA, policy: { mode: 'Paused' } });
    world.cluster.delete(old);
    world.cluster.apply(other, {
      ...DATA,
      credentialsRef: { name: 'other' },
      import: { by: 'Id', id, orCreate: true },
    });
    await world.until(() => world.condition(other, 'Ready')?.status === 'True');
    expect([ids(), world.neighbour.rows('/volumes').length]).toEqual([[id], 1]);
    await world.stop();
  });
});
