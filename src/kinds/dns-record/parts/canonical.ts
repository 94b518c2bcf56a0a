import { canonicalAddress } from '../../../model/address.ts';
import { leadsToHost } from './uses.ts';

const bare = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** Returns the canonical form of a host name: relative to its domain, "" for the domain itself.
 *  Source: dns#stored-forms.
 *  @param zone name of the domain; "" where it is unknown */
export function nameWithin(zone: string, name: string): string {
  const [plain, origin] = [bare(name), bare(zone)];
  if (plain === '@' || (plain === origin && origin !== '')) return '';
  return origin !== '' && plain.endsWith(`.${origin}`) ? plain.slice(0, -origin.length - 1) : plain;
}

/** Returns the canonical form of a host as a target: one label is a host of the domain, unless a
 *  trailing period marks it as complete. Source: dns#stored-forms. */
function hostWithin(zone: string, target: string): string {
  const plain = bare(target);
  if (plain === '' || plain.includes('.')) return plain;
  if (target.endsWith('.')) return `${plain}.`;
  return zone === '' ? plain : `${plain}.${bare(zone)}`;
}

const unquoted = (text: string): string => /^"([^"]*)"$/s.exec(text)?.[1] ?? text;

/** Returns a target in the form to send. Source: dns#stored-forms. */
export function targetToSend(type: string, zone: string, target: string): string {
  if (type === 'A' || type === 'AAAA')
    return canonicalAddress(target.split('/')[0] ?? '') ?? target;
  if (leadsToHost(type)) return hostWithin(zone, target);
  if (type === 'TXT') return unquoted(target);
  return target.includes(':') ? target : target.toLowerCase();
}

/** Returns a target, desired or stored, in the form for comparison, without the trailing period of
 *  a host. */
export const comparable = (type: string, target: string): string =>
  leadsToHost(type) ? bare(target) : targetToSend(type, '', target);

/** Removes the decoration of the service from the name of a service or protocol. Source:
 *  dns#stored-forms. */
export const withoutUnderscore = (word: string): string =>
  word.replace(/^_/, '').replace(/\.$/, '');
