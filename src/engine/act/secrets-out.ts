import { SECRET_LABEL } from '../../model/group.ts';
import type { Item, Observed } from '../../model/kind.ts';
import { labelValue } from '../../model/label-value.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Secret } from '../../model/secret.ts';
import type { Located } from '../pass.ts';
import type { SecretRecord } from '../ports/cluster.ts';
import { kubeFailed } from '../report/trouble.ts';

type Contents = Readonly<Record<string, Secret>>;

/** Keeps the Secret of an item current: connection data, a kubeconfig. One that belongs to something else is never overwritten.
 *  @returns what is in the way, or null */
export async function keepSecret(pass: Located, observed: Observed<Item, unknown>): Promise<Outcome | null> {
  const { secret, secretSuffix } = pass.subject.kind;
  const wanted: Contents | null = secret?.(observed) ?? null;
  if (wanted === null) return null;
  const { namespace, name: object, kind } = pass.subject.name;
  const name = `${object}-${secretSuffix}`;
  const there = await pass.env.cluster.getSecret(namespace, name, pass.subject.name);
  if (!there.ok) return kubeFailed(there.failure);
  const labels = {
    [SECRET_LABEL.kind]: kind,
    [SECRET_LABEL.account]: labelValue(pass.account.caller.account),
    [SECRET_LABEL.id]: String(observed.item.id),
    [SECRET_LABEL.owner]: pass.subject.object.metadata.uid,
  };
  if (there.value !== null && !isOurs(there.value, labels)) {
    const detail = `Secret ${namespace}/${name} exists and does not belong to item ${observed.item.id}; delete or rename it`;
    return { type: 'conflict', detail };
  }
  if (there.value !== null && isCurrent(there.value, labels, wanted)) return null;
  const stored = await pass.env.cluster.putSecret({ namespace, name, labels, contents: wanted, owner: pass.copy.object }, there.value);
  return stored.ok ? null : kubeFailed(stored.failure);
}

/** It was made for this object, maybe for an item before this one; or it is of this item, whoever held it then. The labels say both. */
const isOurs = (there: SecretRecord, labels: Readonly<Record<string, string>>): boolean =>
  there.labels[SECRET_LABEL.owner] === labels[SECRET_LABEL.owner] ||
  [SECRET_LABEL.kind, SECRET_LABEL.account, SECRET_LABEL.id].every((label) => there.labels[label] === labels[label]);

const isCurrent = (there: SecretRecord, labels: Readonly<Record<string, string>>, contents: Contents): boolean =>
  Object.entries(labels).every(([label, value]) => there.labels[label] === value) &&
  Object.keys(there.contents).length === Object.keys(contents).length &&
  Object.entries(contents).every(([key, value]) => there.contents[key]?.reveal() === value.reveal());
