import type { KubeObject, ObjectName } from '../../../src/engine/ports/cluster.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { OPERATION } from '../../../src/model/operation.ts';
import { isReady } from '../../support/invariants.ts';
import type { World } from '../../support/world.ts';
import type { Stage } from './stage.ts';

const FREE = { deletion: 'Delete', drift: 'Correct', loss: 'Recreate', consent: 'Auto' } as const;

const many = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n));
/** A text of many scripts, with right-to-left text, combining characters, and surrogate pairs. */
const SCRIPTS = 'ßæøåčłğİıﬁΩжђאبتएकไทย你好こんにちは안녕👩‍👩‍👧‍👦é\u202e\u0301𝔘'.repeat(9);
const upTo = (length: number): string => Array.from(SCRIPTS).slice(0, length).join('');
const TAGS = many(100, (n) => `tag-${n}-`.padEnd(50, 'x'));
const NETWORKS = many(10, (n) => `203.0.${n}.0/24`);
const RULES = many(12, (n) => ({
  label: `rule-${n}`.padEnd(32, 'x'),
  description: 'd'.repeat(100),
  action: 'ACCEPT',
  protocol: 'TCP',
  ports: '1-2, 4, 6, 8, 10, 12, 14, 16',
  addresses: { ipv4: NETWORKS },
}));

/** The largest object of each kind that the definitions and the service accept. */
const GLUTTONS: readonly (readonly [kind: string, spec: object])[] = [
  ['Volume', { region: 'eu-west', size: 10_240, label: 'glutton', tags: TAGS }],
  [
    'Firewall',
    {
      label: 'glutton',
      tags: TAGS,
      rules: { inboundPolicy: 'DROP', outboundPolicy: 'DROP', inbound: RULES, outbound: RULES },
    },
  ],
  [
    'Firewall',
    {
      label: 'glutton',
      instanceRefs: many(100, (n) => ({ id: 900_000 + n })),
      rules: { inboundPolicy: 'DROP', outboundPolicy: 'DROP' },
    },
  ],
  [
    'Domain',
    {
      domain: `${'x'.repeat(63)}.example`,
      type: 'master',
      soaEmail: 'g@example.org',
      description: upTo(253),
      tags: TAGS,
    },
  ],
  [
    'MySQLDatabase',
    {
      engine: 'mysql/8.0.26',
      region: 'eu-west',
      type: 'g6-standard-1',
      clusterSize: 3,
      allowList: many(200, (n) => `10.0.${n}.0/24`),
    },
  ],
  [
    'KubeCluster',
    {
      label: 'glutton',
      region: 'eu-west',
      k8sVersion: '1.25',
      pools: many(10, (n) => ({ name: `p${n}`, type: 'g6-standard-1', count: 9 })),
    },
  ],
  [
    'Instance',
    { region: 'eu-west', type: 'g6-nanode-1', label: 'glutton', tags: TAGS, group: upTo(255) },
  ],
];

const NAME = 'glutton-';
const isGlutton = ({ metadata }: Pick<KubeObject, 'metadata'>): boolean =>
  metadata.name.startsWith(NAME);
/** Returns the objects of ordinary size. */
export const ordinary = ({ cluster }: World): readonly KubeObject[] =>
  cluster.everything().filter((one) => !isGlutton(one) && one.kind !== OPERATION.kind);

const nameOf = (kind: string, how: number): ObjectName => ({
  kind,
  namespace: 'default',
  name: `${NAME}${how}-`.padEnd(253, 'x'),
});

/** Applies the largest object of a kind, with labels and annotations of maximum size. */
export function gorge({ world }: Stage, how: number): void {
  const [kind = '', spec = {}] = GLUTTONS[how % GLUTTONS.length] ?? [];
  const others = Object.fromEntries(
    many(500, (n) => [`cloudinfra.dev/other-${n}`, 'x'.repeat(60)]),
  );
  const annotations = { ...others, 'example.org/text': SCRIPTS.repeat(30) };
  world.cluster.apply(
    nameOf(kind, how % GLUTTONS.length),
    { ...spec, policy: FREE },
    { annotations },
  );
}

/** Ordinary objects. */
const ORDINARY: readonly (readonly [kind: string, spec: object])[] = [
  ['Volume', { region: 'eu-west', size: 20 }],
  [
    'Firewall',
    { rules: { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT', inbound: [], outbound: [] } },
  ],
  ['Domain', { domain: 'ordinary.example', type: 'master', soaEmail: 'dns@example.org' }],
];

/** Time until an ordinary object is Ready alone, and the allowed delay beside others
 *  (milliseconds). */
const ALONE_MS = 15_000;
const MARGIN_MS = 15_000;

/** Interval and duration of the edits of a large object (milliseconds). */
const EDIT_EVERY_MS = 20;
const EDITED_MS = 30_000;

/** Time limit for the deletion of the largest objects: the brake holds some of them. */
const GONE_MS = 2 * 60 * 60_000;

/** Returns the effects of constantly edited large objects on ordinary ones. Deletes both
 *  afterwards. */
export async function noticed({ world }: Stage): Promise<readonly string[]> {
  const gluttons = world.cluster.everything().filter(isGlutton);
  if (gluttons.length === 0) return [];
  for (let at = 0; at < EDITED_MS; at += EDIT_EVERY_MS)
    world.time.at(world.time.now() + at, () => gluttons.forEach((one) => edit(world, one, at)));
  const names = ORDINARY.map(
    ([kind]): ObjectName => ({ kind, namespace: 'default', name: 'ordinary' }),
  );
  for (const [at, [, spec]] of ORDINARY.entries())
    world.cluster.apply(names[at] as ObjectName, { ...spec, policy: FREE });
  await world.time.advance(ALONE_MS + MARGIN_MS);
  const late = names.filter((name) => !isDone(world, name));
  for (const one of [
    ...names,
    ...gluttons.map(({ kind, metadata }) => ({ kind, namespace: 'default', name: metadata.name })),
  ])
    world.cluster.delete(one);
  const end = world.time.now() + GONE_MS;
  while (
    world.cluster.everything().some(({ metadata }) => metadata.deletionTimestamp !== undefined) &&
    world.time.now() < end
  )
    await world.time.advance(15_000);
  return late.map(
    ({ kind }) =>
      `${kind}/ordinary is not Ready ${(ALONE_MS + MARGIN_MS) / 1_000} s after it was applied beside a glutton`,
  );
}

function edit(world: World, { kind, metadata, spec }: KubeObject, at: number): void {
  const tags = [`edit-${at}`];
  world.cluster.apply(
    { kind, namespace: 'default', name: metadata.name },
    kind === 'MySQLDatabase' ? { ...(spec as object) } : { ...(spec as object), tags },
  );
}

const isDone = ({ cluster }: World, name: ObjectName): boolean => {
  const object = cluster.get(name);
  return object !== undefined && KINDS.some(({ kind }) => kind === object.kind) && isReady(object);
};
