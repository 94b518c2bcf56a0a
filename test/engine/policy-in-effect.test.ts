import { describe, expect, test } from 'vitest';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { isCurrent, isReady } from '../conformance/endings.ts';
import { itemsOf, sayingOf, stood } from '../conformance/scene.ts';
import { apply, reach, type Stand, statusOf, withoutCreate } from '../conformance/stand.ts';

const shown = (stand: Stand): unknown => statusOf(stand)['policy'];
const pair = (value: string, from: string) => ({ value, from });

describe.each(REGISTRY.map((tried) => [tried.kind.kind, tried] as const))('%s', (_, tried) => {
  const { deletion, loss } = tried.kind;
  const defaults = {
    mode: pair('Manage', 'Default'),
    deletion: pair(deletion, 'Default'),
    drift: pair('Default', 'Default'),
    loss: pair(loss, 'Default'),
    consent: pair('Ask', 'Default'),
  };

  test('shows the policies in effect, each with its origin, and writes them once', async () => {
    const stand = await stood(tried);
    apply(stand, stand.table.spec, {});
    await reach(stand, 'ready', () => isReady(stand));
    expect(shown(stand)).toEqual(defaults);
    const spec = {
      mode: 'Preview',
      deletion: deletion === 'Delete' ? 'Retain' : 'Delete',
      drift: 'Report',
      loss: loss === 'Hold' ? 'Recreate' : 'Hold',
      consent: 'Auto',
    };
    for (const name of Object.keys(spec) as (keyof typeof spec)[]) {
      apply(stand, stand.table.spec, { [name]: spec[name] });
      await reach(stand, `${name} is told`, () => isCurrent(stand) && sayingOf(stand) === 'InSync');
      expect(shown(stand)).toEqual({ ...defaults, [name]: pair(spec[name], 'Spec') });
    }
    apply(stand, stand.table.spec, spec);
    await stand.world.time.advance(60_000);
    const written = stand.world.cluster.writes.length;
    await stand.world.time.advance(60 * 60_000);
    expect(stand.world.cluster.writes.slice(written)).toEqual([]);
    expect([stand.breaches, itemsOf(stand).length]).toEqual([[], 1]);
    await stand.world.stop();
  });

  test('shows that an imported item remains because of its import, from the pass that adopts it', async () => {
    const stand = await stood(tried);
    apply(stand, stand.table.spec, { deletion: 'Retain' });
    await reach(stand, 'ready', () => isReady(stand));
    const { id } = statusOf(stand);
    stand.world.cluster.delete(stand.name);
    await reach(stand, 'gone', () => stand.world.cluster.get(stand.name) === undefined);
    apply(stand, { ...withoutCreate(stand), import: { by: 'Id', id } }, {});
    await reach(stand, 'taken over', () => isReady(stand));
    const imported = { ...defaults, deletion: pair('Retain', 'Import') };
    expect(shown(stand)).toEqual(imported);
    apply(stand, stand.table.spec, {});
    await reach(stand, 'ready without the import', () => isReady(stand));
    expect(shown(stand)).toEqual(imported);
    await stand.world.stop();
  });

  test('shows the default for an item that an import created', async () => {
    const stand = await stood(tried);
    apply(stand, { ...stand.table.spec, import: { by: 'Name', orCreate: true } }, {});
    await reach(stand, 'made', () => isReady(stand));
    expect(shown(stand)).toEqual(defaults);
    await stand.world.stop();
  });
});
