import { asRecord } from '../../../src/model/parse.ts';
import type { Installation } from '../installation.ts';
import { soon } from '../soon.ts';

/** Extends a zone beyond the space for its zone file in the status. */
export async function lengthenZone(at: Installation, domain: string): Promise<void> {
  const id = (await at.objects.get('Domain', domain))?.status.id;
  for (let number = 0; number < 60; number++) {
    await at.service.call('POST', `/domains/${id}/records`, {
      type: 'TXT',
      name: `long-${number}`,
      target: 'x'.repeat(200),
    });
  }
  await soon('the zone file', async () => {
    const text = JSON.stringify((await at.service.call('GET', `/domains/${id}/zone-file`)).body);
    return { done: text.includes('long-59') || null, seen: text };
  });
}

/** Requests the zone file of a domain with an Operation. */
export async function askForZoneFile(
  at: Installation,
  domain: string,
  operation: string,
  extra: object = {},
): Promise<void> {
  const target = { kind: 'Domain', name: domain };
  await at.objects.apply('Operation', operation, { target, verb: 'ReadZoneFile', ...extra });
}

/** Resolves when the requested zone file is in a ConfigMap. */
export async function zoneFileTold(at: Installation, operation: string): Promise<void> {
  await at.objects.until(
    'Operation',
    operation,
    'the answer in a ConfigMap',
    ({ status }) => asRecord(status['answer'])['configMap'] === operation,
  );
}
