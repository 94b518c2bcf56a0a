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
    requested: (...told) => recorded.requested.push(told),
    watchEnded: (...told) => recorded.watchEnded.push(told),
    listenerFailed: (...told) => recorded.listenerFailed.push(told),
    eventsLost: (...told) => recorded.eventsLost.push(told),
    placeUnknown: (...told) => recorded.placeUnknown.push(told),
    leaseFailed: (...told) => recorded.leaseFailed.push(told),
  };
  return { observer, recorded };
}
