import type { Failure } from '../../model/failure.ts';
import { namespacedName, secretTitle } from '../../model/object-key.ts';
import type { Outcome } from '../../model/outcome.ts';
import { Secret } from '../../model/secret.ts';
import type { Findings, Located, Pass } from '../pass/pass.ts';
import { kubeFailed, passesByItself } from '../pass/trouble.ts';
import { withCredentialCause } from '../pass/verdict.ts';
import type { Account, Credential } from '../ports/cloud.ts';
import type { SecretRecord } from '../ports/cluster.ts';
import { DEFAULT_SECRET } from '../term/custody.ts';
import type { UsedCredential } from '../term/used-credentials.ts';
import { unfitness } from './credential-secret.ts';
import { lackedScopes } from './entitlement.ts';

/** `from`: the source of the credential, for messages. */
type Opened =
  | {
      readonly ok: true;
      readonly account: Account;
      readonly from: string;
      readonly used: UsedCredential | null;
    }
  /** `used` undefined: no credential was used. */
  | { readonly ok: false; readonly outcome: Outcome; readonly used?: UsedCredential };

/** Opens the account of an object with its credentialsRef, else the namespace's default Secret,
 *  else the operator's own token. */
export async function openAccount(pass: Pass): Promise<Opened> {
  const found = await credentialOf(pass);
  if (!found.ok) return found;
  const opened = await pass.env.cloud.open(found.credential);
  const used = usedNow(pass, found.secret?.name ?? null, opened.ok ? opened.value : null);
  const refused = (failure: Failure): Opened => ({
    ok: false,
    outcome: withCredentialCause({ type: 'failed', failure }, found.from),
    ...(used === null ? {} : { used }),
  });
  if (!opened.ok) return refused(opened.failure);
  const rival = found.secret === null ? ownedElsewhere(pass, opened.value.caller.account) : null;
  if (rival !== null) return waiting(insteadOf(pass, rival));
  const unheld = found.secret === null ? null : await takeIntoCustody(pass, found.secret);
  if (unheld !== null) return { ok: false, outcome: unheld };
  const lacked = lackedScopes(pass.subject.kind, pass.policy.mode, opened.value.caller);
  if (lacked !== null) return refused({ code: 'Denied', detail: lacked });
  return { ok: true, account: opened.value, from: found.from, used };
}

/** Returns the record of a credential for the status; a service that does not answer leaves the
 *  account unchanged. @param secret null: the operator's own */
function usedNow(
  { subject }: Pass,
  secret: string | null,
  opened: Account | null,
): UsedCredential | null {
  if (secret === null) return null;
  const { credential: before } = subject.status;
  const account =
    opened?.caller.account ?? (before?.secret === secret ? before.account : undefined);
  return { secret, ...(account === undefined ? {} : { account }) };
}

/** Returns the credential that this object or its namespace used for another account than the
 *  operator's own; null where the operator's may be used. An object whose item is in the operator's
 *  account keeps it.
 *  @param own the account of the operator's own token */
function ownedElsewhere({ env, subject }: Pass, own: string): UsedCredential | null {
  const { status, name } = subject;
  if (status.id !== undefined && status.account === own) return null;
  if (status.credential !== undefined && status.credential.account !== own)
    return status.credential;
  return env.usedCredentials.otherThan(own, name.namespace);
}

const insteadOf = ({ subject }: Pass, { secret, account }: UsedCredential): string => {
  const [whose, why] =
    account === undefined
      ? ['of its own', `does not replace Secret ${secret}`]
      : [`of account ${account}`, `belongs to another account than Secret ${secret} did`];
  const where = `${namespacedName({ ...subject.name, name: DEFAULT_SECRET })}, or the one that spec.credentialsRef names`;
  return `a Secret with a credential ${whose} (${where}): the operator's own token ${why}`;
};

/** Adds the used credential to the findings; a refusal of it names its source. */
export const namingCredential = ({ credential, used }: Located, findings: Findings): Findings => ({
  ...findings,
  outcome: withCredentialCause(findings.outcome, credential),
  credential: used,
});

type Found =
  /** `from`: its source, for messages. `secret` null: the operator's own. */
  | {
      readonly ok: true;
      readonly credential: Credential;
      readonly from: string;
      readonly secret: SecretRecord | null;
    }
  | { readonly ok: false; readonly outcome: Outcome };

async function credentialOf(pass: Pass): Promise<Found> {
  const named = pass.subject.common.credentialsRef?.name;
  const { namespace } = pass.subject.name;
  const name = named ?? DEFAULT_SECRET;
  const secret = await pass.env.cluster.getSecret(namespace, name, pass.subject.name);
  const title = secretTitle({ namespace, name });
  if (!secret.ok) {
    if (passesByItself(secret.failure)) return { ok: false, outcome: kubeFailed(secret.failure) };
    return waiting(`${title}, which cannot be read: ${secret.failure.detail}`);
  }
  if (secret.value !== null) return fromSecret(secret.value);
  if (named !== undefined) return waiting(`${title}, which does not exist`);
  const own = pass.env.ownCredential(namespace);
  return own === null
    ? waiting(
        `${title} with the key token: create it, or add this namespace with --token-namespace, because the operator's own token serves only named namespaces`,
      )
    : { ok: true, credential: own, from: "the operator's own settings", secret: null };
}

/** Takes an accepted Secret into custody: it has to outlive the items made with it. @returns the
 *  outcome that prevents its use, or null */
async function takeIntoCustody(pass: Pass, secret: SecretRecord): Promise<Outcome | null> {
  if (pass.policy.mode !== 'Manage' || pass.deleting) return null;
  const taken = await pass.env.custody.take(secret);
  if (taken.ok) return null;
  if (passesByItself(taken.failure)) return kubeFailed(taken.failure);
  const message = `${secretTitle(secret)} can be deleted before this object: ${taken.failure.detail}`;
  pass.env.cluster.emit(pass.copy.object, {
    type: 'Warning',
    reason: 'CredentialNotHeld',
    message,
  });
  return null;
}

function fromSecret(secret: SecretRecord): Found {
  const from = secretTitle(secret);
  const unfit = unfitness(secret);
  if (unfit !== null)
    return {
      ok: false,
      outcome: { type: 'refused', field: 'spec.credentialsRef', detail: `${from} ${unfit}` },
    };
  const token = trimmed(secret.contents['token']);
  if (token === '') return waiting(`a value for the key token of ${from}, which is empty`);
  const baseUrl = secret.contents['baseUrl'];
  return {
    ok: true,
    credential: {
      token: new Secret(token),
      baseUrl: baseUrl === undefined ? null : trimmed(baseUrl),
    },
    from,
    secret,
  };
}

/** Removes the trailing line end of a Secret created from a file. */
const trimmed = (value: Secret | undefined): string => value?.reveal().trim() ?? '';

const waiting = (what: string): { readonly ok: false; readonly outcome: Outcome } => ({
  ok: false,
  outcome: { type: 'waiting', for: what, recheckMs: 60_000, reason: 'WaitingForCredential' },
});
