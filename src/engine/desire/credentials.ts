import type { Outcome } from '../../model/outcome.ts';
import type { Pass } from '../pass.ts';
import type { Account, Credential } from '../ports/cloud.ts';
import type { SecretRecord } from '../ports/cluster.ts';
import { kubeFailed, passesByItself } from '../report/trouble.ts';

/** The Secret that serves a namespace when an object names none. */
const DEFAULT_SECRET = 'cloudinfra-credentials';

type Opened = { readonly ok: true; readonly account: Account } | { readonly ok: false; readonly outcome: Outcome };

/** Opens the account that an object uses: by its credentialsRef, else the namespace's default Secret, else the operator's own token. */
export async function openAccount(pass: Pass): Promise<Opened> {
  const credential = await credentialOf(pass);
  if (!credential.ok) return credential;
  const opened = await pass.env.cloud.open(credential.credential);
  if (!opened.ok) return { ok: false, outcome: { type: 'failed', failure: opened.failure } };
  return { ok: true, account: opened.value };
}

type Found = { readonly ok: true; readonly credential: Credential } | { readonly ok: false; readonly outcome: Outcome };

async function credentialOf(pass: Pass): Promise<Found> {
  const named = pass.subject.common.credentialsRef?.name;
  const { namespace } = pass.subject.name;
  const name = named ?? DEFAULT_SECRET;
  const secret = await pass.env.cluster.getSecret(namespace, name, pass.subject.name);
  if (!secret.ok) {
    if (passesByItself(secret.failure)) return { ok: false, outcome: kubeFailed(secret.failure) };
    return waiting(`Secret ${namespace}/${name}, which cannot be read: ${secret.failure.detail}`);
  }
  if (secret.value !== null) return fromSecret(secret.value);
  if (named !== undefined) return waiting(`Secret ${namespace}/${name}, which does not exist`);
  const own = pass.env.ownCredential(namespace);
  return own === null
    ? waiting(`Secret ${namespace}/${name} with the key token: the operator's own token does not serve this namespace`)
    : { ok: true, credential: own };
}

function fromSecret(secret: SecretRecord): Found {
  const token = secret.contents['token'];
  if (token === undefined || token.reveal().trim() === '') {
    return waiting(`a value at the key token of Secret ${secret.namespace}/${secret.name}, which has none`);
  }
  return { ok: true, credential: { token, baseUrl: secret.contents['baseUrl']?.reveal().trim() ?? null } };
}

const waiting = (what: string): { readonly ok: false; readonly outcome: Outcome } => ({
  ok: false,
  outcome: { type: 'waiting', for: what, recheckMs: 60_000, reason: 'WaitingForCredential' },
});
