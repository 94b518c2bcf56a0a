import { asRecord } from '../../model/parse.ts';
import type { Ref } from '../../model/ref.ts';
import type { Pass } from '../pass.ts';

/** How many are listed before the rest is counted. */
const SHOWN = 5;

/** The objects whose items are inside this one's, as a sentence («DnsRecord/www and DnsRecord/mail to be deleted first»); null when there is none. */
export function heldInside(pass: Pass): string | null {
  const { env, subject } = pass;
  const inside = env.kinds.flatMap((kind) => {
    const refs: readonly Ref[] = kind.refs.filter((ref: Ref) => ref.holds === true && ref.kind === subject.name.kind);
    if (refs.length === 0) return [];
    const objects = env.cluster.list(kind.kind, subject.name.namespace);
    return objects
      .filter((object) => refs.some((ref) => asRecord(asRecord(object.spec)[ref.path])['name'] === subject.name.name))
      .map((object) => `${kind.kind}/${object.metadata.name}`);
  });
  if (inside.length === 0) return null;
  const shown = inside.toSorted().slice(0, SHOWN).join(', ');
  return `${shown}${inside.length > SHOWN ? ` and ${inside.length - SHOWN} more` : ''} to be deleted first`;
}
