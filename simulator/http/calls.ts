/** The calls since the last reset. Keys of the records: method and path template, and status
 *  codes. */
export interface CallCounts {
  readonly total: number;
  readonly calls: Readonly<Record<string, number>>;
  readonly answers: Readonly<Record<string, number>>;
  /** Fields of request bodies unknown to the service. */
  readonly unknownFields: number;
  readonly unknownFieldsBy: Readonly<Record<string, number>>;
}

export interface CallLog {
  called(operation: string): void;
  answered(status: number): void;
  unknown(operation: string, fields: number): void;
  counts(): CallCounts;
  reset(): void;
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  counts.values().reduce((total, count) => total + count, 0);

/** Counts calls for observers; outside the world. */
export const callLog = (): CallLog => {
  const calls = new Map<string, number>();
  const answers = new Map<string, number>();
  const unknown = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string, by: number): void => {
    counts.set(key, (counts.get(key) ?? 0) + by);
  };
  return {
    called: (operation) => add(calls, operation, 1),
    answered: (status) => add(answers, String(status), 1),
    unknown: (operation, fields) => {
      if (fields > 0) add(unknown, operation, fields);
    },
    counts: () => ({
      total: sum(calls),
      calls: Object.fromEntries(calls),
      answers: Object.fromEntries(answers),
      unknownFields: sum(unknown),
      unknownFieldsBy: Object.fromEntries(unknown),
    }),
    reset: () => {
      for (const counts of [calls, answers, unknown]) counts.clear();
    },
  };
};
