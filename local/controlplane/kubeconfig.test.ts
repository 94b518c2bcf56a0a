import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { type Identity, readCredentials } from './kubeapi.ts';
import { writeKubeconfig } from './kubeconfig.ts';

const identities: readonly Identity[] = [{ certPem: 'CERT', keyPem: 'KEY' }, { token: 'eyJ.a.b' }];

test.each(identities)(
  'a kubeconfig gives back what was written, and only its owner can read it: %j',
  async (identity) => {
    const path = join(await temporaryFolder(), 'kubeconfig');
    const credentials = { server: 'https://127.0.0.1:6443', caPem: 'CA', identity };
    const text = await writeKubeconfig(path, 'ada', credentials);
    expect(await readCredentials(path)).toEqual(credentials);
    expect(await readFile(path, 'utf8')).toBe(text);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  },
);
