import { canonicalAddress } from '../../../model/address.ts';
import { leadsToHost } from './uses.ts';

const bare = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** A host name as it is sent and compared: below its domain, "" for the domain itself. Source:
 *  dns#stored-forms.
 *  @param zone name of the domain; "" where it is not known */
export function nameWithin(zone: string, name: string): string {
  const [plain, origin] = [bare(name), bare(zone)];
  if (plain === '@' || (plain === origin && origin !== '')) return '';
  return origin !== '' && plain.endsWith(`.${origin}`) ? plain.slice(0, -origin.length - 1) : plain;
}

/** A host as a target, as it is sent: one label is a host of the domain, unless the period behind
 *  it says that it is whole. Source: dns#stored-forms. */
function hostWithin(zone: string, target: string): string {
  const plain = bare(target);
  if (plain === '' || plain.includes('.')) return plain;
  if (target.endsWith('.')) return `${plain}.`;
  return zone === '' ? plain : `${plain}.${bare(zone)}`;
}

const unquoted = (text: string): string => /^"([^"]*)"$/s.exec(text)?.[1] ?? text;

/** A target as it is sent. Source: dns#stored-forms. */
export function targetToSend(type: string, zone: string, target: string): string {
  if (type === 'A' || type === 'AAAA')
    return canonicalAddress(target.split('/')[0] ?? '') ?? target;
  if (leadsToHost(type)) return hostWithin(zone, target);
  if (type === 'TXT') return unquoted(target);
  return target.includes(':') ? target : target.toLowerCase();
}

/** A target as it is compared, be it wished or stored: the period behind a host does not count. */
export const comparable = (type: string, target: string): string =>
  leadsToHost(type) ? bare(target) : targetToSend(type, '', target);

/** The name of a service, or of its protocol, without what the service puts around it. Source:
 *  dns#stored-forms. */
export const withoutUnderscore = (word: string): string =>
  word.replace(/^_/, '').replace(/\.$/, '');
