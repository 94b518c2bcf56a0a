import { API_VERSION } from '../../src/model/group.ts';
import type { KubeApi } from '../controlplane/kubeapi.ts';
import type { Example } from './examples.ts';
import { CloudObjects, type Row, rowOf, shownName } from './row.ts';

/** The watched objects: of these kinds, in every namespace. */
export interface Watched {
  readonly api: Pick<KubeApi, 'request'>;
  readonly kinds: readonly { readonly kind: string; readonly plural: string }[];
  /** Time at which the objects were applied, in milliseconds since the epoch. */
  readonly sinceMs: number;
  /** Called after every read. @param elapsedMs since the objects were applied */
  readonly onRows: (rows: readonly Row[], elapsedMs: number) => void;
}

export interface Readiness {
  readonly type: 'ready' | 'late';
  readonly rows: readonly Row[];
  readonly tookMs: number;
}

const LOOK_MS = 250;

/** Polls until all expected objects are Ready, or the timeout. Retries while the API server does
 *  not answer. */
export async function untilReady(
  watched: Watched,
  expected: readonly Example[],
  timeoutMs: number,
): Promise<Readiness> {
  let rows: readonly Row[] = expected.map(pendingRow);
  for (;;) {
    rows = withPending(await listRows(watched, rows), expected);
    const tookMs = Date.now() - watched.sinceMs;
    watched.onRows(rows, tookMs);
    if (rows.length > 0 && rows.every(({ mood }) => mood === 'ready'))
      return { type: 'ready', rows, tookMs };
    if (tookMs >= timeoutMs) return { type: 'late', rows, tookMs };
    await pause(LOOK_MS);
  }
}

/** Polls for ever. */
export async function keepWatching(watched: Watched): Promise<never> {
  let rows: readonly Row[] = [];
  for (;;) {
    rows = await listRows(watched, rows);
    watched.onRows(rows, Date.now() - watched.sinceMs);
    await pause(LOOK_MS);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Returns the current objects by kind and name; the previous ones of a kind that could not be
 *  listed. */
async function listRows({ api, kinds }: Watched, before: readonly Row[]): Promise<readonly Row[]> {
  const listed = await Promise.all(
    kinds.map(async ({ kind, plural }) => {
      const answer = await api.request('GET', `/apis/${API_VERSION}/${plural}`).catch(() => null);
      if (answer?.status !== 200) return before.filter((row) => row.kind === kind);
      return CloudObjects.parse(answer.body)
        .items.map((object) => rowOf(kind, object))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    }),
  );
  return listed.flat();
}

/** Adds a row for each expected object that does not exist yet. */
function withPending(rows: readonly Row[], expected: readonly Example[]): readonly Row[] {
  const missing = expected
    .map(pendingRow)
    .filter(({ kind, name }) => !rows.some((row) => row.kind === kind && row.name === name));
  return [...rows, ...missing];
}

const pendingRow = ({ kind, namespace, name }: Example): Row => ({
  kind,
  name: shownName(namespace, name),
  state: '',
  ready: '',
  message: '',
  mood: 'working',
});
