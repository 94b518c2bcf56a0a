import { entryFor } from '../../model/table.ts';

/** A Kubernetes label selector. */
export interface Selector {
  readonly matchLabels: Readonly<Record<string, string>>;
  readonly matchExpressions: readonly Requirement[];
}

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** Parses a selector that passed admission; `{}` selects everything. */
export function parseSelector(value: unknown): Selector {
  const written = value as {
    readonly matchLabels?: Record<string, string>;
    readonly matchExpressions?: readonly Partial<Requirement>[];
  };
  const matchExpressions = (written.matchExpressions ?? []).map((one) => ({
    key: one.key ?? '',
    operator: one.operator ?? '',
    values: one.values ?? [],
  }));
  return { matchLabels: written.matchLabels ?? {}, matchExpressions };
}

type Labels = Readonly<Record<string, string>>;

const OPERATORS: Readonly<
  Record<string, (value: string | undefined, values: readonly string[]) => boolean>
> = {
  In: (value, values) => value !== undefined && values.includes(value),
  NotIn: (value, values) => value === undefined || !values.includes(value),
  Exists: (value) => value !== undefined,
  DoesNotExist: (value) => value === undefined,
};

/** Reports whether the labels satisfy every requirement; an operator unknown to Kubernetes selects
 *  nothing. */
export const matches = (selector: Selector, labels: Labels): boolean =>
  Object.entries(selector.matchLabels).every(([key, value]) => entryFor(labels, key) === value) &&
  selector.matchExpressions.every(
    (one) => entryFor(OPERATORS, one.operator)?.(entryFor(labels, one.key), one.values) ?? false,
  );
