/** The metrics of a running operator, where available. */
export interface Vitals {
  /** True if this process leads. */
  readonly leads: boolean;
  readonly budgets: readonly {
    readonly account: string;
    readonly limit: number;
    readonly remaining: number;
    readonly waiting: number;
  }[];
  /** Age of the oldest listing of each collection in seconds, the oldest first. */
  readonly observations: readonly {
    readonly account: string;
    readonly route: string;
    readonly ageSeconds: number;
  }[];
  /** Tokens that the service rejects. */
  readonly refusedCredentials: number;
}

/** The series that are read. */
export const SERIES = {
  leads: 'leader_election_master_status',
  limit: 'cloudinfra_budget_limit',
  remaining: 'cloudinfra_budget_remaining',
  waiting: 'cloudinfra_budget_waiting',
  age: 'cloudinfra_observation_age_seconds',
  credentials: 'cloudinfra_credentials',
} as const;

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

function samplesIn(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(
      ([, label = '', content = '']) => [label, content.replaceAll(/\\(.)/g, '$1')] as const,
    );
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

/** Parses the operator's metrics in the Prometheus text format; omits missing ones. Never fails. */
export function vitalsIn(text: string): Vitals {
  const samples = samplesIn(text);
  const of = (name: string): readonly Sample[] => samples.filter((sample) => sample.name === name);
  const beside = ({ labels }: Sample, name: string): number =>
    of(name).find(
      (other) =>
        other.labels['account'] === labels['account'] &&
        other.labels['budget'] === labels['budget'],
    )?.value ?? 0;
  return {
    leads: of(SERIES.leads).some(({ value }) => value === 1),
    budgets: of(SERIES.limit).map((sample) => ({
      account: sample.labels['account'] ?? '',
      limit: sample.value,
      remaining: beside(sample, SERIES.remaining),
      waiting: beside(sample, SERIES.waiting),
    })),
    observations: of(SERIES.age)
      .map(({ labels, value }) => ({
        account: labels['account'] ?? '',
        route: labels['route'] ?? '',
        ageSeconds: value,
      }))
      .toSorted((a, b) => b.ageSeconds - a.ageSeconds),
    refusedCredentials:
      of(SERIES.credentials).find(({ labels }) => labels['state'] === 'refused')?.value ?? 0,
  };
}
