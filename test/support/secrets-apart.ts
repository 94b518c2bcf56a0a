import type { SecretDraft } from '../../src/engine/ports/cluster.ts';
import { SECRET_LABEL } from '../../src/model/group.ts';
import { secretTitle } from '../../src/model/object-key.ts';
import { asRecord } from '../../src/model/parse.ts';
import type { MemoryCluster } from './memory-cluster.ts';
import type { Watch } from './watch.ts';
import type { Ports } from './world-options.ts';

/** Checks that connection data of an item are written only into namespaces of its holders. A status
 *  that another writer changed does not make its object a holder. */
export function keepSecretsApart(cluster: () => MemoryCluster): Required<Watch> {
  const breaches: string[] = [];
  const note = ({ namespace, name, labels }: SecretDraft): void => {
    const [id, kind] = [labels[SECRET_LABEL.id], labels[SECRET_LABEL.kind]];
    if (id === undefined || kind === undefined) return;
    const holders = cluster()
      .all(kind)
      .filter((one) => String(asRecord(one.status)['id']) === id && !cluster().wasSpoilt(one));
    const inside = new Set(holders.map(({ metadata }) => metadata.namespace));
    if (holders.length > 0 && !inside.has(namespace))
      breaches.push(
        `${secretTitle({ namespace, name })} gets the data of ${kind} ${id}, which is held in ${[...inside].join(' and ')}`,
      );
  };
  const between = ({ cloud, cluster: there }: Ports): Ports => ({
    cloud,
    cluster: {
      ...there,
      putSecret: (draft, previous) => {
        note(draft);
        return there.putSecret(draft, previous);
      },
    },
  });
  return { breaches, between };
}
