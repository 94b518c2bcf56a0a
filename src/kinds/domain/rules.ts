import { ADDRESSES_LENGTH_MAX } from '../../api/domains.ts';
import type { Rule } from '../../model/definition.ts';
import { namedOnce } from '../../model/spec-fields.ts';
import { NO_MARK } from '../../model/tags.ts';

/** True where the create has a body of its own: neither an import nor a copy. */
const MAKES_ONE =
  '(!has(self.import) || has(self.import.orCreate) && self.import.orCreate) && !has(self.source)';

const shortEnough = (list: 'masterIps' | 'axfrIps'): Rule => ({
  rule: `!has(self.${list}) || self.${list}.map(address, address.size()).sum() <= ${ADDRESSES_LENGTH_MAX}`,
  field: list,
  message: `must have at most ${ADDRESSES_LENGTH_MAX} characters in all addresses together`,
});

/** Builds the rule that a source of a kind has its member, and no other source has it. */
const sourceWith = (kind: string, member: string): Rule => ({
  rule: `!has(self.source) || (self.source.kind == '${kind}') == has(self.source.${member})`,
  field: `source.${member}`,
  message: `must be set if and only if kind is ${kind}`,
});

/** Admission rules beyond types, patterns and bounds. Source: dns#domains. */
export const RULES: readonly Rule[] = [
  NO_MARK,
  {
    rule: `has(self.type) || !(${MAKES_ONE})`,
    field: 'type',
    message: 'must be set to create a domain: master or slave',
  },
  {
    rule: `!has(self.type) || self.type != 'master' || has(self.soaEmail) || !(${MAKES_ONE})`,
    field: 'soaEmail',
    message: 'must be set for a master',
  },
  {
    rule: `!has(self.type) || self.type != 'slave' || (has(self.masterIps) ? self.masterIps.size() > 0 : !(${MAKES_ONE}))`,
    field: 'masterIps',
    message: 'must have at least one address for a slave',
  },
  shortEnough('masterIps'),
  shortEnough('axfrIps'),
  sourceWith('Domain', 'domainRef'),
  sourceWith('Nameserver', 'remoteNameserver'),
  namedOnce('source.domainRef'),
  {
    rule: "!has(self.source) || self.source.kind != 'Nameserver' || !has(self.type) || self.type == 'master'",
    field: 'source.kind',
    message: 'must not be Nameserver for a slave: use masterIps for a slave',
  },
];
