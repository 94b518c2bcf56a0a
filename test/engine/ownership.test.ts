import { describe, expect, test } from 'vitest';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { CASE_NAME } from '../../src/model/case.ts';
import { markOf } from '../../src/model/tags.ts';
import { isReady } from '../conformance/endings.ts';
import { holdings } from '../conformance/holdings.ts';
import { itemsOf, made, stood } from '../conformance/scene.ts';
import {
  apply,
  POLICY,
  reach,
  real,
  type Stand,
  statusOf,
  withoutCreate,
  writesToService,
} from '../conformance/stand.ts';

const FOREIGN = 'k8s:11111111-1111-4111-8111-111111111111';

/** Retains the item of an object, so that it has no owner. @returns its id */
async function retained(stand: Stand): Promise<unknown> {
  await made(stand);
  const { id } = statusOf(stand);
  apply(stand, stand.table.spec, { ...POLICY, deletion: 'Retain' });
  await reach(stand, 'ready', () => isReady(stand));
  stand.world.cluster.delete(stand.name);
  await reach(stand, 'gone', () => stand.world.cluster.get(stand.name) === undefined);
  return id;
}

describe.each(REGISTRY.map((tried) => [tried.kind.kind, tried] as const))('%s', (_, tried) => {
  const tags = tried.cases.stages?.find(({ field }) => field === 'tags')?.requests?.[0];
  test.runIf(tags !== undefined)(
    'what another cluster marked is a conflict that names the mark, until the spec replaces it',
    async () => {
      const stand = await stood(tried);
      const id = await retained(stand);
      if (tags === undefined) throw new Error('no way to tags');
      const spec = real(stand, stand.table.spec) as object;
      const other = { ...stand.name, name: 'second' };
      const path = tags.path.replace('{id}', String(id));
      expect(stand.world.outsider.call(tags.method, path, { tags: [FOREIGN] }).status).toBe(200);
      stand.world.cluster.apply(other, { ...spec, import: { by: 'Id', id } });
      const asks = (): boolean =>
        stand.world
          .condition(other, 'Stalled')
          ?.message.includes(`spec.import.replaceMark to ${FOREIGN}`) === true;
      await stand.world.until(asks);
      expect(stand.world.condition(other, 'Synced')?.reason).toBe('Conflict');
      stand.world.cluster.apply(other, { ...spec, import: { by: 'Id', id, replaceMark: FOREIGN } });
      await stand.world.until(() => stand.world.condition(other, 'Ready')?.status === 'True');
      expect(itemsOf(stand).map((item) => item.id)).toEqual([id]);
      await stand.world.stop();
    },
  );

  const ways = ['Id', 'Name', ...('label' in tried.cases.item ? ['Label'] : [])];
  test.each(ways)(
    'what one object lets go is taken over by the next, by its %s, and marked for that one',
    async (way) => {
      const stand = await stood(tried);
      const id = await retained(stand);
      const sent = writesToService(stand).length;
      const spec = Object.entries(stand.table.spec).filter(
        ([field]) => !stand.kind.createOnly.includes(field),
      );
      const imports = { by: way, ...{ Id: { id }, Label: { label: CASE_NAME } }[way] };
      apply(stand, { ...Object.fromEntries(spec), import: imports }, POLICY);
      await reach(stand, 'taken over', () => isReady(stand));
      await stand.world.time.advance(10 * 60_000);
      expect([
        stand.breaches,
        statusOf(stand)['id'],
        itemsOf(stand).map((item) => item.id),
      ]).toEqual([[], id, [id]]);
      const marks = tags === undefined ? [] : [expect.stringMatching(/^PUT /)];
      expect(writesToService(stand).slice(sent)).toEqual(marks);
      expect(holdings(stand).marks).toEqual(
        tags === undefined ? [] : [markOf(stand.world.cluster.get(stand.name)?.metadata.uid ?? '')],
      );
      await stand.world.stop();
    },
  );

  test('an existing item without an import is a conflict, neither adopted nor duplicated', async () => {
    const stand = await stood(tried);
    const id = await retained(stand);
    const sent = writesToService(stand).length;
    apply(stand, stand.table.spec, POLICY);
    await reach(
      stand,
      'in conflict',
      () => stand.world.condition(stand.name, 'Stalled')?.reason === 'Conflict',
    );
    await stand.world.time.advance(30 * 60_000);
    expect(stand.world.condition(stand.name, 'Synced')?.message).toMatch(
      new RegExp(
        `^the account already has .* \\(item ${String(id)}\\), which this object did not create; to adopt it, set spec.import$`,
      ),
    );
    expect([
      stand.breaches,
      itemsOf(stand).map((item) => item.id),
      writesToService(stand).slice(sent),
    ]).toEqual([[], [id], []]);
    await stand.world.stop();
  });

  test('what another object holds is a conflict that names it', async () => {
    const stand = await stood(tried);
    await made(stand);
    const other = { ...stand.name, name: 'second' };
    stand.world.cluster.apply(other, {
      ...(real(stand, withoutCreate(stand)) as object),
      import: { by: 'Id', id: statusOf(stand)['id'] },
    });
    await stand.world.until(() => stand.world.condition(other, 'Synced')?.reason === 'Conflict');
    expect(stand.world.condition(other, 'Synced')?.message).toContain(
      `${tried.kind.kind} default/example`,
    );
    expect(stand.world.condition(other, 'Stalled')?.reason).toBe('Conflict');
    expect(isReady(stand)).toBe(true);
    await stand.world.stop();
  });
});
