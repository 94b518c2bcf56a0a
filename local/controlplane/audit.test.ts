import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { auditedRequests, auditLog } from './audit.ts';

const US = 'system:serviceaccount:a:operator';

/** Builds a line in the format of kube-apiserver, with the parsed members only. */
const line = (username: string, verb: string, objectRef?: object, decision = 'allow'): string =>
  JSON.stringify({
    user: { username },
    verb,
    objectRef,
    annotations: { 'authorization.k8s.io/decision': decision },
  });

const LINES: readonly string[] = [
  line(US, 'list', { resource: 'secrets', namespace: 'a', apiVersion: 'v1' }),
  line(US, 'patch', {
    resource: 'volumes',
    subresource: 'status',
    namespace: 'a',
    name: 'b',
    apiGroup: 'cloudinfra.dev',
  }),
  line(US, 'delete', { resource: 'secrets', namespace: 'a', name: 'b' }, 'forbid'),
  line('system:serviceaccount:a:other', 'get', { resource: 'pods' }),
  line(US, 'get'),
];

test('the requests of a user are listed by verb, group and resource, with the decision', async () => {
  const directory = await temporaryFolder();
  // The last line is incomplete.
  await writeFile(auditLog(directory), [...LINES, '{"user":'].join('\n'));
  const request = { user: US, group: '', namespace: 'a', granted: true };
  expect(await auditedRequests(join(directory, 'audit.log'), US)).toEqual([
    { ...request, verb: 'list', resource: 'secrets' },
    { ...request, verb: 'patch', group: 'cloudinfra.dev', resource: 'volumes/status' },
    { ...request, verb: 'delete', resource: 'secrets', granted: false },
  ]);
});
