import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import { ANNOTATION } from '../../src/model/group.ts';
import { asRecord } from '../../src/model/parse.ts';
import { itemIn } from './paths.ts';
import type { Watch } from './watch.ts';
import type { World } from './world.ts';

/** Checks that at most one of several clusters that share an account writes to an item: the first
 *  that records it, until an object of another one takes the item over by naming its mark or its
 *  previous cluster. */
export function keepApart(worlds: readonly World[]): Watch {
  const breaches: string[] = [];
  const writers = new Map<string, World>();
  for (const world of worlds) {
    world.wire.witnesses.push(({ method, path }) => {
      const item = method === 'GET' ? null : itemIn(path);
      return () => {
        if (item === null) return;
        const writer = writers.get(item) ?? worlds.find((one) => holds(one, item)) ?? world;
        if (writer !== world && !takesOver(world, item))
          breaches.push(`${method} ${path}, which another cluster manages`);
        else writers.set(item, world);
      };
    });
  }
  return { breaches };
}

const holds = ({ cluster }: World, item: string): boolean =>
  cluster.everything().some((object) => isOf(object, item));

const isOf = ({ status }: KubeObject, item: string): boolean =>
  asRecord(status)['id'] === Number(item.split('/').at(-1));

const takesOver = ({ cluster }: World, item: string): boolean =>
  cluster.everything().some((object) => {
    const importSpec = asRecord(asRecord(object.spec)['import']);
    const isAsked =
      importSpec['replaceMark'] !== undefined &&
      String(importSpec['id']) === item.split('/').at(-1);
    return (
      isAsked ||
      (isOf(object, item) && object.metadata.annotations?.[ANNOTATION.movedFrom] !== undefined)
    );
  });
