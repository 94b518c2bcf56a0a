import type { Stage, StageResponse } from './stage.ts';

/** An event for a client. */
export interface ServiceEvent {
  readonly id: number;
  readonly action: string;
  readonly status: string;
  readonly entity: { readonly id: number | string; readonly type: string } | null;
}

/** Milliseconds between two polls of a client. */
const POLL_MS = 3000;

/** Maximum number of polls: a quarter of an hour. */
const POLLS_MAX = 300;

/** Repeats a call over time until the expected answer; undefined when it never arrives. */
export const poll = <T>(
  stage: Stage,
  ask: () => T,
  isAwaited: (answer: T) => boolean,
): T | undefined => {
  for (let count = 0; count < POLLS_MAX; count += 1) {
    const answer = ask();
    if (isAwaited(answer)) return answer;
    stage.pass(POLL_MS);
  }
  return undefined;
};

/** Returns the newest events that match a filter, first page. */
export const newest = (stage: Stage, filter: object): readonly ServiceEvent[] =>
  stage
    .call('GET', '/account/events?page=1', undefined, {
      filter: { '+order_by': 'created', '+order': 'desc', ...filter },
    })
    .at('data') as readonly ServiceEvent[];

/** Waits as clients do for the end of work: the event of an action on an item since a time.
 *  @returns its last status, or `none` */
export const outcomeOf = (
  stage: Stage,
  wanted: {
    readonly id: number;
    readonly type: string;
    readonly action: string;
    readonly since: string;
  },
): string => {
  const { id, type, action, since } = wanted;
  const filter = { action, created: { '+gte': since }, 'entity.id': id, 'entity.type': type };
  const over = poll(
    stage,
    () => newest(stage, filter)[0]?.status ?? 'none',
    (status) => status === 'finished' || status === 'failed',
  );
  return over ?? 'none';
};

/** Waits until no event of an item is scheduled or started. */
export const untilFree = (stage: Stage, id: number): void => {
  const isOpen = ({ status }: ServiceEvent): boolean =>
    status === 'scheduled' || status === 'started';
  poll(
    stage,
    () => newest(stage, { 'entity.id': id, 'entity.type': 'compute' }).some(isOpen),
    (isBusy) => !isBusy,
  );
};

const isBusy = (response: StageResponse): boolean =>
  response.status === 400 && /\bbusy\.?$/i.test(String(response.at('errors', 0, 'reason')));

/** Repeats a request while it is refused as busy. */
export const insist = (stage: Stage, method: string, path: string, body?: unknown): StageResponse =>
  poll(
    stage,
    () => stage.call(method, path, body),
    (response) => !isBusy(response),
  ) ?? stage.call(method, path, body);

/** Returns the ids of all rows of a list, page by page. */
export const everyId = (stage: Stage, path: string, size: number): readonly unknown[] => {
  const ids: unknown[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const response = stage.call('GET', `${path}?page=${page}&page_size=${size}`);
    ids.push(...(response.at('data') as readonly { readonly id: unknown }[]).map(({ id }) => id));
    pages = Number(response.at('pages'));
  }
  return ids;
};
