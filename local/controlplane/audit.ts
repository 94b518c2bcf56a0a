import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dump } from 'js-yaml';
import { z } from 'zod';

/** A request as the API server noted it: who asked for what, and whether that was granted. */
export interface AuditedRequest {
  readonly user: string;
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  /** With the subresource: `volumes/status`. */
  readonly resource: string;
  readonly namespace: string | null;
  readonly granted: boolean;
}

const USERS = 'system:serviceaccounts';
/** The namespace of accounts that may ask as much as they like: nobody wants to know. */
export const UNNOTED = 'operators';
/** Nothing of what is written is noted, and nothing of the control plane's own accounts. A watch is
 *  noted when it begins. */
const POLICY = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'None', userGroups: [`${USERS}:kube-system`, `${USERS}:${UNNOTED}`] },
    { level: 'Metadata', userGroups: [USERS] },
    { level: 'None' },
  ],
};

/** Makes the API server note what service accounts ask for. @returns its flags */
export async function auditFlags(directory: string): Promise<Readonly<Record<string, string>>> {
  const policy = join(directory, 'audit-policy.yaml');
  await writeFile(policy, dump(POLICY));
  return { 'audit-policy-file': policy, 'audit-log-path': auditLog(directory) };
}

/** Where it notes them, in the control plane's folder. */
export const auditLog = (directory: string): string => join(directory, 'audit.log');

const Line = z.object({
  user: z.object({ username: z.string() }),
  verb: z.string(),
  objectRef: z
    .object({
      apiGroup: z.string().default(''),
      resource: z.string(),
      subresource: z.string().optional(),
      namespace: z.string().optional(),
    })
    .optional(),
  annotations: z.record(z.string(), z.string()).default({}),
});

/** What the user asked for so far. Questions that are about no resource, such as `/apis`, are left
 *  out: they need no rule of ours. */
export async function auditedRequests(
  log: string,
  user: string,
): Promise<readonly AuditedRequest[]> {
  const lines = (await readFile(log, 'utf8')).split('\n').slice(0, -1);
  return lines
    .flatMap((line) => requestIn(Line.parse(JSON.parse(line))))
    .filter((request) => request.user === user);
}

function requestIn({
  user,
  verb,
  objectRef,
  annotations,
}: z.infer<typeof Line>): readonly AuditedRequest[] {
  if (objectRef === undefined) return [];
  const { apiGroup, resource, subresource, namespace = null } = objectRef;
  return [
    {
      user: user.username,
      verb,
      group: apiGroup,
      resource: subresource === undefined ? resource : `${resource}/${subresource}`,
      namespace,
      granted: annotations['authorization.k8s.io/decision'] === 'allow',
    },
  ];
}
