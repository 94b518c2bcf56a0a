import { ADDRESSES_LENGTH_MAX } from '../../api/domains.ts';
import type { Rule } from '../../model/definition.ts';
import { namedOnce } from '../../model/spec-fields.ts';
import { NO_MARK } from '../../model/tags.ts';

/** A body of its own makes the domain: neither an import nor a copy. */
const MAKES_ONE =
  '(!has(self.import) || has(self.import.orCreate) && self.import.orCreate) && !has(self.source)';

const shortEnough = (list: 'masterIps' | 'axfrIps'): Rule => ({
  rule: `!has(self.${list}) || self.${list}.map(address, address.size()).sum() <= ${ADDRESSES_LENGTH_MAX}`,
  message: `spec.${list}: all addresses together have at most ${ADDRESSES_LENGTH_MAX} characters`,
});

/** What admission refuses beyond types, patterns and bounds. Source: dns#domains. */
export const RULES: readonly Rule[] = [
  NO_MARK,
  {
    rule: `has(self.type) || !(${MAKES_ONE})`,
    message: 'spec.type is needed to create a domain: master or slave',
  },
  {
    rule: `!has(self.type) || self.type != 'master' || has(self.soaEmail) || !(${MAKES_ONE})`,
    message: 'spec.soaEmail is needed for a master',
  },
  {
    rule: `!has(self.type) || self.type != 'slave' || (has(self.masterIps) ? self.masterIps.size() > 0 : !(${MAKES_ONE}))`,
    message: 'spec.masterIps: a slave needs at least one master to copy',
  },
  shortEnough('masterIps'),
  shortEnough('axfrIps'),
  {
    rule: '!has(self.source) || has(self.source.import) != has(self.source.cloneOf)',
    message: 'spec.source needs exactly one of import and cloneOf',
  },
  namedOnce('source.cloneOf.domainRef'),
  {
    rule: "!has(self.source) || !has(self.source.import) || !has(self.type) || self.type == 'master'",
    message:
      'spec.source.import makes a master: for a copy that follows a server use type slave and masterIps',
  },
];
