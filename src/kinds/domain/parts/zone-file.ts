import { type Domain, domains, ZoneFile } from '../../../api/domains.ts';
import type { Read } from '../../../model/request.ts';

const ZoneText = ZoneFile.transform(({ zone_file }) =>
  zone_file.length === 0 ? null : `${zone_file.join('\n')}\n`,
);

/** Reads the zone on the nameservers as lines of text; null until it is rendered, some minutes
 *  after a change. Source: dns#zone-file. */
export const zoneFileOf = (_: unknown, { id }: Domain): Read<string | null> => ({
  path: domains.zoneFile.path.replace('{domainId}', String(id)),
  schema: ZoneText,
  paged: false,
});
