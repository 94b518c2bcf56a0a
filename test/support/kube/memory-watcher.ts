import type { Change, Json } from './memory-objects.ts';
import type { MemoryStream } from './memory-stream.ts';
import { selects, type Target } from './memory-target.ts';

/** A watch of an API server in memory. */
export interface Watcher {
  readonly target: Target;
  /** The objects that it reported: one that it no longer selects counts as deleted for it. */
  readonly told: Set<string>;
  readonly isPartial: boolean;
  readonly stream: MemoryStream;
}

/** Begins a watch. @param there the objects that its client has listed */
export const newWatcher = (
  {
    target,
    stream,
    accept,
  }: Pick<Watcher, 'target' | 'stream'> & { readonly accept: string | undefined },
  there: readonly Json[],
): Watcher => ({
  target,
  stream,
  told: new Set(there.map(({ metadata }) => nameIn(metadata))),
  isPartial: isPartial(accept),
});

const nameIn = ({
  namespace,
  name,
}: {
  readonly namespace?: string;
  readonly name: string;
}): string => `${namespace ?? ''}/${name}`;

/** Reports whether a client asks for metadata only. */
export const isPartial = (accept: string | undefined): boolean =>
  accept?.includes('as=PartialObjectMetadata') === true;

/** Sends a change to a watch that selects the object, or did so before. */
export function tell(
  { target, stream, told, isPartial: partial }: Watcher,
  { type, collection, object }: Change,
): void {
  const { namespace } = object.metadata;
  const name = nameIn(object.metadata);
  const isMeant =
    collection === target.collection &&
    (target.namespace === null || target.namespace === namespace);
  const isSelected = selects(target.query, object.metadata);
  if (!isMeant || !(isSelected || told.has(name))) return;
  if (isSelected) told.add(name);
  else told.delete(name);
  stream.push(
    `${JSON.stringify({ type: isSelected ? type : 'DELETED', object: partial ? { metadata: object.metadata } : object })}\n`,
  );
}
