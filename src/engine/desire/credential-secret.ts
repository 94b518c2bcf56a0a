import { SECRET_LABEL } from '../../model/group.ts';
import type { SecretRecord } from '../ports/cluster.ts';
import { DEFAULT_SECRET } from '../term/custody.ts';

/** Returns the reason that a Secret is no credential, as a clause; null when it is one. A Secret
 *  for another purpose is never sent to the service. */
export function unfitness({ name, type, labels, contents }: SecretRecord): string | null {
  if (KUBERNETES_TYPE.test(type))
    return `is of type ${type}, and the operator never sends its token: use a Secret of type Opaque`;
  const { length } = contents['token']?.reveal() ?? '';
  if (length > LONGEST_TOKEN)
    return `has a token of ${length} characters, and at most ${LONGEST_TOKEN} are allowed`;
  if (name === DEFAULT_SECRET || labels[SECRET_LABEL.credentials] === 'true') return null;
  return `is not labelled as a credential: add the label ${SECRET_LABEL.credentials}: "true" to it`;
}

/** Types that Kubernetes defines: tokens of service accounts and nodes, certificates,
 *  registries. */
const KUBERNETES_TYPE = /(?:^|\.)kubernetes\.io\//;

/** Limit of a request header. */
const LONGEST_TOKEN = 8_192;
