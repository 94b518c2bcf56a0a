import { SECRET_LABEL } from '../../model/group.ts';
import type { Item, Observed } from '../../model/kind.ts';
import { labelValue } from '../../model/label-value.ts';
import { secretTitle } from '../../model/object-key.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Secret } from '../../model/secret.ts';
import type { Located } from '../pass/pass.ts';
import { secretNameOf } from '../pass/subject.ts';
import { kubeFailed } from '../pass/trouble.ts';
import type { SecretRecord } from '../ports/cluster.ts';
import type { Execution } from './execution.ts';
import { renewalBegunBy, renewalOf } from './renewal.ts';

type Contents = Readonly<Record<string, Secret>>;

/** Keeps the Secret of an item current: connection data, a kubeconfig. Never overwrites a Secret of
 *  another owner.
 *  @param execution requests sent since the item was observed
 *  @returns the outcome that prevents it, or null */
export async function keepSecret(
  pass: Located,
  observed: Observed<Item, unknown>,
  execution: Pick<Execution, 'result'>,
): Promise<Outcome | null> {
  const begun = renewalBegunBy(execution, pass.subject);
  if (begun !== null) return begun;
  const wanted: Contents | null = pass.subject.kind.secret?.(observed) ?? null;
  const name = secretNameOf(pass.subject);
  if (wanted === null || name === null) return null;
  const { namespace } = pass.subject.name;
  const there = await pass.env.cluster.getSecret(namespace, name, pass.subject.name);
  if (!there.ok) return kubeFailed(there.failure);
  const labels = labelsOf(pass, String(observed.item.id));
  if (there.value !== null && !isOurs(there.value, labels))
    return inTheWay({ namespace, name }, `item ${observed.item.id}`);
  const renewal = renewalOf(pass, there.value === null || holds(there.value, wanted));
  if (there.value !== null && isLabelled(there.value, labels) && holds(there.value, wanted))
    return kept(pass, there.value, renewal);
  const stored = await pass.env.cluster.putSecret(
    { namespace, name, labels, contents: wanted, owner: pass.copy.object },
    there.value,
  );
  return stored.ok ? kept(pass, stored.value, renewal) : kubeFailed(stored.failure);
}

/** Checks before a create that the Secret for what only its answer shows can be written afterwards.
 *  @returns the outcome that prevents the create, or null */
export async function secretInTheWay(pass: Located): Promise<Outcome | null> {
  const name = secretNameOf(pass.subject);
  if (pass.subject.kind.createAnswer === undefined || name === null) return null;
  const { namespace } = pass.subject.name;
  const there = await pass.env.cluster.getSecret(namespace, name, pass.subject.name);
  if (!there.ok) return kubeFailed(there.failure);
  const { uid } = pass.subject.object.metadata;
  return there.value === null || there.value.labels[SECRET_LABEL.owner] === uid
    ? null
    : inTheWay({ namespace, name }, 'this object');
}

const labelsOf = (pass: Located, id: string): Readonly<Record<string, string>> => ({
  [SECRET_LABEL.kind]: pass.subject.name.kind,
  [SECRET_LABEL.account]: labelValue(pass.account.caller.account),
  [SECRET_LABEL.id]: id,
  [SECRET_LABEL.owner]: pass.subject.object.metadata.uid,
});

const inTheWay = (secret: Parameters<typeof secretTitle>[0], whose: string): Outcome => ({
  type: 'conflict',
  detail: `${secretTitle(secret)} exists and does not belong to ${whose}; delete or rename it`,
});

/** Remembers the current version. */
function kept(
  { memory }: Located,
  { resourceVersion }: SecretRecord,
  renewal: Outcome | null,
): Outcome | null {
  memory.keptSecret.version = resourceVersion;
  return renewal;
}

/** Reports whether a Secret was made for this object, possibly for an earlier item, or for this
 *  item under any object. The labels identify both. */
const isOurs = (there: SecretRecord, labels: Readonly<Record<string, string>>): boolean =>
  there.labels[SECRET_LABEL.owner] === labels[SECRET_LABEL.owner] ||
  [SECRET_LABEL.kind, SECRET_LABEL.account, SECRET_LABEL.id].every(
    (label) => there.labels[label] === labels[label],
  );

const isLabelled = (there: SecretRecord, labels: Readonly<Record<string, string>>): boolean =>
  Object.entries(labels).every(([label, value]) => there.labels[label] === value);

const holds = (there: SecretRecord, contents: Contents): boolean =>
  Object.keys(there.contents).length === Object.keys(contents).length &&
  Object.entries(contents).every(
    ([key, value]) => there.contents[key]?.reveal() === value.reveal(),
  );
