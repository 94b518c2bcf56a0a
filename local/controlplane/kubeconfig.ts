import { writeFile } from 'node:fs/promises';
import { dump } from 'js-yaml';
import type { Identity, KubeCredentials } from './kubeapi.ts';

const NAME = 'cloudinfra-local';

/** Writes a self-contained kubeconfig, readable only by this user, and returns its text, which
 *  contains the key or the token.
 *  @param user name of the identity in the file; the server uses the certificate or token */
export async function writeKubeconfig(
  path: string,
  user: string,
  { server, caPem, identity }: KubeCredentials,
): Promise<string> {
  const text = dump({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: NAME, cluster: { server, 'certificate-authority-data': base64(caPem) } }],
    users: [{ name: user, user: identity === null ? {} : userEntry(identity) }],
    contexts: [{ name: NAME, context: { cluster: NAME, user } }],
    'current-context': NAME,
  });
  await writeFile(path, text, { mode: 0o600 });
  return text;
}

const userEntry = (identity: Identity): Readonly<Record<string, string>> =>
  'token' in identity
    ? { token: identity.token }
    : {
        'client-certificate-data': base64(identity.certPem),
        'client-key-data': base64(identity.keyPem),
      };

const base64 = (pem: string): string => Buffer.from(pem).toString('base64');
