/** An instance of the cluster, with the labels of its object. */
export interface Labelled {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

interface Expression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly Expression[];
}

/** Returns the names of the instances that a label selector matches: an empty one matches all. */
export const selectedBy = (
  { matchLabels = {}, matchExpressions = [] }: Selector,
  instances: readonly Labelled[],
): readonly string[] =>
  instances.flatMap(({ name, labels }) => {
    const equal = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
    return equal && matchExpressions.every((one) => fulfills(one, labels)) ? [name] : [];
  });

function fulfills({ key, operator, values = [] }: Expression, labels: Labelled['labels']): boolean {
  const value = labels[key];
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    default:
      return value === undefined;
  }
}
