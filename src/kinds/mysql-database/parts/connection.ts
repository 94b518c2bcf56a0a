import { decodeBase64 } from '../../../model/base64.ts';
import { Secret } from '../../../model/secret.ts';
import type { Observed } from '../types.ts';

/** How to connect, for the Secret of the database: whole, or null while a part of it is missing, so
 *  that what is there is never emptied. Source: databases#hosts-and-certificate;
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
