import { describe, expect, test } from 'vitest';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { isReady } from '../conformance/endings.ts';
import { itemsOf, made, stood } from '../conformance/scene.ts';
import { apply, reach, type Stand, statusOf, withoutCreate } from '../conformance/stand.ts';

const gone = (stand: Stand) =>
  reach(stand, 'gone', () => stand.world.cluster.get(stand.name) === undefined);

async function deleted(stand: Stand): Promise<void> {
  stand.world.cluster.delete(stand.name);
  await gone(stand);
}

/** Creates an item without an object. @returns its id */
async function left(stand: Stand): Promise<unknown> {
  await made(stand);
  const { id } = statusOf(stand);
  apply(stand, stand.table.spec, { deletion: 'Retain' });
  await reach(stand, 'ready', () => isReady(stand));
  await deleted(stand);
  return id;
}

describe.each(REGISTRY.map((tried) => [tried.kind.kind, tried] as const))('%s', (_, tried) => {
  test.each([
    ['stays when its object goes', {}, true],
    ['goes where the spec says so', { deletion: 'Delete', consent: 'Auto' }, false],
  ])('an item that was imported %s', async (_name, policy, stays) => {
    const stand = await stood(tried);
    const id = await left(stand);
    const spec = Object.fromEntries(
      Object.entries(stand.table.spec).filter(([field]) => !stand.kind.createOnly.includes(field)),
    );
    apply(stand, { ...spec, import: { by: 'Id', id } }, policy);
    await reach(stand, 'taken over', () => isReady(stand));
    await deleted(stand);
    expect([stand.breaches, itemsOf(stand).some((item) => item.id === id)]).toEqual([[], stays]);
    await stand.world.stop();
  });

  test('an item that was imported stays although the spec names the import no more, until the spec says otherwise', async () => {
    for (const [deletion, stays] of [
      [undefined, true],
      ['Delete', false],
    ] as const) {
      const stand = await stood(tried);
      const id = await left(stand);
      const { spec } = stand.table;
      apply(stand, { ...withoutCreate(stand), import: { by: 'Id', id } }, {});
      await reach(stand, 'taken over', () => isReady(stand));
      await stand.world.time.advance(60_000);
      apply(stand, spec, {});
      await reach(stand, 'ready without the import', () => isReady(stand));
      await stand.world.stop();
      stand.world.start();
      apply(stand, spec, deletion === undefined ? {} : { deletion });
      await reach(stand, 'ready after a restart', () => isReady(stand));
      await deleted(stand);
      expect([stand.breaches, itemsOf(stand).some((item) => item.id === id)]).toEqual([[], stays]);
      await stand.world.stop();
    }
  });

  test('an item that an import created, since there was none, goes as any other of its kind', async () => {
    const stand = await stood(tried);
    apply(stand, { ...stand.table.spec, import: { by: 'Name', orCreate: true } }, {});
    await reach(stand, 'made', () => isReady(stand));
    const { id } = statusOf(stand);
    await deleted(stand);
    expect([stand.breaches, itemsOf(stand).some((item) => item.id === id)]).toEqual([
      [],
      tried.kind.deletion === 'Retain',
    ]);
    await stand.world.stop();
  });
});
