import type { Outcome } from '../../model/outcome.ts';
import { Secret } from '../../model/secret.ts';
import { DEFAULT_SECRET } from '../custody.ts';
import type { Findings, Located, Pass } from '../pass.ts';
import type { Account, Credential } from '../ports/cloud.ts';
import type { SecretRecord } from '../ports/cluster.ts';
import { saidOfCredential } from '../report/conditions.ts';
import { kubeFailed, passesByItself } from '../report/trouble.ts';
import { lackedScopes } from './entitlement.ts';

/** `from`: where the credential is, for people. */
type Opened = { readonly ok: true; readonly account: Account; readonly from: string } | { readonly ok: false; readonly outcome: Outcome };

/** Opens the account that an object uses: by its credentialsRef, else the namespace's default Secret, else the operator's own token. */
export async function openAccount(pass: Pass): Promise<Opened> {
  const found = await credentialOf(pass);
  if (!found.ok) return found;
  const opened = await pass.env.cloud.open(found.credential);
  if (!opened.ok) return { ok: false, outcome: saidOfCredential({ type: 'failed', failure: opened.failure }, found.from) };
  const lacked = lackedScopes(pass.subject.kind, pass.policy.mode, opened.value.caller);
  if (lacked !== null) {
    const failure = { code: 'Denied', detail: lacked } as const;
    return { ok: false, outcome: saidOfCredential({ type: 'failed', failure }, found.from) };
  }
  return { ok: true, account: opened.value, from: found.from };
}

/** What a pass found, where a refusal of its credential names the place of that. */
export const namingCredential = ({ credential }: Located, findings: Findings): Findings => ({
  ...findings,
  outcome: saidOfCredential(findings.outcome, credential),
});

type Found =
  | { readonly ok: true; readonly credential: Credential /** Where it is, for people. */; readonly from: string }
  | { readonly ok: false; readonly outcome: Outcome };

async function credentialOf(pass: Pass): Promise<Found> {
  const named = pass.subject.common.credentialsRef?.name;
  const { namespace } = pass.subject.name;
  const name = named ?? DEFAULT_SECRET;
  const secret = await pass.env.cluster.getSecret(namespace, name, pass.subject.name);
  if (!secret.ok) {
    if (passesByItself(secret.failure)) return { ok: false, outcome: kubeFailed(secret.failure) };
    return waiting(`Secret ${namespace}/${name}, which cannot be read: ${secret.failure.detail}`);
  }
  if (secret.value !== null) return (await takeIntoCustody(pass, secret.value)) ?? fromSecret(secret.value);
  if (named !== undefined) return waiting(`Secret ${namespace}/${name}, which does not exist`);
  const own = pass.env.ownCredential(namespace);
  return own === null
    ? waiting(`Secret ${namespace}/${name} with the key token: the operator's own token does not serve this namespace`)
    : { ok: true, credential: own, from: "the operator's own settings" };
}

/** The Secret has to outlive what is made with it. @returns what stands against using it now, or null */
async function takeIntoCustody(pass: Pass, secret: SecretRecord): Promise<Found | null> {
  if (pass.policy.mode !== 'Manage' || pass.deleting) return null;
  const taken = await pass.env.custody.take(secret);
  if (taken.ok) return null;
  if (passesByItself(taken.failure)) return { ok: false, outcome: kubeFailed(taken.failure) };
  const message = `Secret ${secret.namespace}/${secret.name} can be deleted before this object: ${taken.failure.detail}`;
  pass.env.cluster.emit(pass.copy.object, { type: 'Warning', reason: 'CredentialNotHeld', message });
  return null;
}

function fromSecret(secret: SecretRecord): Found {
  const from = `Secret ${secret.namespace}/${secret.name}`;
  const token = trimmed(secret.contents['token']);
  if (token === '') return waiting(`a value at the key token of ${from}, which has none`);
  const baseUrl = secret.contents['baseUrl'];
  return { ok: true, credential: { token: new Secret(token), baseUrl: baseUrl === undefined ? null : trimmed(baseUrl) }, from };
}

/** Secrets that are made of files end with a line end. */
const trimmed = (value: Secret | undefined): string => value?.reveal().trim() ?? '';

const waiting = (what: string): { readonly ok: false; readonly outcome: Outcome } => ({
  ok: false,
  outcome: { type: 'waiting', for: what, recheckMs: 60_000, reason: 'WaitingForCredential' },
});
