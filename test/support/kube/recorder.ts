import type { KubeObserver } from '../../../src/kube/observer.ts';

/** The calls of an observer, by method. */
export type Recorded = { readonly [K in keyof KubeObserver]: Parameters<KubeObserver[K]>[] };

export interface Recorder {
  readonly observer: KubeObserver;
  readonly recorded: Recorded;
}

export function recorder(): Recorder {
  const recorded: Recorded = {
    requested: [],
    watchEnded: [],
    listenerFailed: [],
    eventsLost: [],
    placeUnknown: [],
    leaseFailed: [],
  };
  const observer: KubeObserver = {
    requested: (...args) => recorded.requested.push(args),
    watchEnded: (...args) => recorded.watchEnded.push(args),
    listenerFailed: (...args) => recorded.listenerFailed.push(args),
    eventsLost: (...args) => recorded.eventsLost.push(args),
    placeUnknown: (...args) => recorded.placeUnknown.push(args),
    leaseFailed: (...args) => recorded.leaseFailed.push(args),
  };
  return { observer, recorded };
}
