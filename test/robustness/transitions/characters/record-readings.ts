import { type Character, type Surroundings, shortest } from '../character.ts';
import { stored } from './domain.ts';

/** Normalizes a name without its zone, and a host with it. Source: dns#stored-forms. */
const within = (name: string): string =>
  name === '@' ? '' : name.toLowerCase().replace(/\.?((home|zone)\.example)?\.?$/, '');
const host = (name: string): string => {
  const plain = name.toLowerCase().replace(/\.$/, '');
  return plain === '' || plain.includes('.') ? plain : `${plain}.home.example`;
};

const HOSTS = ['NS', 'MX', 'CNAME', 'SRV'];

/** Normalizes a target. The domain of a CAA record has no case, unlike the path of its site and the
 *  mailbox. */
function plainTarget(type: string, target: string): string {
  if (HOSTS.includes(type)) return host(target);
  if (type === 'AAAA') return shortest(target);
  return type === 'CAA' && /^[^:@]+$/.test(target) ? target.toLowerCase() : target;
}

/** Returns the readings of a record of a type. Source: dns#records. */
export const readsOf = (type: string): Character['reads'] => ({
  type: { field: 'type' },
  name: { field: 'name', as: within, of: within },
  target: {
    field: 'target',
    as: (target: string) => plainTarget(type, target),
    of: (target: string) => plainTarget(type, target),
    moves: ['priority'],
  },
  targetFrom: {
    field: 'target',
    as: (
      { instanceRef }: { readonly instanceRef: { readonly name: string } },
      { rowOf }: Surroundings,
    ) => {
      const { ipv4 = [], ipv6 } = rowOf(`Instance/${instanceRef.name}`);
      return type === 'A'
        ? (ipv4 as readonly string[])[0]
        : shortest(String(ipv6).split('/')[0] ?? '');
    },
  },
  ttlSec: { field: 'ttl_sec', as: stored },
  priority: { field: 'priority' },
  weight: { field: 'weight' },
  port: { field: 'port' },
  service: { field: 'service', of: plainWord, as: plainWord, moves: ['name'] },
  protocol: { field: 'protocol', of: plainWord, as: plainWord, moves: ['name'] },
  tag: { field: 'tag' },
});

const plainWord = (word: string | null): string =>
  (word ?? '').replace(/^_/, '').replace(/\.$/, '').toLowerCase();
