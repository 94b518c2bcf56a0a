import type { KubeFailure, Note } from '../engine/ports/cluster.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import { FIELD_MANAGER } from '../model/group.ts';
import type { KubeClient } from './api/client.ts';
import { type ApiFailure, unreadable } from './api/failures.ts';
import { isRecord } from './api/merge.ts';
import { apiVersionOf, CONFIG_MAPS } from './resources.ts';

/** Texts in the operator's own namespace, each in its own ConfigMap. */
export interface Notes {
  read(name: string): Promise<Result<Note, KubeFailure>>;
  write(name: string, text: string, previous: Note): Promise<Result<Note, KubeFailure>>;
}

const KEY = 'note';

/** @param namespace the operator's own */
export function createNotes(client: KubeClient, namespace: string): Notes {
  const placeOf = (name: string) => ({
    resource: CONFIG_MAPS,
    namespace,
    name: `${FIELD_MANAGER}-${name}`,
  });
  return {
    read: async (name) => {
      const there = await client.get(placeOf(name));
      return there.ok && there.value === null ? ok({ text: '', version: null }) : noteIn(there);
    },
    write: async (name, text, { version }) => {
      const place = placeOf(name);
      if (version !== null)
        return noteIn(
          await client.patch(place, {
            metadata: { resourceVersion: version },
            data: { [KEY]: text },
          }),
        );
      const { kind } = CONFIG_MAPS;
      const manifest = {
        apiVersion: apiVersionOf(CONFIG_MAPS),
        kind,
        metadata: { name: place.name, namespace },
        data: { [KEY]: text },
      };
      return noteIn(await client.create(CONFIG_MAPS, namespace, manifest));
    },
  };
}

/** Parses a note; an emptied one is an empty text. */
function noteIn(answer: Result<unknown, ApiFailure>): Result<Note, KubeFailure> {
  if (!answer.ok) return answer;
  const { metadata, data } = isRecord(answer.value) ? answer.value : {};
  const version = isRecord(metadata) ? metadata['resourceVersion'] : undefined;
  if (typeof version !== 'string') return fail(unreadable('a ConfigMap without resourceVersion'));
  const text = isRecord(data) ? data[KEY] : undefined;
  return ok({ text: typeof text === 'string' ? text : '', version });
}
