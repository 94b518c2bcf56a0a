import { SECRET_LABEL } from '../../model/group.ts';
import { secretTitle } from '../../model/object-key.ts';
import type { Outcome } from '../../model/outcome.ts';
import { Secret } from '../../model/secret.ts';
import { entryFor } from '../../model/table.ts';
import type { Located } from '../pass/pass.ts';

type Secrets = Readonly<Record<string, Secret>>;
type Gathered =
  | { readonly ok: true; readonly secrets: Secrets }
  | { readonly ok: false; readonly outcome: Outcome };

/** Returns the Secret values for a create: those that the spec refers to, and a generated one,
 *  which is stored before any request is sent. */
export async function secretsFor(pass: Located): Promise<Gathered> {
  const secrets: Record<string, Secret> = {};
  for (const ref of pass.subject.kind.secretRefs) {
    const reference = (pass.desired.spec as Readonly<Record<string, unknown>>)[ref.path] as
      | { readonly name: string; readonly key?: string }
      | undefined;
    if (reference === undefined) continue;
    const value = await valueOf(pass, reference.name, reference.key ?? ref.key);
    if (!value.ok) return value;
    secrets[ref.path] = value.secret;
  }
  const made = await generated(pass);
  if (!made.ok) return made;
  return { ok: true, secrets: { ...secrets, ...made.secrets } };
}

async function valueOf(pass: Located, name: string, key: string) {
  const { namespace } = pass.subject.name;
  const found = await pass.env.cluster.getSecret(namespace, name, pass.subject.name);
  const title = secretTitle({ namespace, name });
  if (!found.ok) return waiting(`${title}, which cannot be read: ${found.failure.detail}`);
  if (found.value === null) return waiting(`${title}, which does not exist`);
  const secret = entryFor(found.value.contents, key);
  return secret === undefined
    ? waiting(`a value for the key ${key} of ${title}, which is empty`)
    : { ok: true as const, secret };
}

/** Generates the password of the kind, or takes the one that an earlier attempt stored; never
 *  overwrites a Secret of another owner. The Secret belongs to the item, not to the object: it has
 *  no owner until the item is gone. */
async function generated(pass: Located): Promise<Gathered> {
  const { generates } = pass.subject.kind;
  if (generates === undefined || !generates.when(pass.desired.spec))
    return { ok: true, secrets: {} };
  const { namespace, name } = pass.subject.name;
  const secretName = `${name}-${generates.suffix}`;
  const there = await pass.env.cluster.getSecret(namespace, secretName, pass.subject.name);
  const title = secretTitle({ namespace, name: secretName });
  if (!there.ok) return waiting(`${title}, which cannot be read: ${there.failure.detail}`);
  const owner = pass.subject.object.metadata.uid;
  if (there.value !== null) {
    const secret = there.value.contents[generates.key];
    if (there.value.labels[SECRET_LABEL.owner] === owner && secret !== undefined)
      return { ok: true, secrets: { [generates.field]: secret } };
    const detail = `${title} exists and does not belong to this object; delete or rename it, or name it in the spec`;
    return { ok: false, outcome: { type: 'conflict', detail } };
  }
  const secret = new Secret(pass.env.password(generates.length));
  if (pass.policy.mode !== 'Manage') return { ok: true, secrets: { [generates.field]: secret } };
  const labels = { [SECRET_LABEL.kind]: pass.subject.name.kind, [SECRET_LABEL.owner]: owner };
  const stored = await pass.env.cluster.putSecret(
    { namespace, name: secretName, labels, contents: { [generates.key]: secret }, owner: null },
    null,
  );
  if (!stored.ok) return waiting(`${title} to be stored: ${stored.failure.detail}`);
  return { ok: true, secrets: { [generates.field]: secret } };
}

const waiting = (what: string): { readonly ok: false; readonly outcome: Outcome } => ({
  ok: false,
  outcome: { type: 'waiting', for: what, recheckMs: 60_000, reason: 'WaitingForReference' },
});
