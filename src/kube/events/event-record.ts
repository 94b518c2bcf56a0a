import type { KubeEvent, KubeObject } from '../../engine/ports/cluster.ts';
import { visible } from '../../model/visible.ts';
import { apiVersionOf, EVENTS } from '../resources.ts';

/** The reference to the object of an Event. */
export type Regarding = Pick<KubeObject, 'apiVersion' | 'kind'> & {
  readonly metadata: Pick<KubeObject['metadata'], 'name' | 'namespace' | 'uid'>;
};

interface EventDraft {
  readonly name: string;
  readonly object: Regarding;
  readonly event: KubeEvent;
  readonly count: number;
  /** MicroTime. */
  readonly time: string;
  readonly reporter: string;
}

const NOTE_BYTES = 1_024;
const REASON_CHARS = 128;
const ELLIPSIS = '…';

/** Builds an Event for events.k8s.io/v1. Truncates the message to the limit of the API server. */
export const eventManifest = ({
  name,
  object,
  event,
  count,
  time,
  reporter,
}: EventDraft): object => ({
  apiVersion: apiVersionOf(EVENTS),
  kind: EVENTS.kind,
  metadata: { name, namespace: object.metadata.namespace },
  type: event.type,
  reason: event.reason.slice(0, REASON_CHARS),
  action: 'Reconcile',
  note: shortened(visible(event.message)),
  eventTime: time,
  reportingController: reporter,
  reportingInstance: reporter,
  regarding: regardingOf(object),
  ...(count > 1 ? seriesPatch(count, time) : {}),
});

/** Builds the merge patch that updates count and time of an Event. */
export const seriesPatch = (count: number, time: string): object => ({
  series: { count, lastObservedTime: time },
});

const regardingOf = ({ apiVersion, kind, metadata }: Regarding) => ({
  apiVersion,
  kind,
  name: metadata.name,
  namespace: metadata.namespace,
  uid: metadata.uid,
});

function shortened(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= NOTE_BYTES) return text;
  const kept = bytes.subarray(0, NOTE_BYTES - Buffer.byteLength(ELLIPSIS)).toString('utf8');
  // A truncated character decodes to the replacement character.
  return `${kept.replace(/\uFFFD$/, '')}${ELLIPSIS}`;
}
