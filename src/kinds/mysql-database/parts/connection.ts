import { decodeBase64 } from '../../../model/base64.ts';
import { Secret } from '../../../model/secret.ts';
import type { Observed } from '../types.ts';

/** Builds the connection data for the database's Secret: complete, or null while a part is missing,
 *  so that an existing Secret is never emptied. Source: databases#hosts-and-certificate;
 *  databases#credentials. */
export function connectionSecret({
  item,
  details,
}: Observed): Readonly<Record<string, Secret>> | null {
  const { credentials, ssl } = details;
  const host = item.hosts.primary;
  const certificate = decodeBase64(ssl?.ca_certificate ?? '') ?? '';
  if (!credentials || !host || certificate === '') return null;
  const { username, password } = credentials;
  const contents = {
    host,
    port: String(item.port),
    username,
    password,
    'ca.crt': certificate,
    uri: `mysql://${escaped(username)}:${escaped(password)}@${host}:${item.port}`,
  };
  return Object.fromEntries(
    Object.entries(contents).map(([key, value]) => [key, new Secret(value)]),
  );
}

const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());
