import type { Edit, Sequence } from './sequence.ts';

const edit = (who: string, facet: string, value: number): Edit => ({ who, facet, value });
const alone = (
  who: string,
  ...steps: readonly (readonly (readonly [facet: string, value: number])[] | 'undo')[]
): Sequence => ({
  cast: [who],
  steps: steps.map((step) =>
    step === 'undo' ? step : step.map(([facet, value]) => edit(who, facet, value)),
  ),
});

/** Former failures, repeated in every run. Numbers select from the facets of the character;
 *  -1 removes the members. */
export const FOUND: readonly (readonly [what: string, sequence: Sequence])[] = [
  [
    'a pool gets an autoscaler with more nodes than there are',
    alone('KubeCluster/shop', [['pools', 1]], [['pools', 9]]),
  ],
  ['a machine that runs has another plan', alone('Instance/web', [], [['type', 1]])],
  [
    'a machine is booted while its plan is refused',
    alone(
      'Instance/web',
      [['booted', 1]],
      [
        ['type', 3],
        ['booted', 0],
      ],
    ),
  ],
  [
    'an instance that was never booted has one profile of its own',
    alone(
      'Instance/web',
      [
        ['booted', 1],
        ['configs', 3],
      ],
      [['booted', 0]],
    ),
  ],
  [
    'an instance that was restored from a backup, and runs, has another plan',
    alone('Instance/blank', [['backup', 1]], [['type', 1]]),
  ],
  [
    'a volume is to move to another region, and back',
    alone('Volume/data', [['attachment', 1]], [['attachment', 4]], 'undo'),
  ],
  [
    'a volume is to move to a machine without a profile, and back',
    alone('Volume/data', [['attachment', 0]], [['attachment', 5]], 'undo'),
  ],
  [
    'an MX record with a priority becomes the null MX',
    alone(
      'DnsRecord/mx',
      [['priority', 1]],
      [
        ['priority', -1],
        ['target', 2],
      ],
    ),
  ],
];
