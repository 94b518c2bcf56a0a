import type { Findings } from '../../../src/engine/pass/pass.ts';
import type { KubeObject } from '../../../src/engine/ports/cluster.ts';
import { statusPatch } from '../../../src/engine/report/report.ts';
import type { FailureCode } from '../../../src/model/failure.ts';
import type { Health, Outcome, WaitReason } from '../../../src/model/outcome.ts';
import { planOf } from '../../../src/model/plan.ts';
import { del } from '../../../src/model/request.ts';
import { call } from '../../../src/model/step.ts';
import {
  type Argo,
  DONE,
  FAILURES,
  type Flux,
  HELD,
  LEFT_ALONE,
  ON_ITS_WAY,
  STOPPED,
  STUCK,
  WAITS,
  type Words,
} from './expected-words.ts';

/** An object in a state, and the expected words of GitOps tools. */
export interface State {
  readonly name: string;
  readonly object: (fresh: KubeObject) => KubeObject;
  readonly flux: Flux;
  readonly argo: Argo;
}

const USABLE: Health = { ready: true, reason: 'Active', message: 'it is usable' };
const COMING: Health = { ready: false, reason: 'Creating', message: 'the service is creating it' };
const AT = Date.UTC(2026, 0, 1);
const PLAN = planOf({ uid: 'u', asked: 'spec-1', id: 1, consents: 0 }, [
  call('Delete', del('/things/1'), [], { effect: 'destroys', loses: 'all of it' }),
]);

/** Builds the object after passes with these endings. */
const after =
  (...passes: readonly Findings[]) =>
  (fresh: KubeObject): KubeObject =>
    passes.reduce((object, findings) => {
      const patch = statusPatch(object, object.status ?? {}, findings, AT) ?? {};
      return { ...object, status: { ...(object.status as object), ...patch } };
    }, fresh);

const edited = (object: KubeObject): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, generation: object.metadata.generation + 1 },
});
const deleted = (object: KubeObject): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
});

const settled: Findings = { outcome: { type: 'settled' }, health: USABLE };
const waiting = (reason: WaitReason): Outcome => ({
  type: 'waiting',
  for: 'Domain/example-org',
  recheckMs: 1_000,
  reason,
});
const held = (why: Extract<Outcome, { type: 'held' }>['why']): Outcome => ({
  type: 'held',
  plan: PLAN,
  why,
});
const failed = (code: FailureCode): Outcome => ({
  type: 'failed',
  failure:
    code === 'Rejected'
      ? { code, problems: [{ field: 'size', reason: 'too small' }] }
      : { code, detail: 'says no' },
});

/** Endings of a pass over an existing object: the item at that time, and the words. */
const ENDINGS: Readonly<
  Record<
    Exclude<Outcome['type'], 'waiting' | 'held' | 'failed' | 'gone'>,
    readonly (readonly [Findings, Words])[]
  >
> = {
  settled: [
    [settled, DONE],
    [{ ...settled, health: COMING }, ON_ITS_WAY],
  ],
  acted: [
    [{ outcome: { type: 'acted', verbs: ['Resize'] }, health: USABLE }, ON_ITS_WAY],
    [{ outcome: { type: 'acted', verbs: ['Create'] }, health: COMING }, ON_ITS_WAY],
  ],
  refused: [
    [{ outcome: { type: 'refused', field: 'spec.size', detail: 'cannot shrink' } }, STUCK],
    [
      { outcome: { type: 'refused', field: 'spec.size', detail: 'cannot shrink' }, health: USABLE },
      STUCK,
    ],
  ],
  conflict: [
    [{ outcome: { type: 'conflict', detail: 'item 1 belongs to another object' } }, STUCK],
  ],
  drifted: [
    [{ outcome: { type: 'drifted', fields: ['size'] }, health: USABLE }, DONE],
    [{ outcome: { type: 'drifted', fields: ['booted'] }, health: COMING }, STUCK],
  ],
  lost: [[{ outcome: { type: 'lost', detail: 'item 1 vanished' } }, STUCK]],
  paused: [[{ outcome: { type: 'paused' } }, STOPPED]],
  broken: [[{ outcome: { type: 'broken', detail: 'a bug' } }, ON_ITS_WAY]],
};

const state = (name: string, object: State['object'], [flux, argo]: Words): State => ({
  name,
  object,
  flux,
  argo,
});

const seen = ({ health }: Findings): string =>
  health === undefined ? 'not looked at' : health.ready ? 'usable' : 'on its way';

/** Builds the state both before the first read of the item and after Ready. */
const soFar = (name: string, outcome: Outcome, words: Words): readonly State[] => [
  state(`${name}, with nothing made yet`, after({ outcome }), words),
  state(`${name}, on what was Ready`, after(settled, { outcome }), words),
];

/** Every possible state of an object. */
export const STATES: readonly State[] = [
  state('just created', (fresh) => fresh, ON_ITS_WAY),
  state(
    'without the default that its definition gives the status',
    (fresh) => ({ ...fresh, status: {} }),
    ['Current', 'Progressing'],
  ),
  state('changed since it was Ready', (fresh) => edited(after(settled)(fresh)), ON_ITS_WAY),
  state(
    'changed since it was refused',
    (fresh) => edited(after({ outcome: failed('Rejected') })(fresh)),
    ON_ITS_WAY,
  ),
  state('being deleted while Ready', (fresh) => deleted(after(settled)(fresh)), [
    'Terminating',
    'Progressing',
  ]),
  state(
    'being deleted while stuck',
    (fresh) => deleted(after({ outcome: failed('Rejected') })(fresh)),
    ['Terminating', 'Progressing'],
  ),
  state('being deleted before it was looked at', deleted, ['Terminating', 'Progressing']),
  state('paused, on what was Ready', after(settled, { outcome: { type: 'paused' } }), LEFT_ALONE),
  ...Object.entries(ENDINGS).flatMap(([type, rows]) =>
    rows.map(([findings, words]) => state(`${type}, ${seen(findings)}`, after(findings), words)),
  ),
  ...Object.entries(WAITS).flatMap(([reason, words]) =>
    soFar(reason, waiting(reason as WaitReason), words),
  ),
  ...Object.entries(HELD).map(([why, words]) =>
    state(`held: ${why}`, after({ outcome: held(why as 'Preview'), health: USABLE }), words),
  ),
  ...Object.entries(FAILURES).flatMap(([code, words]) =>
    soFar(`failed: ${code}`, failed(code as FailureCode), words),
  ),
];
