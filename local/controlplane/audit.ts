import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dump } from 'js-yaml';
import { z } from 'zod';

/** A request in the API server's audit log, with its user and decision. */
export interface AuditedRequest {
  readonly user: string;
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  /** The resource with its subresource: `volumes/status`. */
  readonly resource: string;
  readonly namespace: string | null;
  readonly granted: boolean;
}

const USERS = 'system:serviceaccounts';
/** Namespace of service accounts that are not audited. */
export const UNNOTED = 'operators';
/** Audit policy: metadata only, without the control plane's own accounts. A watch is logged at its
 *  start. */
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

/** Enables the audit log for requests of service accounts. @returns the API server's flags */
export async function auditFlags(directory: string): Promise<Readonly<Record<string, string>>> {
  const policy = join(directory, 'audit-policy.yaml');
  await writeFile(policy, dump(POLICY));
  return { 'audit-policy-file': policy, 'audit-log-path': auditLog(directory) };
}

/** Returns the audit log in the control plane's folder. */
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

/** Returns the requests of the user so far. Omits requests without a resource, such as `/apis`,
 *  which need no rule. */
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
