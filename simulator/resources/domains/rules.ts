import * as z from 'zod';
import {
  ADDRESSES_LENGTH_MAX,
  DomainClone,
  DomainCreate,
  DomainImport,
  DomainUpdate,
} from '../../../src/api/domains.ts';
import type { Problem, Refusal } from '../../core/reply.ts';
import type { World } from '../../core/world.ts';
import { canonicalAddress } from '../addresses/notation.ts';
import { isZoneName } from './names.ts';
import type { DomainRow } from './table.ts';

const lists = {
  master_ips: z.array(z.string()).optional(),
  axfr_ips: z.array(z.string()).optional(),
};
const domain = z.string();

/** Body schemas. The contract defines types and lengths; the rules follow here. */
export const bodies = {
  create: z.strictObject({ ...DomainCreate.shape, ...lists, domain }),
  update: z.strictObject({ ...DomainUpdate.shape, ...lists, domain: domain.optional() }),
  import: z.strictObject({ ...DomainImport.shape, domain }),
  clone: z.strictObject({ ...DomainClone.shape, domain }),
} as const;

const wrong = (field: string, reason: string): readonly Problem[] => [{ reason, field }];

/** Source: dns#domains. */
const nameProblems = (world: World, name: string): readonly Problem[] =>
  isZoneName(world, name) ? [] : wrong('domain', 'Domain is not valid.');

/** Source: dns#domains. */
const listProblems = (
  field: 'master_ips' | 'axfr_ips',
  addresses: readonly string[],
): readonly Problem[] => [
  ...addresses.flatMap((address, index) =>
    canonicalAddress(address) === undefined
      ? wrong(`${field}[${index}]`, 'Invalid IP address')
      : [],
  ),
  ...(addresses.join('').length > ADDRESSES_LENGTH_MAX
    ? wrong(field, `Length must be 0-${ADDRESSES_LENGTH_MAX} characters`)
    : []),
];

/** Checks a master domain's contact address, and a slave domain's masters. Source: dns#domains. */
const typeProblems = ({ type, soa_email, master_ips }: DomainRow): readonly Problem[] => {
  if (type === 'master')
    return soa_email === '' ? wrong('soa_email', 'soa_email required when type=master') : [];
  const reason = 'You need at least one master DNS server IP address for this zone.';
  return master_ips.length === 0 ? wrong('master_ips', reason) : [];
};

/** Returns the refusal of an invalid domain. */
export const domainRefused = (world: World, row: DomainRow): Refusal | undefined => {
  const problems = [
    ...nameProblems(world, row.domain),
    ...typeProblems(row),
    ...listProblems('master_ips', row.master_ips),
    ...listProblems('axfr_ips', row.axfr_ips),
  ];
  return problems.length === 0 ? undefined : { kind: 'refused', status: 400, problems };
};
