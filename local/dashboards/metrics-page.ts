import type { Definition } from '../../src/telemetry/instruments.ts';

interface Section {
  readonly title: string;
  readonly says: string;
  readonly prefixes: readonly string[];
}

const SECTIONS: readonly Section[] = [
  {
    title: 'Objects, items and the service',
    says: 'By `kind`, or by `account`: eight hexadecimal digits that stand for an account; a log line maps it to its account (`an account is in use`).',
    prefixes: ['cloudinfra_'],
  },
  {
    title: 'The loop',
    says: 'Under the names that operators in Go have, so that dashboards for those work. `controller` and `name` are the kind.',
    prefixes: ['controller_runtime_', 'workqueue_', 'rest_client_', 'leader_election_'],
  },
  {
    title: 'The process',
    says: 'Under the names that client libraries of Prometheus have.',
    prefixes: ['process_', 'nodejs_'],
  },
];

const INTRODUCTION = `# Metrics

What \`/metrics\` shows, on the port of \`--listen\`. No label ever holds the name of an object, an id, a user or a part of a token, and their number does not
grow with the objects: ten objects and a thousand give the same series. How to scrape, alert and look: [monitoring](monitoring.md).
`;

/** Builds the page of all metrics. */
export const metricsPage = (definitions: readonly Definition[]): string =>
  [INTRODUCTION, ...SECTIONS.map((section) => sectionOf(section, definitions))].join('\n');

function sectionOf({ title, says, prefixes }: Section, definitions: readonly Definition[]): string {
  const lines = definitions
    .filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix)))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(
      ({ name, type, labels, help }) =>
        `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
    );
  return `## ${title}\n\n${says}\n\n| Metric | Type | Labels | |\n|---|---|---|---|\n${lines.join('\n')}\n`;
}
