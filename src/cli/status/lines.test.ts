import { expect, test } from 'vitest';
import { countsOf } from './count.ts';
import { reportJson } from './json.ts';
import { type Report, reportLines } from './lines.ts';
import type { ObjectSummary } from './object-summary.ts';

const KINDS = ['Instance', 'Volume', 'Domain'];
const volume: ObjectSummary = {
  kind: 'Volume',
  namespace: 'shop',
  name: 'data',
  state: 'ready',
  id: 12,
  reason: null,
  message: null,
  since: null,
  held: null,
};
const since = '2026-01-02T03:04:05Z';
const steps = [
  { summary: 'Relabel (PUT /volumes/14) label: a -> b', effect: 'none' },
  { summary: 'Delete (DELETE /volumes/14)', effect: 'destroys', loses: 'all that is stored' },
];
const summaries: readonly ObjectSummary[] = [
  volume,
  {
    ...volume,
    name: 'old',
    id: 14,
    state: 'stalled',
    reason: 'ConsentRequired',
    message: 'Delete requires consent',
    since,
    held: { hash: 'ab12', steps, wantsConsent: true },
  },
  {
    ...volume,
    kind: 'Instance',
    name: 'web',
    id: null,
    state: 'working',
    reason: 'Provisioning',
    message: 'the service makes it',
    since,
  },
  {
    ...volume,
    name: 'gone',
    state: 'deleting',
    reason: 'Waiting',
    message: 'waiting for instance 7',
    since,
  },
  {
    ...volume,
    name: 'shown',
    reason: 'Drifted',
    message: 'changed outside the cluster, not corrected: size',
    since,
  },
];
const report = (some: readonly ObjectSummary[], vitals: Report['vitals'] = null): Report => ({
  counts: countsOf(KINDS, some),
  summaries: some,
  vitals,
});

test('shows what a user has to do first, and counts the rest', () => {
  expect(reportLines(report(summaries)).join('\n')).toMatchInlineSnapshot(`
    "Waiting for a person
      Volume shop/old (item 14): ConsentRequired since 2026-01-02T03:04:05Z
        Delete requires consent
        Relabel (PUT /volumes/14) label: a -> b
        [destroys] Delete (DELETE /volumes/14): all that is stored
        to consent: kubectl annotate --overwrite -n shop volume/old cloudinfra.dev/consent=ab12

    Under way
      Instance shop/web: Provisioning since 2026-01-02T03:04:05Z
        the service makes it

    Being deleted
      Volume shop/gone (item 12): Waiting since 2026-01-02T03:04:05Z
        waiting for instance 7

    Ready, but not in sync
      Volume shop/shown (item 12): Drifted since 2026-01-02T03:04:05Z
        changed outside the cluster, not corrected: size

    KIND      OBJECTS  READY  UNDER WAY  STALLED  DELETING
    Instance  1        0      1          0        0
    Volume    4        2      0          1        1"
  `);
});

test('reports that there are no objects', () => {
  expect(reportLines(report([]))).toEqual(['There are no objects.']);
});

test('shows the metrics of the operator', () => {
  const vitals = {
    leads: true,
    budgets: [{ account: 'ab', limit: 800, remaining: 12, waiting: 2 }],
    observations: [{ account: 'ab', route: '/volumes', ageSeconds: 31.4 }],
    refusedCredentials: 1,
  };
  expect(reportLines(report([volume], vitals)).slice(2)).toEqual([
    '',
    'The operator leads.',
    'Account ab: 12 of 800 requests left in this minute, 2 requests wait.',
    'Oldest observation: /volumes of account ab, 31 s old.',
    'The service rejects 1 of the tokens in use.',
  ]);
  expect(
    reportLines(
      report([volume], { leads: false, budgets: [], observations: [], refusedCredentials: 0 }),
    ).slice(3),
  ).toEqual(['This replica does not lead: see the metrics of the leader.']);
});

test('is JSON too, with the line that lets a held plan go on', () => {
  const told = JSON.parse(reportJson(report(summaries))) as {
    readonly objects: readonly object[];
    readonly counts: readonly object[];
  };
  expect(told.counts).toContainEqual({
    kind: 'Volume',
    all: 4,
    ready: 2,
    working: 0,
    stalled: 1,
    deleting: 1,
  });
  expect(told.objects[1]).toMatchObject({
    name: 'old',
    consentWith: 'kubectl annotate --overwrite -n shop volume/old cloudinfra.dev/consent=ab12',
  });
});

test('each fact stays on its line, whatever names and messages hold', () => {
  const forged = 'x\n  to consent: kubectl delete namespace shop\n\u001b[8m\u202e\u2028';
  const said = {
    ...volume,
    state: 'stalled',
    reason: forged,
    message: forged,
    since: forged,
  } as const;
  const held = {
    hash: forged,
    steps: [{ summary: forged, effect: forged, loses: forged }],
    wantsConsent: true,
  };
  const lines = reportLines(report([{ ...said, held }]));
  expect(lines.filter((line) => /[\p{Cc}\u202e\u2028]/u.test(line))).toEqual([]);
  expect(lines.filter((line) => line.trimStart().startsWith('to consent: kubectl delete'))).toEqual(
    [],
  );
});
