import { z } from 'zod';
import type { AuditedRequest } from '../../../local/controlplane/audit.ts';
import { custodyMarks } from '../../../src/model/group.ts';
import type { Installation } from '../installation.ts';
import { soon } from '../soon.ts';

/** Deletes the namespace's own token while it is in custody: the operator then reads whether the
 *  namespace is terminating. */
export async function takeTokenAway(
  at: Installation,
  volume: string,
  asked: () => Promise<readonly AuditedRequest[]>,
): Promise<void> {
  const { api, namespace } = at.objects;
  const path = `/api/v1/namespaces/${namespace}/secrets/cloudinfra-credentials`;
  const finalizers = async (): Promise<readonly string[]> =>
    HeldSecret.parse((await api.request('GET', path)).body).metadata.finalizers;
  const { finalizer } = custodyMarks(null);
  await at.objects.secret('cloudinfra-credentials', { token: at.service.tokens.admin });
  await at.objects.annotate('Volume', volume, { 'example.com/look': 'now' });
  await soon('custody of the token', async () => {
    const held = await finalizers();
    return { done: held.includes(finalizer) || null, seen: held.join() };
  });
  const earlier = (await asked()).length;
  await api.request('DELETE', path);
  await soon('a question about the namespace', async () => {
    const requests = (await asked()).slice(earlier);
    return {
      done: requests.some(({ resource }) => resource === 'namespaces') || null,
      seen: `${requests.length} requests`,
    };
  });
}

const HeldSecret = z.object({
  metadata: z.object({ finalizers: z.array(z.string()).default([]) }),
});
