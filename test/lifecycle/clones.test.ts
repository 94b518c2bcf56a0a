import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { markOf } from '../../src/model/tags.ts';
import { World } from '../support/world.ts';

interface Row {
  readonly kind: string;
  readonly source: object;
  readonly copy: object;
  readonly path: string;
}

const POLICY = { policy: { deletion: 'Delete' } };
const ROWS: readonly Row[] = [
  {
    kind: 'Volume',
    source: { region: 'eu-west', size: 20, tags: ['blue'], ...POLICY },
    copy: { cloneFrom: { volumeRef: { name: 'source' } }, size: 20, ...POLICY },
    path: '/volumes',
  },
  {
    kind: 'Domain',
    source: {
      domain: 'source.example',
      type: 'master',
      soaEmail: 'a@source.example',
      tags: ['blue'],
      ...POLICY,
    },
    copy: {
      domain: 'copy.example',
      type: 'master',
      soaEmail: 'a@source.example',
      source: { kind: 'Domain', domainRef: { name: 'source' } },
      ...POLICY,
    },
    path: '/domains',
  },
];

describe.each(ROWS)('a copy of a $kind', ({ kind, source, copy, path }) => {
  const named = (name: string) => ({ kind, namespace: 'default', name });
  const isReady = (world: World, name: string) =>
    world.condition(named(name), 'Ready')?.status === 'True';
  const uidOf = (world: World, name: string) => world.cluster.get(named(name))?.metadata.uid ?? '';

  test.for(['answered', 'unanswered'] as const)(
    'that is %s is made once, and carries its own mark alone',
    async (fate) => {
      const world = new World({ kinds: KINDS });
      world.start();
      world.cluster.apply(named('source'), source);
      await world.until(() => isReady(world, 'source'));
      let lost = 0;
      world.wire.mishap = (request) =>
        fate === 'unanswered' && /^POST .*clone$/.test(request) && lost++ === 0
          ? 'unanswered'
          : 'none';
      world.cluster.apply(named('copy'), copy);
      await world.until(() => isReady(world, 'copy'));
      const rows = world.outsider.rows<{ readonly tags: readonly string[] }>(path);
      expect(rows.map(({ tags }) => tags.filter((tag) => tag.startsWith('k8s:')))).toEqual([
        [markOf(uidOf(world, 'source'))],
        [markOf(uidOf(world, 'copy'))],
      ]);
      expect(lost).toBe(fate === 'unanswered' ? 1 : 0);
      await world.stop();
    },
  );

  test('stays Ready when the object of its source is gone', async () => {
    const world = new World({ kinds: KINDS });
    world.start();
    world.cluster.apply(named('source'), source);
    world.cluster.apply(named('copy'), copy);
    await world.until(() => isReady(world, 'copy'));
    world.cluster.delete(named('source'));
    await world.until(() => world.cluster.get(named('source')) === undefined);
    await world.time.advance(180_000);
    expect(isReady(world, 'copy')).toBe(true);
    await world.stop();
  });
});
