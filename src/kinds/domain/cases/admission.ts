import { refusals } from '../../../model/case.ts';

const times = (count: number, one: string): readonly string[] => Array.from({ length: count }, () => one);
const copied = (source: object) => ({ type: undefined, soaEmail: undefined, source });
const LONG = '2001:db8:1111:1111:1111:1111:1111:1111';
const foreignMark = 'k8s:00000000-0000-0000-0000-000000000000';

/** What admission refuses of a Domain. */
export const domainAdmission = refusals([
  ['a name is not empty', 'dns#domains', 'schema', { domain: '' }, 'spec.domain'],
  ['a name has at most 253 characters', 'dns#domains', 'schema', { domain: `${'a.'.repeat(126)}org` }, 'spec.domain'],
  ['a label of a name has at most 63 characters', 'dns#domains', 'schema', { domain: `${'a'.repeat(64)}.org` }, 'spec.domain'],
  ['a name has no empty label', 'dns#domains', 'schema', { domain: 'example..org' }, 'spec.domain'],
  ['a name has no other characters', 'dns#domains', 'schema', { domain: 'exa mple.org' }, 'spec.domain'],
  ['a type is one of two', 'dns#domains', 'schema', { type: 'native' }, 'spec.type'],
  ['a domain that is made has a type', 'dns#domains', 'CEL', { type: undefined }, 'spec.type is needed to create a domain'],
  ['a master has a mail address', 'dns#domains', 'CEL', { soaEmail: undefined }, 'spec.soaEmail is needed for a master'],
  ['a mail address is one', 'dns#domains', 'schema', { soaEmail: 'hostmaster' }, 'spec.soaEmail'],
  ['a mail address has no two periods in a row', 'dns#domains', 'schema', { soaEmail: 'host..master@example.org' }, 'spec.soaEmail'],
  ['a slave has a master', 'dns#domains', 'CEL', { type: 'slave' }, 'spec.masterIps: a slave needs at least one master to copy'],
  ['a slave has a master, not none', 'dns#domains', 'CEL', { type: 'slave', masterIps: [] }, 'spec.masterIps: a slave needs at least one'],
  ['a master to copy is an address', 'dns#domains', 'schema', { masterIps: ['ns1.example.org'] }, 'spec.masterIps[0]'],
  ['who may transfer is an address', 'dns#domains', 'schema', { axfrIps: ['198.51.100.0/24'] }, 'spec.axfrIps[0]'],
  ['masters have at most 1000 characters', 'dns#domains', 'CEL', { masterIps: times(28, LONG) }, 'spec.masterIps: all addresses together'],
  ['transfers have at most 1000 characters', 'dns#domains', 'CEL', { axfrIps: times(28, LONG) }, 'spec.axfrIps: all addresses together'],
  ['a status is one of two', 'dns#domains', 'schema', { status: 'edit_mode' }, 'spec.status'],
  ['a description is not empty', 'dns#domains', 'schema', { description: '' }, 'spec.description'],
  ['a description has at most 253 characters', 'dns#domains', 'schema', { description: 'a'.repeat(254) }, 'spec.description'],
  ['a group is not empty', 'dns#domains', 'schema', { group: '' }, 'spec.group'],
  ['a group has at most 50 characters', 'dns#domains', 'schema', { group: 'a'.repeat(51) }, 'spec.group'],
  ['a time is not negative', 'dns#times', 'schema', { ttlSec: -1 }, 'spec.ttlSec'],
  ['a time is no longer than the longest', 'dns#times', 'schema', { expireSec: 2_419_201 }, 'spec.expireSec'],
  ['a time is a whole number', 'dns#times', 'schema', { refreshSec: 300.5 }, 'spec.refreshSec'],
  ['a tag has three characters', 'tags#assign', 'schema', { tags: ['ab'] }, 'spec.tags[0]'],
  ['a mark is no tag for people', null, 'CEL', { tags: [foreignMark] }, 'spec.tags: tags that begin with k8s: belong to the operator'],
  ['a source is one', null, 'CEL', copied({}), 'spec.source needs exactly one of import and cloneOf'],
  [
    'a source is not two',
    null,
    'CEL',
    copied({ import: { remoteNameserver: 'ns1.example.net' }, cloneOf: { domainId: 5 } }),
    'spec.source needs exactly one of import and cloneOf',
  ],
  ['an import names its server', 'dns#import-and-clone', 'schema', copied({ import: {} }), 'spec.source.import.remoteNameserver'],
  ['a copy has a source', null, 'CEL', copied({ cloneOf: {} }), 'spec.source.cloneOf needs exactly one of'],
  [
    'a copy has one source',
    null,
    'CEL',
    copied({ cloneOf: { domainRef: { name: 'a' }, domainId: 5 } }),
    'spec.source.cloneOf needs exactly one of',
  ],
  [
    'an import is no slave',
    'dns#import-and-clone',
    'CEL',
    { ...copied({ import: { remoteNameserver: 'ns1.example.net' } }), type: 'slave', masterIps: ['198.51.100.1'] },
    'spec.source.import makes a master',
  ],
  ['a field that nobody knows is refused', null, 'schema', { zone: 'example.org' }, 'zone'],
]);
