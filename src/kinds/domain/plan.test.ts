import { expect, test } from 'vitest';
import { CASE_MARK } from '../../model/case.ts';
import { describe as line } from '../../model/step.ts';
import { domainCases } from './cases/index.ts';
import { domain } from './index.ts';
import { createDomain } from './plan.ts';
import type { DomainSpec } from './spec.ts';

const linesOf = (spec: Partial<DomainSpec>): readonly string[] =>
  createDomain(
    { spec: { domain: 'example.org', ...spec }, name: 'example', mark: CASE_MARK, secrets: {} },
    [],
  ).map(line);

test.each<[string, Partial<DomainSpec>, string]>([
  [
    'whose name is none',
    { domain: 'no domain' },
    'refuse spec.domain: is required to create a domain, and must be a domain name',
  ],
  [
    'that is neither master nor slave',
    {},
    'refuse spec.type: is required to create a domain: master or slave',
  ],
  [
    'that is a master without a mailbox',
    { type: 'master' },
    'refuse spec.soaEmail: is required for a master',
  ],
  [
    'that is a slave without a master',
    { type: 'slave' },
    'refuse spec.masterIps: a slave needs at least one master to copy',
  ],
  [
    'that is a slave of no master',
    { type: 'slave', masterIps: [] },
    'refuse spec.masterIps: a slave needs at least one master to copy',
  ],
])('a domain %s is refused', (_, spec, message) => {
  expect(linesOf(spec)).toEqual([message]);
});

test.each<[string, Partial<DomainSpec>]>([
  ['a master with a mailbox', { type: 'master', soaEmail: 'admin@example.org' }],
  ['a slave with a master', { type: 'slave', masterIps: ['198.51.100.1'] }],
])('%s is made', (_, spec) => {
  expect(linesOf(spec)).toEqual([expect.stringMatching(/^Create \(POST \/domains\)/)]);
});

test.each<[string, Partial<DomainSpec>, string]>([
  [
    'of another type than its source is refused',
    { type: 'slave' },
    'refuse spec.type: a copy has the type of its source, and domain 5 is a master',
  ],
  [
    'of the type of its source is made',
    { type: 'master' },
    'Clone (POST /domains/5/clone) domain: example.org',
  ],
  ['without a type is made', {}, 'Clone (POST /domains/5/clone) domain: example.org'],
])('a copy %s', (_, spec, message) => {
  const copy = {
    domain: 'example.org',
    source: { kind: 'Domain' as const, domainRef: { id: 5 } },
    ...spec,
  };
  const source = domain.item.parse({
    ...domainCases.item,
    id: 5,
    domain: 'source.example.org',
    type: 'master',
  });
  expect(
    createDomain({ spec: copy, name: 'example', mark: CASE_MARK, secrets: {} }, [source]).map(line),
  ).toEqual([message]);
});
