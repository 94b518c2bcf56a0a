import type { KubeObject, ObjectName } from '../../src/engine/ports/cluster.ts';
import { API_VERSION } from '../../src/model/group.ts';

type Metadata = KubeObject['metadata'];

/** Creates the object of a manifest as the API server does: the first generation, and the status
 *  default of the CRDs. */
export const newObject = (
  { kind, namespace, name }: ObjectName,
  spec: object,
  metadata: Partial<Metadata> & Pick<Metadata, 'uid' | 'creationTimestamp'>,
): KubeObject => ({
  apiVersion: API_VERSION,
  kind,
  metadata: { namespace, name, resourceVersion: '', generation: 1, ...metadata },
  spec,
  status: { observedGeneration: -1 },
});
