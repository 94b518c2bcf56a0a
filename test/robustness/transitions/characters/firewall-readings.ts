import { type Surroundings, shortest } from '../character.ts';
import { selectedBy } from './selected.ts';

/** Returns the ids of the instances that a spec names in any way. */
const wanted = (at: Surroundings, spec: Readonly<Record<string, unknown>>): readonly number[] => {
  const refs = (spec['instanceRefs'] ?? []) as readonly {
    readonly name?: string;
    readonly id?: number;
  }[];
  const selector = spec['instanceSelector'];
  const selected = selector === undefined ? [] : selectedBy(selector as object, at.instances());
  const ids = [...refs.flatMap(({ name }) => name ?? []), ...selected].map((name) =>
    at.idOf(`Instance/${name}`),
  );
  return [...new Set([...ids, ...refs.flatMap(({ id }) => id ?? [])])].toSorted((a, b) => a - b);
};

/** The instances of a firewall. */
export const devices = {
  field: 'devices',
  as: (_: never, at: Surroundings, spec: Readonly<Record<string, unknown>>) => wanted(at, spec),
  of: (ids: readonly number[]) => ids.toSorted((a, b) => a - b),
} as const;

interface RuleRow {
  readonly ports?: string;
  readonly label?: string;
  readonly description?: string;
  readonly addresses?: { readonly ipv4?: readonly string[]; readonly ipv6?: readonly string[] };
  readonly [field: string]: unknown;
}

/** Returns the number that an address stands for. */
function numberOf(address: string): bigint {
  if (!address.includes(':'))
    return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = [], tail = []] = shortest(address)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].reduce(
    (sum, group) => sum * 65_536n + BigInt(`0x${group}`),
    0n,
  );
}

/** Returns networks as numbers, without the bits of the hosts in them. */
const networks = (list: readonly string[] | undefined, bits: number): readonly string[] =>
  (list ?? [])
    .map((one) => {
      const [address = '', size = String(bits)] = one.split('/');
      return `${numberOf(address) >> BigInt(bits - Number(size))}/${size}`;
    })
    .toSorted();

/** Normalizes a rule: ports and addresses are sets; an address without a mask is one host, and one
 *  with a mask the network around it. Source: firewalls#rules; firewalls#ports. */
export const plainRule = ({
  ports = '',
  addresses = {},
  action,
  protocol,
  label = '',
  description = '',
}: RuleRow): unknown => [
  action,
  protocol,
  ports.split(/, ?/).toSorted(),
  networks(addresses.ipv4, 32),
  networks(addresses.ipv6, 128),
  label,
  description,
];

export interface RulesRow {
  readonly inbound?: readonly RuleRow[] | null;
  readonly outbound?: readonly RuleRow[] | null;
  readonly inbound_policy: string;
  readonly outbound_policy: string;
}

export interface RulesSpec {
  readonly inbound?: readonly RuleRow[];
  readonly outbound?: readonly RuleRow[];
  readonly inboundPolicy?: string;
  readonly outboundPolicy?: string;
}
