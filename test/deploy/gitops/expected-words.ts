import type { FailureCode } from '../../../src/model/failure.ts';
import type { Outcome, WaitReason } from '../../../src/model/outcome.ts';

export type Flux = 'Current' | 'InProgress' | 'Failed' | 'Terminating';
export type Argo = 'Healthy' | 'Progressing' | 'Degraded' | 'Suspended';

/** The words of Flux and of Argo CD. */
export type Words = readonly [Flux, Argo];

export const DONE: Words = ['Current', 'Healthy'];
export const ON_ITS_WAY: Words = ['InProgress', 'Progressing'];
export const STUCK: Words = ['Failed', 'Degraded'];
export const STOPPED: Words = ['Failed', 'Suspended'];
export const LEFT_ALONE: Words = ['Current', 'Suspended'];

/** The words for each reason of a wait. */
export const WAITS: Readonly<Record<WaitReason, Words>> = {
  Waiting: ON_ITS_WAY,
  WaitingForReference: ON_ITS_WAY,
  WaitingForCredential: ON_ITS_WAY,
  WaitingForDependents: ON_ITS_WAY,
  WaitingForOperator: ON_ITS_WAY,
  ResolvingCreate: ON_ITS_WAY,
  HiddenOrGone: STUCK,
};

/** The words for each reason for which a plan is held. */
export const HELD: Readonly<Record<Extract<Outcome, { type: 'held' }>['why'], Words>> = {
  Preview: STOPPED,
  ConsentRequired: STUCK,
  Brake: ON_ITS_WAY,
};

/** The words for each failure. */
export const FAILURES: Readonly<Record<FailureCode, Words>> = {
  Unreachable: ON_ITS_WAY,
  Unreadable: ON_ITS_WAY,
  Throttled: ON_ITS_WAY,
  Unauthenticated: STUCK,
  Denied: STUCK,
  NotFound: ON_ITS_WAY,
  NotYet: ON_ITS_WAY,
  Busy: ON_ITS_WAY,
  Guarded: ON_ITS_WAY,
  Rejected: STUCK,
  Fenced: ON_ITS_WAY,
  Overtaken: ON_ITS_WAY,
};
