import type { AnyKind } from '../../src/model/kind.ts';
import { undeclared } from './declared.ts';
import type { World } from './world.ts';

/** Time for which the account has to stay unchanged (milliseconds). */
export const STAYS_MS = 60 * 60_000;

/** Checks eventual convergence: the account matches the specs, stays so for an hour, and neither
 *  API receives a write meanwhile. */
export async function matchesAndStays(
  world: World,
  kinds: readonly AnyKind[],
): Promise<readonly string[]> {
  const unlike = (): readonly string[] =>
    kinds.flatMap((kind) => world.cluster.all(kind.kind)).flatMap((one) => undeclared(world, one));
  const before = unlike();
  const unread = waitsForRead(world);
  const [written, sent] = [world.cluster.writes.length, world.wire.sent.length];
  await world.time.advance(STAYS_MS);
  return [
    ...before.map((what) => `in the end ${what}`),
    ...(unread.length > 0 ? waitsForRead(world) : []),
    ...(before.length > 0 ? [] : unlike().map((what) => `an hour after the end ${what}`)),
    ...world.cluster.writes
      .slice(written)
      .map((what) => `in the hour after the end there was written ${what}`),
    ...world.wire.sent
      .slice(sent)
      .filter((what) => !what.startsWith('GET '))
      .map((what) => `in the hour after the end there was sent ${what}`),
  ];
}

/** Returns the objects whose messages report that they wait for a read of the operator itself. No
 *  user can end such a wait. */
const waitsForRead = ({ cluster }: World): readonly string[] =>
  cluster.everything().flatMap(({ kind, metadata, status }) => {
    const { conditions, message } = (status ?? {}) as Texts;
    const texts = [message, ...(conditions ?? []).map((one) => one.message)];
    const text = texts.find((one) => one !== undefined && /\bfor a read of\b/.test(one));
    return text === undefined ? [] : [`${kind}/${metadata.name} does not get its read: ${text}`];
  });

interface Texts {
  readonly message?: string;
  readonly conditions?: readonly { readonly message?: string }[];
}
