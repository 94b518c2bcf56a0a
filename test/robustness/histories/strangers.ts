import type { Answer } from '../../../src/cloud/http/answer.ts';
import type { HttpRequest } from '../../../src/cloud/http/client.ts';
import { SECRET_LABEL } from '../../../src/model/group.ts';
import { asRecord } from '../../../src/model/parse.ts';
import { readStatus } from '../../../src/model/status-layout.ts';
import { DAMAGES } from '../../support/damages.ts';
import type { World } from '../../support/world.ts';
import { applySpec, nameOf, type Stage } from './stage.ts';
import { newToken, rotateTo } from './tokens.ts';
import { ACCOUNT_SECRET, MACHINE, SECOND_SECRET, SELECTED } from './universe.ts';

/** The user of the operator's token in a history. */
const OPERATOR = 'operator';

/** Grants that the operator's user may get; the first: all of them. */
export const RIGHTS = [
  { restricted: false },
  { restricted: true },
  { restricted: true, grants: { global: { add_volumes: true, add_domains: true } } },
] as const;

export function setRights({ world, rights }: Stage, how: number): void {
  rights.changed ||= how % RIGHTS.length !== 0;
  world.service.setUser({ username: OPERATOR, ...(RIGHTS[how % RIGHTS.length] ?? RIGHTS[0]) });
}

/** Changes the status of an object as another writer, with several changes in one write. */
export function spoilStatus(
  stage: Stage,
  who: string,
  how: readonly number[],
  which: number,
): void {
  const { world, lies } = stage;
  const there = world.cluster.get(nameOf(stage, who));
  if (there === undefined) return;
  const damages = how.flatMap(
    (one) => Object.values(DAMAGES).at(one % Object.keys(DAMAGES).length) ?? [],
  );
  const summaryLine = lies.length;
  world.cluster.spoil(
    nameOf(stage, who),
    damages.reduce((status: unknown, damage) => damage(asRecord(status), which), there.status),
  );
  // The content of another writer does not count as untrue conditions of the operator.
  (lies as string[]).splice(summaryLine);
}

/** The object that may move between accounts. */
const MOVER = 'Volume/logs';

/** Gives an object the credential of another account. */
export function move(stage: Stage): void {
  stage.applied.set(MOVER, {
    region: 'eu-west',
    size: 20,
    credentialsRef: { name: SECOND_SECRET },
  });
  applySpec(stage, MOVER);
}

/** Reports whether the item of an object, or an unanswered create, is in the other account. */
export function isAbroad(stage: Stage, who: string): boolean {
  const { world } = stage;
  const status = readStatus(world.cluster.get(nameOf(stage, who))?.status);
  const account = status.account ?? status.intent?.account;
  return (
    who === MOVER &&
    world.service.users().some((user) => user.username === 'other' && user.account === account)
  );
}

/** Labels the instance that selectors match, or removes the label. */
export function label({ world, names }: Stage, on: boolean): void {
  const name = nameOf({ names }, MACHINE);
  const there = world.cluster.get(name);
  if (there !== undefined)
    world.cluster.apply(name, there.spec as object, { labels: on ? SELECTED : {} });
}

/** Edits the Secret of the credential that some objects use. */
export function editSecret(stage: Stage, how: 'unlabel' | 'replace', goneMs: number): void {
  const { world } = stage;
  const { secrets } = world.cluster;
  if (how === 'unlabel')
    return secrets.label('default', ACCOUNT_SECRET, { [SECRET_LABEL.inUse]: null });
  secrets.delete('default', ACCOUNT_SECRET);
  world.time.at(world.time.now() + goneMs, () => rotateTo(stage, newToken(stage)));
}

/** Items that no object requests. */
const FOREIGN_LABEL = 'foreign';
const FOREIGN_ITEMS = [
  ['/volumes', { label: FOREIGN_LABEL, region: 'eu-west', size: 20 }],
  ['/compute/instances', { label: FOREIGN_LABEL, region: 'eu-west', type: 'g6-nanode-1' }],
  [
    '/networking/firewalls',
    { label: FOREIGN_LABEL, rules: { inbound_policy: 'ACCEPT', outbound_policy: 'ACCEPT' } },
  ],
  ['/domains', { domain: 'foreign.example', type: 'master', soa_email: 'dns@foreign.example' }],
  [
    '/databases/mysql/instances',
    { label: FOREIGN_LABEL, region: 'eu-west', engine: 'mysql/8.0.26', type: 'g6-standard-1' },
  ],
  [
    '/kube/clusters',
    {
      label: FOREIGN_LABEL,
      region: 'eu-west',
      k8s_version: '1.25',
      node_pools: [{ type: 'g6-standard-1', count: 1 }],
    },
  ],
] as const;

/** Odd values of a row's members; undefined: the member is missing. */
export const ODDITIES: readonly Readonly<Record<string, unknown>>[] = [
  { tags: null },
  { status: null },
  { created: 7, region: null },
  { label: null, domain: null },
  { status: 'a word of tomorrow', type: ['odd'] },
  {
    size: 'large',
    ipv4: null,
    rules: null,
    soa_email: null,
    allow_list: null,
    control_plane: null,
  },
  { tags: undefined, created: undefined, updated: undefined },
  { id: undefined },
];

export function makeForeignItems({ outsider }: World): void {
  for (const [path, body] of FOREIGN_ITEMS) outsider.call('POST', path, body);
}

/** Shows the rows of foreign items with an oddity from now on; null: unchanged. */
export function showOddly({ wire }: World, oddity: Readonly<Record<string, unknown>> | null): void {
  wire.garble = (answer, request) => (oddity === null ? answer : oddly(answer, request, oddity));
}

function oddly(
  answer: Answer,
  { method }: HttpRequest,
  oddity: Readonly<Record<string, unknown>>,
): Answer {
  if (method !== 'GET' || !answer.text.includes(FOREIGN_LABEL)) return answer;
  const body = asRecord(JSON.parse(answer.text));
  const { data } = body;
  const rows: readonly unknown[] = Array.isArray(data) ? data : [];
  const isForeign = (row: Readonly<Record<string, unknown>>): boolean =>
    row['label'] === FOREIGN_LABEL || row['domain'] === 'foreign.example';
  const shown = rows
    .map(asRecord)
    .map((row) => (isForeign(row) ? { ...row, ...membersOf(row, oddity) } : row));
  return { ...answer, text: JSON.stringify({ ...body, data: shown }) };
}

/** Applies an oddity only to existing members. */
const membersOf = (
  row: Readonly<Record<string, unknown>>,
  oddity: Readonly<Record<string, unknown>>,
) => Object.fromEntries(Object.entries(oddity).filter(([member]) => member in row));
