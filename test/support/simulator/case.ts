import { expect, test } from 'vitest';
import type { Dialect } from '../../../simulator/core/world.ts';
import { type Manner, openStage, type Stage, type StageResponse } from './stage.ts';

type Called = readonly [method: string, path: string, body?: unknown, manner?: Manner];

/** One row: the state, the request, the answer. Problems: "field: reason", or the reason alone. */
export interface Case {
  readonly name: string;
  readonly dialect?: Dialect;
  /** Prepares the state; its result, usually an id, is passed to `call`. */
  readonly given?: (stage: Stage) => number;
  readonly call: (id: number, stage: Stage) => Called;
  /** Default 200. */
  readonly status?: number;
  readonly problems?: readonly string[];
  /** A part of the body. */
  readonly has?: object;
  /** Checks the state afterwards. */
  readonly afterwards?: (stage: Stage, id: number) => void;
}

const problemsIn = (body: unknown): readonly string[] =>
  (
    (body as { readonly errors?: readonly { readonly field?: string; readonly reason: string }[] })
      .errors ?? []
  ).map(({ field, reason }) => (field === undefined ? reason : `${field}: ${reason}`));

const play = ({ dialect, given, call, problems, has, afterwards }: Case): StageResponse => {
  const stage = openStage(dialect === undefined ? {} : { dialect });
  const id = given?.(stage) ?? 0;
  const response = stage.call(...call(id, stage));
  if (problems !== undefined) expect(problemsIn(response.body)).toEqual(problems);
  if (has !== undefined) expect(response.body).toMatchObject(has);
  afterwards?.(stage, id);
  return response;
};

const titleOf = ({ name, dialect }: Case): string =>
  dialect === undefined ? name : `${name} (${dialect})`;

/** Creates a test of each row. */
export const playAll = (cases: readonly Case[]): void => {
  test.each(cases.map((row) => [titleOf(row), row] as const))('%s', (_title, row) => {
    expect(play(row)).toMatchObject({ status: row.status ?? 200 });
  });
};
