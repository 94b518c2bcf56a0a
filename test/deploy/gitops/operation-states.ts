import { type OperationState, operationPatch } from '../../../src/engine/pass/operation-status.ts';
import type { KubeObject } from '../../../src/engine/ports/cluster.ts';
import { readOperation } from '../../../src/engine/term/operation.ts';
import { PHASES, type Phase } from '../../../src/model/operation.ts';
import { newObject } from '../../support/new-object.ts';
import type { Argo, Flux } from './expected-words.ts';

/** An Operation in a state, and the expected words of GitOps tools. */
interface Shown {
  readonly name: string;
  readonly object: KubeObject;
  readonly words: readonly [Flux, Argo];
}

const AT = Date.UTC(2026, 0, 1);

/** A new Operation with the default that its definition gives the status. */
export const FRESH: KubeObject = {
  ...newObject(
    { kind: 'Operation', namespace: 'default', name: 'example' },
    { target: { kind: 'Instance', name: 'web-1' }, verb: 'Reboot' },
    { uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z' },
  ),
  status: { observedGeneration: -1 },
};

/** Builds the Operation as the operator reports it in a phase. */
function reported(phase: Phase, reason: string): KubeObject {
  const operation = readOperation(FRESH);
  if (operation === null) throw new Error('the Operation of this test cannot be read');
  const now: OperationState = { phase, reason, message: `it is ${phase}` };
  return { ...FRESH, status: { ...operationPatch(operation, now, AT) } };
}

const WORDS: Readonly<Record<Phase, readonly [Flux, Argo]>> = {
  Pending: ['InProgress', 'Progressing'],
  Running: ['InProgress', 'Progressing'],
  Succeeded: ['Current', 'Healthy'],
  Failed: ['Failed', 'Degraded'],
  Unknown: ['Failed', 'Degraded'],
};

/** Every possible state of an Operation. */
export const OPERATION_STATES: readonly Shown[] = [
  { name: 'just created', object: FRESH, words: WORDS.Pending },
  ...PHASES.map((phase) => ({
    name: phase,
    object: reported(phase, phase),
    words: WORDS[phase],
  })),
  {
    name: 'Pending until a person consents',
    object: reported('Pending', 'ConsentRequired'),
    words: ['Failed', 'Degraded'],
  },
  {
    name: 'being deleted',
    object: {
      ...reported('Failed', 'Refused'),
      metadata: { ...FRESH.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
    },
    words: ['Terminating', 'Progressing'],
  },
];
