import type { Registered } from '../kinds/rows.ts';
import type { KeptBy } from '../model/case.ts';
import { page, section, table } from './markdown.ts';

const HOW: Readonly<Record<KeptBy, string>> = {
  CEL: 'rejected at admission, by a rule',
  schema: 'rejected at admission, by the schema',
  wait: 'waited for',
  refuse: 'refused in the status, with the required change',
  canonical: 'compared and sent in a canonical form',
  plan: 'implemented as described',
  health: 'reported by Ready',
};

interface Covered {
  readonly source: string;
  readonly kind: string;
  readonly rule: string;
  readonly how: string;
}

/** Lists the enforcement of each rule of the service, with the kind whose row proves it. Omits rows
 *  without a source, which show the operator's own behaviour. */
export function coveragePage(registered: readonly Registered[]): string {
  const covered = registered.flatMap(({ kind, cases }) =>
    cases.cases.flatMap(({ name, source, keptBy }): readonly Covered[] =>
      source === undefined
        ? []
        : [{ source, kind: kind.kind, rule: name, how: keptBy === undefined ? '' : HOW[keptBy] }],
    ),
  );
  const sources = [...new Set(covered.map(({ source }) => source))].toSorted();
  return page(
    '# Coverage of the rules of the service',
    `${covered.length} rules under ${sources.length}headings. Each rule is a case in \`src/kinds/<kind>\`,which the tests play as a pure plan, on the simulator and, for admission, on a real API server.`,
    ...sources.map((source) =>
      section(
        source.replace('#', ': '),
        `Described at [${source}](service/${source.replace('#', '.md#')}).`,
        table(
          ['Kind', 'Rule', 'Check'],
          covered
            .filter((one) => one.source === source)
            .map(({ kind, rule, how }) => [kind, rule, how]),
        ),
      ),
    ),
  );
}
